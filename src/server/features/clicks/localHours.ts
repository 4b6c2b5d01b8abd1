import { Temporal } from "temporal-polyfill";

/** Hours since the beginning of 1970 as the account's clocks show them. */
type LocalHours = (at: number) => number;

const hour = 3_600_000;
const day = 24 * hour;
const quarter = hour / 4;
const maxOffsets = 10_000;

/**
 * The hour that a moment belongs to in the account's time zone; an hour that the clocks show twice
 * is one. Every zone's offset changes at a quarter of an hour.
 */
export function createLocalHours(timeZone: () => string): LocalHours {
  let zone = "";
  let byDay = new Map<number, number | null>();
  let byQuarter = new Map<number, number>();

  function exactOffset(at: number): number {
    const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
    return zoned.offsetNanoseconds / 1e6;
  }

  /** The offset of a whole day (UTC); null: the clocks change on it. */
  function offsetOfDay(number: number): number | null {
    const known = byDay.get(number);
    if (known !== undefined) return known;
    const offset = exactOffset(number * day);
    const same = offset === exactOffset((number + 1) * day - quarter) ? offset : null;
    if (byDay.size >= maxOffsets) byDay = new Map();
    byDay.set(number, same);
    return same;
  }

  function offsetOfQuarter(number: number): number {
    const known = byQuarter.get(number);
    if (known !== undefined) return known;
    const offset = exactOffset(number * quarter);
    if (byQuarter.size >= maxOffsets) byQuarter = new Map();
    byQuarter.set(number, offset);
    return offset;
  }

  return (at) => {
    const present = timeZone();
    if (present !== zone) {
      zone = present;
      byDay = new Map();
      byQuarter = new Map();
    }
    const offset = offsetOfDay(Math.floor(at / day)) ?? offsetOfQuarter(Math.floor(at / quarter));
    return Math.floor((at + offset) / hour);
  };
}
