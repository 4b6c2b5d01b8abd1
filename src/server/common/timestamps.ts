import { Temporal } from "temporal-polyfill";
import { clockOffset } from "../resolve/rules/localTime.ts";

/** Moments as callers see them: `YYYY-MM-DD HH:MM:SS` in the account's time zone. */
export interface Timestamps {
  /** The account's, as IANA names it. */
  readonly timeZone: string;
  /** From a UTC instant (ISO 8601). */
  render(instant: string): string;
  /**
   * To a UTC instant of whole seconds, from the account's clocks or, with `T` and `Z`, from one. A
   * time that the clocks skip means as much later; one that they show twice means the first.
   */
  parse(moment: string): string;
}

const quarter = 15 * 60_000;
/** Since then every zone's clocks change at a quarter of an hour, so that offsets can be kept by it. */
const regularSince = Date.UTC(1975, 0, 1);
const maxOffsets = 20_000;
/** What four digits of a year can say; "9999-12-31 23:59:59" stands for "never" in many programs. */
const earliest = Date.parse("0000-01-01T00:00:00Z");
const latest = Date.parse("9999-12-31T23:59:59Z");

function withinFourDigits(milliseconds: number): number {
  return Math.min(Math.max(milliseconds, earliest), latest);
}

export function createTimestamps(timeZone: string): Timestamps {
  const offsets = new Map<number, number>();

  /** Milliseconds to add to UTC. */
  function exactOffsetAt(milliseconds: number): number {
    const zoned = Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(timeZone);
    return zoned.offsetNanoseconds / 1e6;
  }

  function offsetAt(milliseconds: number): number {
    if (milliseconds < regularSince) return exactOffsetAt(milliseconds);
    const slot = Math.floor(milliseconds / quarter);
    const known = offsets.get(slot);
    if (known !== undefined) return known;
    // Thirty times as quick as the exact one.
    const offset = clockOffset(timeZone, slot * quarter);
    if (offsets.size >= maxOffsets) offsets.clear();
    offsets.set(slot, offset);
    return offset;
  }

  return {
    timeZone,
    render(instant) {
      const milliseconds = Date.parse(instant);
      const local = withinFourDigits(milliseconds + offsetAt(milliseconds));
      return new Date(local).toISOString().slice(0, 19).replace("T", " ");
    },
    parse(moment) {
      if (moment.endsWith("Z")) return moment;
      const { epochMilliseconds } = Temporal.PlainDateTime.from(
        moment.replace(" ", "T"),
      ).toZonedDateTime(timeZone, { disambiguation: "compatible" });
      return new Date(withinFourDigits(epochMilliseconds)).toISOString().replace(".000Z", "Z");
    },
  };
}
