import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useBlocker } from "react-router";

/** A form whose changes would be lost by going elsewhere. */
interface Guard {
  readonly isChanged: () => boolean;
  readonly ask: (isConfirming: boolean) => void;
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

export function isAnyFormChanged(): boolean {
  return guards.some((one) => one.isChanged());
}

/** Asks the uppermost form with changes, and no other; false: there is none. */
function askNext(): boolean {
  const place = guards.findLastIndex((one) => one.isChanged());
  const above = guards.slice(place + 1);
  for (const [at, one] of guards.entries()) one.ask(at === place);
  if (place >= 0) for (const one of above) one.close();
  return place >= 0;
}

/** Whatever leads elsewhere waits for the forms' answers. A router has one blocker, so it stands in the frame. */
export function useLeaveBlocker(): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && isAnyFormChanged(),
  );
  useEffect(() => {
    waiting = blocker.state === "blocked" ? blocker : null;
    if (waiting !== null) askNext();
  }, [blocker]);
}

/** Nothing of the form that was asked can be lost any more: asks the form below it, or goes. */
function goOn(): void {
  if (waiting === null || askNext()) return;
  const { proceed } = waiting;
  waiting = null;
  proceed();
}

/**
 * The question of one form; its answers are `goOn` and `stay`.
 * The way elsewhere waits for as long as something can be lost: what is kept or let go meanwhile is an answer, too.
 */
export function useLeaving(form: Pick<Guard, "isChanged" | "close">) {
  const [isConfirming, setConfirming] = useState(false);
  const latest = useRef({ ...form, isConfirming });
  useLayoutEffect(() => {
    latest.current = { ...form, isConfirming };
    if (isConfirming && !form.isChanged()) goOn();
  });
  useEffect(() => {
    const guard: Guard = {
      isChanged: () => latest.current.isChanged(),
      ask: setConfirming,
      close: () => latest.current.close(),
    };
    guards.push(guard);
    return () => {
      guards.splice(guards.indexOf(guard), 1);
      if (latest.current.isConfirming) goOn();
    };
  }, []);
  return {
    isConfirming,
    /** Its changes may be lost: goes on, or asks the form below first. */
    goOn,
    stay(): void {
      if (isConfirming) waiting?.reset();
      setConfirming(false);
    },
  };
}
