import { type RefObject, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";

interface Place {
  /** What was listed: another search is another list. */
  readonly of: string;
  readonly scrollTop: number;
  readonly active: number;
}

/** Where each list of this session's history was left, by the entry of the history. */
const places = new Map<string, Place>();

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
      element.focus({ preventScroll: true });
    }
    return () => {
      places.set(key, { of, scrollTop: element.scrollTop, active: latest.current });
    };
  }, [key, scroller, of, isFilled, setActive]);
}
