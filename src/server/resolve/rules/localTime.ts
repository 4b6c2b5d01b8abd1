const quarter = 15 * 60_000;

/**
 * Clocks by the lower-case names of zones that were asked for. Each takes some 35 kB and 70 µs, so that no condition
 * has its own. There are some 600 names; offsets such as +05:30 need no clock.
 */
const clocks = new Map<string, Intl.DateTimeFormat>();
let zones: ReadonlySet<string> | null = null;

function isZone(name: string): boolean {
  zones ??= new Set(Intl.supportedValuesOf("timeZone").map((zone) => zone.toLowerCase()));
  return zones.has(name);
}

/** Milliseconds of a zone that is an offset, as `Intl` reads them; null: it's a name. */
function fixedOffset(zone: string): number | null {
  const [, sign, hours, minutes = "0"] =
    /^([+-])([01]\d|2[0-3])(?::?([0-5]\d))?$/u.exec(zone) ?? [];
  if (hours === undefined) return null;
  return (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -60_000 : 60_000);
}

function clockOf(name: string): Intl.DateTimeFormat {
  const known = clocks.get(name);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone: name,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  clocks.set(name, clock);
  return clock;
}

/**
 * Milliseconds that a zone's clocks (IANA name) are ahead of UTC at a whole second of our era. RangeError: there is
 * no such zone.
 */
export function clockOffset(zone: string, at: number): number {
  const fixed = fixedOffset(zone);
  if (fixed !== null) return fixed;
  const parts = Object.fromEntries(
    clockOf(zone.toLowerCase())
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  // A given moment is reckoned with: no clock is read.
  // oxlint-disable-next-line no-restricted-globals
  return Date.UTC(year, month - 1, day, hour, minute, second) - at;
}

/** The offsets of zones in the quarter of an hour that was asked for last. */
const offsets = new Map<string, number>();
let offsetsOf = Number.NaN;

/**
 * Every zone's offset changes at a quarter of an hour. Visits come one after the other, and thousands of conditions
 * ask at each: writing a moment takes 2 µs and more.
 */
function offsetIn(name: string, present: number): number {
  if (present !== offsetsOf) {
    offsetsOf = present;
    offsets.clear();
  }
  const known = offsets.get(name);
  if (known !== undefined) return known;
  const offset = clockOffset(name, present * quarter);
  offsets.set(name, offset);
  return offset;
}

/** A day of the week, 1 (Monday) to 7, and the minute of that day, 0 to 1,439. */
export interface LocalTime {
  readonly day: number;
  readonly minute: number;
}

/** What the clocks of a zone (IANA name) show at a moment; RangeError: there is no such zone. */
export function localTimes(zone: string): (at: number) => LocalTime {
  const name = zone.toLowerCase();
  // Former names are known to clocks alone.
  if (fixedOffset(name) === null && !isZone(name)) clockOf(name);
  return (at) => {
    const offset = offsetIn(name, Math.floor(at / quarter));
    const minutes = Math.floor((at + offset) / 60_000);
    const days = Math.floor(minutes / 1440);
    // The first day of 1970 was a Thursday.
    return { day: ((((days + 3) % 7) + 7) % 7) + 1, minute: minutes - days * 1440 };
  };
}
