import type { Detail } from "./linkCounters.ts";

/** Bytes of the blocks of numbers that all counters have: they grow with hours, names and visitors. */
export interface CounterMemory {
  readonly bytes: number;
  /** After each change of counters. */
  changed(detail: Detail): void;
  /** Before they are thrown away. */
  left(detail: Detail): void;
}

export function createCounterMemory(): CounterMemory {
  let bytes = 0;

  function count(detail: Detail, present: number): void {
    bytes += present - detail.countedBytes;
    detail.countedBytes = present;
  }

  return {
    get bytes() {
      return bytes;
    },
    changed(detail) {
      const { visitors, tallies, quarters, history } = detail;
      const { hours, days } = history;
      count(detail, visitors.bytes + tallies.bytes + quarters.bytes + hours.bytes + days.bytes);
    },
    left: (detail) => count(detail, 0),
  };
}
