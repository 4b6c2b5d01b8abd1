import { hashOf } from "../../src/mirror/wire/hash.ts";
import type { SiteRow } from "../../src/mirror/wire/rows.ts";

/** What every copy has beside its links. */
export const siteRow: SiteRow = {
  v: 1,
  home: null,
  isDark: false,
  domains: [],
  shortBase: "http://edge.example",
  formerBases: [],
  prefix: "",
  formerPrefixes: [],
  ports: [],
  pageName: "",
  pageColor: "",
  respectDnt: true,
  usernames: [],
  visitorKey: "AAAA",
};

export type PushedRow = readonly [key: string, hash: number, data: string];

export function pushedRow(key: string, value: object): PushedRow {
  const data = JSON.stringify(value);
  return [key, hashOf(key, data), data];
}

/** Turns of one home, each after the one before. @param limit rows that it may write in a day */
export function turnsOf(limit: number) {
  let sequence = 1;
  return () => ({
    home: "home",
    generation: 1,
    sequence: (sequence += 1),
    budget: { day: Math.floor(Date.now() / 86_400_000), spent: 0, limit },
  });
}
