const quarter = 15 * 60_000;

/** Clocks of zones that were asked for. Each takes some 35 kB, so that no condition keeps its own. */
const clocks = new Map<string, Intl.DateTimeFormat>();
const mostClocks = 100;

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
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
  if (clocks.size >= mostClocks) clocks.clear();
  clocks.set(zone, clock);
  return clock;
}

/**
 * Milliseconds that a zone's clocks (IANA name) are ahead of UTC at a whole second of our era. RangeError: there is
 * no such zone.
 */
export function clockOffset(zone: string, at: number): number {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  // A given moment is reckoned with: no clock is read.
  // oxlint-disable-next-line no-restricted-globals
  return Date.UTC(year, month - 1, day, hour, minute, second) - at;
}

/** A day of the week, 1 (Monday) to 7, and the minute of that day, 0 to 1,439. */
export interface LocalTime {
  readonly day: number;
  readonly minute: number;
}

/** What the clocks of a zone (IANA name) show at a moment; RangeError: there is no such zone. */
export function localTimes(zone: string): (at: number) => LocalTime {
  clockOf(zone);
  // Every zone's offset changes at a quarter of an hour, and visits come one after the other.
  let [known, offset] = [Number.NaN, 0];
  return (at) => {
    const present = Math.floor(at / quarter);
    if (present !== known) [known, offset] = [present, clockOffset(zone, present * quarter)];
    const minutes = Math.floor((at + offset) / 60_000);
    const days = Math.floor(minutes / 1440);
    // The first day of 1970 was a Thursday.
    return { day: ((((days + 3) % 7) + 7) % 7) + 1, minute: minutes - days * 1440 };
  };
}
