import type { Edge } from "../../contract/server/edge.ts";
import type { Budget } from "../wire/calls.ts";
import type { MeterRecord } from "./model.ts";

/** Rows of D1's free plan, in a day that ends at midnight UTC. */
export const rowsOfDay = 100_000;
/** Of these, what the mirror may take: the rest is for clicks, each of which costs two. */
const rowsOfMirror = 40_000;
/** Whoever comes to the end is refused everything, visits too: nobody writes the last of them. */
const spare = 5_000;
/** Left for the clicks of the day's rest when those of before are deleted. */
const rowsForClicks = 15_000;
const warnsFrom = 0.7;

const milliseconds = 86_400_000;
/** The day's first hour says little about the others. */
const least = 1 / 24;

export type MeterState = Readonly<NonNullable<Edge["meter"]>>;

export interface Meter {
  /** Rows that a call wrote. */
  add(rows: number, what: "mirror" | "other"): void;
  /** What the edge says of the clicks of a day. */
  see(today: { readonly day: number; readonly clicks: number }): void;
  left(): number;
  /** Rows of clicks that may be deleted now. */
  deletes(): number;
  budget(): Budget;
  record(): MeterRecord;
  /** With rows that wait to be mirrored, and lines there that are to be deleted. */
  state(waiting: number, lines: number): MeterState;
}

/** More than anybody writes: what is left where no plan counts. */
const noLimit = 1e12;

/**
 * Adds up what is written in the day that it is at the edge.
 * @param isMetered false: the database is on a server of one's own
 */
export function createMeter(
  stored: MeterRecord | null,
  edgeClock: () => number,
  isMetered = true,
): Meter {
  let now: MeterRecord = stored ?? { day: 0, written: 0, mirrored: 0, clicks: 0 };

  function today(): MeterRecord {
    const day = Math.floor(edgeClock() / milliseconds);
    if (day !== now.day) now = { day, written: 0, mirrored: 0, clicks: 0 };
    return now;
  }

  function left(): number {
    if (!isMetered) return noLimit;
    const { written, mirrored, clicks } = today();
    return Math.max(0, Math.min(rowsOfMirror - mirrored, rowsOfDay - spare - written - clicks));
  }

  function deletes(): number {
    if (!isMetered) return noLimit;
    const { written, clicks } = today();
    return Math.max(0, rowsOfDay - spare - rowsForClicks - written - clicks);
  }

  return {
    add(rows, what) {
      const { written, mirrored } = today();
      now = {
        ...now,
        written: Math.min(noLimit, written + rows),
        mirrored: Math.min(noLimit, mirrored + (what === "mirror" ? rows : 0)),
      };
    },
    see({ day, clicks }) {
      if (day === today().day) now = { ...now, clicks };
    },
    left,
    deletes,
    budget() {
      const { day, written } = today();
      return { day, spent: written, limit: isMetered ? rowsOfDay - spare : noLimit };
    },
    record: today,
    state(waiting, lines) {
      const { day, written, clicks } = today();
      const gone = Math.max(least, (edgeClock() % milliseconds) / milliseconds);
      const known = Math.min(waiting, left()) + Math.min(lines, deletes());
      // Each click of the day's rest is written, and deleted once it is home.
      const rest = 2 * clicks * (1 / gone - 1);
      const forecast = Math.round(written + clicks + known + rest);
      return {
        day: new Date(day * milliseconds).toISOString().slice(0, 10),
        written: written + clicks,
        limit: rowsOfDay,
        forecast,
        warns: forecast >= rowsOfDay * warnsFrom,
        left: left(),
      };
    },
  };
}
