import { useEffect, useRef, useState } from "react";
import { useBlocker } from "react-router";

/** A form whose changes would be lost by going elsewhere. */
interface Guard {
  readonly isChanged: () => boolean;
  readonly ask: (isAsked: boolean) => void;
  /** Closes what lies over the one that is asked. */
  readonly close: () => void;
}

interface Waiting {
  readonly proceed: () => void;
  readonly reset: () => void;
}

/** Forms that are open, the uppermost last: the link editor may lie over another one. */
const guards: Guard[] = [];

/** The way elsewhere that waits for an answer; null: none does. */
let waiting: Waiting | null = null;

/** Asks the uppermost form with changes; false: there is none. */
function askNext(): boolean {
  const place = guards.findLastIndex((one) => one.isChanged());
  const above = guards.slice(place + 1);
  guards[place]?.ask(true);
  if (place >= 0) for (const one of above) one.close();
  return place >= 0;
}

/** Whatever leads elsewhere waits for the forms' answers. A router has one blocker, so it stands in the frame. */
export function useLeaveBlocker(): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && guards.some((one) => one.isChanged()),
  );
  useEffect(() => {
    waiting = blocker.state === "blocked" ? blocker : null;
    if (waiting !== null) askNext();
  }, [blocker]);
}

/** The question of one form; its answers are `goOn` and `stay`. */
export function useLeaving(form: Pick<Guard, "isChanged" | "close">) {
  const [isAsked, ask] = useState(false);
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => {
    const guard: Guard = {
      isChanged: () => latest.current.isChanged(),
      ask,
      close: () => latest.current.close(),
    };
    guards.push(guard);
    return () => {
      guards.splice(guards.indexOf(guard), 1);
    };
  }, []);
  return {
    isAsked,
    /** Its changes may be lost: goes on, or asks the form below first. */
    goOn(): void {
      if (!askNext()) waiting?.proceed();
    },
    stay(): void {
      if (isAsked) waiting?.reset();
      ask(false);
    },
  };
}
