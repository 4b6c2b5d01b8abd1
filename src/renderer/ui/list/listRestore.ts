import { type RefObject, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { LeftSelection } from "./table/selection.ts";

interface Place {
  /** What was listed: another search is another list. */
  readonly of: string;
  readonly scrollTop: number;
  readonly active: number;
}

/** Where each list of this session's history was left, by the entry of the history. */
const places = new Map<string, Place>();

/** What was selected in each, likewise. */
const selections = new Map<string, LeftSelection>();

/** What was selected when the window was here last, and how it is kept for the next time. */
export function useLeftSelection(list: string) {
  const { key } = useLocation();
  const place = `${list} ${key}`;
  return {
    left: selections.get(place),
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
  const { key } = useLocation();
  const latest = useRef(active);
  const isBack = useRef(false);
  useLayoutEffect(() => {
    latest.current = active;
  });
  useLayoutEffect(() => {
    const element = scroller.current;
    const place = places.get(key);
    if (element === null || !isFilled) return;
    if (place?.of === of && !isBack.current) {
      isBack.current = true;
      element.scrollTo({ top: place.scrollTop });
      setActive(place.active);
      if (hasNoFocus()) element.focus({ preventScroll: true });
    }
    return () => {
      places.set(key, { of, scrollTop: element.scrollTop, active: latest.current });
    };
  }, [key, scroller, of, isFilled, setActive]);
}

/** A list that is drawn anew takes the keys neither from the search above it nor from a dialog. */
function hasNoFocus(): boolean {
  const { activeElement } = document;
  const isFree =
    activeElement === null || activeElement === document.body || activeElement.id === "content";
  return isFree && document.querySelector('[role="dialog"]') === null;
}
