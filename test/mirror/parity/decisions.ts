import type { LinkRecord } from "../../../src/server/store/records.ts";
import type { Dice } from "./dice.ts";

type Rule = NonNullable<LinkRecord["rules"]>[number];
type Condition = Rule["conditions"][number];
type Split = NonNullable<LinkRecord["split"]>;

const hour = 3_600_000;

/** How many of a hundred links have each of them. */
export interface Shares {
  readonly rules: number;
  readonly split: number;
  readonly dates: number;
  readonly limit: number;
}

/** Rules, splits and dates as records have them; `start` is when visits begin, `anywhere` makes destinations. */
export function decisionMaker(dice: Dice, start: number, anywhere: () => string, shares: Shares) {
  const { of, some, isOften, below, many } = dice;
  const moment = () => new Date(start + (below(9) - 6) * hour).toISOString();

  function condition(): Condition {
    const made = of<() => Condition>([
      () => ({ type: "device", values: [of(["android", "ios", "mobile", "tablet", "desktop"])] }),
      () => ({ type: "language", values: [of(["de", "fa-IR", "en_GB"])] }),
      () => ({ type: "query-param", key: "x", values: ["1", "ی"] }),
      () => ({ type: "any-value-query-param", key: of(["y", "z"]) }),
      () => ({ type: "valueless-query-param", key: of(["z", "x"]) }),
      () => ({
        type: "ip-address",
        values: [of(["203.0.113.0/27", "203.0.*.7", "2001:db8:1::/48", "nonsense"])],
      }),
      () => ({ type: "geolocation-country-code", values: [of(["DE", "IR"]), "FR"] }),
      () => ({ type: "geolocation-city-name", values: ["Berlin"] }),
      () => ({ type: "before-date", values: [moment()] }),
      () => ({ type: "after-date", values: [moment()] }),
      () => ({ type: "browser", values: [of(["chrome", "firefox", "safari"])] }),
      () => ({ type: "referrer-domain", values: [of(["news.example", "www.pinterest.co.uk"])] }),
      () => ({
        type: "time-window",
        window: {
          days: [of([1, 2, 3]), 2],
          from: of(["09:00", "12:30", "22:00"]),
          to: of(["13:00", "02:00"]),
          zone: of(["Europe/Berlin", "Asia/Tehran", "Nowhere/None"]),
        },
      }),
    ])();
    return isOften(20) ? { ...made, not: true } : made;
  }

  const rule = (): Rule => ({
    url: anywhere(),
    conditions: [condition(), ...many(1, condition)],
    ...(isOften(50) && { name: of(["Phones", "Evening"]) }),
    ...(isOften(10) && { isOff: true }),
  });

  function split(): Split {
    const weight = of([0, 1, 2_500, 5_000, 9_999]);
    const variants = [
      { id: "a", url: anywhere(), weight },
      { id: "b", url: anywhere(), weight: 10_000 - weight },
    ];
    return {
      seed: `seed ${below(1_000)}`,
      startedAt: "2026-01-01T00:00:00.000Z",
      variants,
      ...(isOften(30) && { endsAt: moment(), ...(isOften(50) && { winner: of(["a", "c"]) }) }),
    };
  }

  return {
    rules: () => some(shares.rules, () => [rule(), ...many(2, rule)]),
    split: () => some(shares.split, split),
    startsAt: () => some(shares.dates, moment),
    showsStart: () => some(30, () => true as const),
    beforeUrl: () => some(30, anywhere),
    afterUrl: () => some(30, anywhere),
  };
}
