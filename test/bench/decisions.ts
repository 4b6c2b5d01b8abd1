import { prepareLink } from "../../src/server/resolve/prepareLink.ts";
import { resolve } from "../../src/server/resolve/resolve.ts";
import type { StoredCondition } from "../../src/server/resolve/rules/conditions.ts";
import { addressBytes } from "../../src/server/resolve/rules/networks.ts";
import { visit, visitFacts } from "../server/resolve/builders.ts";
import { median } from "./statistics.ts";

/** Microseconds of a decision. */
export interface DecisionsFigures {
  readonly plain: number;
  readonly rules: number;
  readonly withRules: number;
}

const start = Date.parse("2026-03-10T12:00:00Z");

/** None of them holds for the visitor below: each is looked at. */
const conditions: readonly StoredCondition[] = [
  { type: "device", values: ["ios", "tablet"] },
  { type: "language", values: ["fa-IR", "de"] },
  { type: "query-param", key: "x", values: ["2"] },
  { type: "ip-address", values: ["2001:db8:1::/48", "198.51.100.0/24", "203.0.*.7"] },
  { type: "geolocation-country-code", values: ["DE", "AT", "CH"] },
  { type: "before-date", values: ["2026-03-01T00:00:00Z"] },
  { type: "browser", values: ["safari", "firefox"] },
  { type: "referrer-domain", values: ["shop.example"] },
  {
    type: "time-window",
    window: { days: [6, 7], from: "09:00", to: "17:00", zone: "Asia/Tehran" },
  },
];

const known = visit({
  now: start,
  languages: ["en"],
  country: "IR",
  device: "android",
  deviceGroup: "mobile",
  detail: {
    clicks: 0,
    roll: 0.5,
    isBot: false,
    splitKey: "203.0.113.9",
    facts: visitFacts({
      now: start,
      languages: [],
      country: "IR",
      device: "android",
      browser: "Chrome",
      address: addressBytes("203.0.113.9"),
      referrer: "news.example",
      parameter: (name) => (name === "x" ? ["1"] : []),
    }),
  },
});

const roundLength = 5_000;

/** The median of the rounds; each visit comes a second later, so that nothing is known of its moment. */
function microsecondsOf(link: ReturnType<typeof prepareLink>, rounds: number): number {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    for (let place = 0; place < roundLength; place += 1) {
      const now = start + (round * roundLength + place) * 1_000;
      const detail = known.detail && { ...known.detail, facts: { ...known.detail.facts, now } };
      resolve(link, { ...known, now, ...(detail && { detail }) });
    }
    times.push(((performance.now() - startedAt) * 1_000) / roundLength);
  }
  return median(times);
}

export function measureDecisions(rounds: number): DecisionsFigures {
  const url = "https://example.com/";
  const rules = Array.from({ length: 50 }, (_, place) => {
    const condition = conditions[place % conditions.length];
    return { url: `${url}${place}`, conditions: condition === undefined ? [] : [condition] };
  });
  const [plain, full] = [prepareLink({ url }), prepareLink({ url, rules })];
  const { by } = { by: undefined, ...resolve(full, known) };
  if (by !== undefined) throw new Error(`The rule ${JSON.stringify(by)} holds.`);
  return {
    plain: microsecondsOf(plain, rounds),
    rules: rules.length,
    withRules: microsecondsOf(full, rounds),
  };
}
