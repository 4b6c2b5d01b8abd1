import type { Alarm } from "../../src/server/common/alarm.ts";

/** A clock that stands still until a test moves it on, and the alarms that are set by it. */
export interface StandInTime {
  readonly clock: () => number;
  readonly alarm: Alarm;
  /** Alarms that are due meanwhile run, the earliest first. */
  pass(milliseconds: number): void;
  /** How many alarms are set. */
  waiting(): number;
}

export function createStandInTime(start = Date.now()): StandInTime {
  let now = start;
  let alarms: { readonly at: number; readonly run: () => void }[] = [];

  function runDue(until: number): void {
    for (;;) {
      const due = alarms.toSorted((one, other) => one.at - other.at)[0];
      if (due === undefined || due.at > until) return;
      alarms = alarms.filter((one) => one !== due);
      now = Math.max(now, due.at);
      due.run();
    }
  }

  return {
    clock: () => now,
    alarm(milliseconds, run) {
      const one = { at: now + milliseconds, run };
      alarms.push(one);
      return () => {
        alarms = alarms.filter((other) => other !== one);
      };
    },
    pass(milliseconds) {
      const until = now + milliseconds;
      runDue(until);
      now = until;
    },
    waiting: () => alarms.length,
  };
}
