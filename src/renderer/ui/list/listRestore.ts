import { type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { isObject } from "../../../util/isObject.ts";
import type { LeftSelection } from "./table/selection.ts";

interface Place {
  /** What was listed: another search is another list. */
  readonly of: string;
  readonly scrollTop: number;
  readonly active: number;
}

/** Where each list of this session's history was left, by its place in the history. */
const places = new Map<number, Place>();

/** What was selected in each, by the list and its place in the history. */
const selections = new Map<string, LeftSelection>();

function placeInHistory(): number {
  const state: unknown = history.state;
  return isObject(state) && typeof state["idx"] === "number" ? state["idx"] : 0;
}

/**
 * The present entry of the history, by its place there: what's typed replaces the entry, and its key is another one
 * before the screen hears of it. Where a new entry has taken the place, nothing was left.
 */
function useEntry(): { readonly place: number; readonly isNew: boolean } {
  const { key } = useLocation();
  const isNew = useNavigationType() === NavigationType.Push;
  // oxlint-disable-next-line react/exhaustive-deps -- another key is another entry
  const place = useMemo(placeInHistory, [key]);
  return { place, isNew };
}

/** What was selected when the window was here last, and how it is kept for the next time. */
export function useLeftSelection(list: string) {
  const entry = useEntry();
  const place = `${list} ${entry.place}`;
  return {
    left: entry.isNew ? undefined : selections.get(place),
    keep: (left: LeftSelection) => {
      if (left.ids.size === 0 && !left.isAll) selections.delete(place);
      else selections.set(place, left);
    },
  };
}

/** Brings a list back as it was left, with the keys on its row, when the window goes back to it. */
export function useListPlace({
  scroller,
  of,
  isFilled,
  active,
  setActive,
}: {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly of: string;
  readonly isFilled: boolean;
  readonly active: number;
  readonly setActive: (row: number) => void;
}): void {
  const { place: entry, isNew } = useEntry();
  const latest = useRef(active);
  const isBack = useRef(false);
  useLayoutEffect(() => {
    latest.current = active;
  });
  useLayoutEffect(() => {
    const element = scroller.current;
    const place = places.get(entry);
    if (element === null || !isFilled) return;
    if (place?.of === of && !isNew && !isBack.current) {
      isBack.current = true;
      element.scrollTo({ top: place.scrollTop });
      setActive(place.active);
      if (hasNoFocus()) element.focus({ preventScroll: true });
    }
    return () => {
      places.set(entry, { of, scrollTop: element.scrollTop, active: latest.current });
    };
    // oxlint-disable-next-line react/exhaustive-deps -- how the entry came is of no matter later
  }, [entry, scroller, of, isFilled, setActive]);
}

/** A list that is drawn anew takes the keys neither from the search above it nor from a dialog. */
function hasNoFocus(): boolean {
  const { activeElement } = document;
  const isFree =
    activeElement === null || activeElement === document.body || activeElement.id === "content";
  return isFree && document.querySelector('[role="dialog"]') === null;
}
