import {
  array,
  assert,
  boolean,
  constantFrom,
  integer,
  property,
  record,
  string,
} from "fast-check";
import { expect, test, it } from "vitest";
import { foldAlias, isSpelledAs } from "../../../../src/server/store/tables/foldAlias.ts";
import { createNamedTable } from "../../../../src/server/store/tables/namedTable.ts";
import type { LinkRecord } from "../../../../src/server/store/records.ts";
import { runs } from "../../../support/full.ts";
import { createTable } from "../../../../src/server/store/tables/recordTable.ts";

test.each([
  ["Spring", "sPRING"],
  ["caf\u00e9", "CAFE\u0301"],
  ["\u06a9\u06cc", "\u0643\u064a"],
  ["sale-5", "SALE-\u06f5"],
  ["sale-5", "sale-\u0665"],
  ["sale-1405", "sale-\u0967\u096a\u0966\u096b"],
  // Mathematical digits stand in five rows, one after the other.
  ["0189", "\u{1d7ce}\u{1d7d9}\u{1d7ea}\u{1d7ff}"],
  ["\u0628\u0647\u0627\u0631-\u06f1\u06f4", "\u0628\u0647\u0627\u0631-1\u0664"],
])("%s and %s are the same alias", (one, other) => {
  expect(foldAlias(one)).toBe(foldAlias(other));
});

test.each([
  ["spring", "sprung"],
  ["sale-5", "sale-\u06f6"],
  ["\u06cc", "\u0649"],
  ["\u06a9", "\u06af"],
  ["\u00b2", "2"],
])("%s and %s are two", (one, other) => {
  expect(foldAlias(one)).not.toBe(foldAlias(other));
});

test("every digit of every script folds to its value", () => {
  for (const [zero, count] of [
    [0x0660, 10],
    [0x06f0, 10],
    [0x0966, 10],
    [0xff10, 10],
    [0x1d7ce, 50],
  ] as const) {
    const digits = Array.from({ length: count }, (_, index) => String.fromCodePoint(zero + index));
    expect(foldAlias(digits.join(""))).toBe("0123456789".repeat(count / 10));
  }
});

test("folding what is folded changes nothing", () => {
  assert(
    property(string({ unit: "grapheme", maxLength: 12 }), (text) => {
      expect(foldAlias(foldAlias(text))).toBe(foldAlias(text));
    }),
    { numRuns: runs(2_000) },
  );
});

test("the Unicode form is no spelling", () => {
  expect(isSpelledAs("caf\u00e9", "cafe\u0301")).toBe(true);
  expect(isSpelledAs("cafe", "Cafe")).toBe(false);
});

test("of names alike the exact one is found, then the oldest, on each domain of its own", () => {
  const table = createNamedTable<{ id: number; alias: string; domain?: number }>(
    ({ alias }) => alias,
  );
  table.put({ id: 4, alias: "Sale-5", domain: 7 });
  table.put({ id: 3, alias: "SALE-5" });
  table.put({ id: 2, alias: "sale-\u06f5" });
  const found = (alias: string, domain?: number) => table.byAlias(alias, domain)?.id;
  expect([found("SALE-5"), found("sale-\u06f5"), found("sale-5"), found("Sale-5")]).toEqual([
    3, 2, 2, 2,
  ]);
  expect([found("sale-5", 7), found("SALE-5", 7), found("sale-5", 8)]).toEqual([4, 4, undefined]);
  expect(table.withAlias("sale-5").map(({ id }) => id)).toEqual([2, 3, 4]);
  table.remove(2);
  expect([found("sale-\u06f5"), found("sale-5")]).toEqual([3, 3]);
});

test("names are in conflict by their spelling, or alike and made since, whatever comes and goes", () => {
  const change = record({
    id: integer({ min: 1, max: 12 }),
    alias: constantFrom("spring", "Spring", "SPRING", "autumn"),
    domain: constantFrom(undefined, 7),
    day: integer({ min: 0, max: 9 }),
    goes: boolean(),
  });
  const madeOn = (day: number) => (day === 0 ? "never" : `2026-03-0${day}T12:00:00Z`);
  assert(
    property(array(change, { maxLength: 40 }), (changes) => {
      const table = createNamedTable<Omit<LinkRecord, "url">>(({ alias }) => alias);
      for (const { id, alias, domain, day, goes } of changes) {
        if (goes) table.remove(id);
        else table.put({ id, alias, domain, createdAt: madeOn(day) });
        const since = Date.parse(madeOn(5));
        const found = [...table.conflicting(alias, domain, since)].map((one) => one.id);
        const expected = table
          .alike(alias, domain)
          .filter((one) => one.alias === alias || Date.parse(one.createdAt) >= since);
        expect(new Set(found)).toEqual(new Set(expected.map((one) => one.id)));
      }
    }),
    { numRuns: runs(300) },
  );
});

it("ids are those of the moment, lowest first, whatever comes and goes", () => {
  const table = createTable<{ readonly id: number }>();
  expect([...table.ids()]).toEqual([]);
  for (let id = 2; id <= 3_000; id += 2) table.put({ id });
  for (let id = 1; id <= 3_000; id += 6) table.put({ id });
  for (let id = 4; id <= 3_000; id += 8) table.remove(id);
  const before = table.ids();
  expect([...before]).toEqual([...table.values()].map(({ id }) => id));
  expect([...before]).toEqual([...before].toSorted((one, other) => one - other));
  table.remove(2);
  expect(before[1]).toBe(2);
  expect(table.ids()).toHaveLength(before.length - 1);
});
