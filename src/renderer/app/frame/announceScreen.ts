import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { matchPath, useLocation } from "react-router";
import { focusContent } from "./focusRestore.ts";
import { screens } from "../screens.ts";

/** Milliseconds after which a list or a form has taken the focus that is its own. */
const settledAfter = 60;

/** Whether the screen that comes next was asked for by key. */
let isByKey = false;

/** The next screen was asked for by key, wherever the focus is. */
export function arriveByKey(): void {
  isByKey = true;
}

/** A new screen is told to those who hear the window: by its title, and by the focus where a key led to it. */
export function useArrival(): void {
  const { t } = useTranslation();
  const { pathname, key } = useLocation();
  const arrived = useRef(key);
  const screen = screens.find(({ path }) => matchPath(`/${path}`, pathname) !== null);
  const room = pathname.split("/")[1];
  const place = screen?.place ?? screens.find(({ path }) => path === room)?.place;
  const name = place === null || place === undefined ? null : t(`nav.${place.name}`);
  useEffect(() => {
    document.title = name === null ? "Waypost" : `${name} · Waypost`;
  }, [name]);
  useEffect(() => {
    if (arrived.current === key) return;
    arrived.current = key;
    if (!isByKey) return;
    const timer = setTimeout(() => {
      isByKey = false;
      const content = document.querySelector("#content");
      const isTaken =
        content?.contains(document.activeElement) === true ||
        document.querySelector('[role="dialog"]') !== null;
      if (!isTaken) focusContent();
    }, settledAfter);
    return () => clearTimeout(timer);
  }, [key]);
}
