import { type RefObject, useLayoutEffect, useRef } from "react";

/** What was drawn last, for what is called later and must not be made anew with it. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
