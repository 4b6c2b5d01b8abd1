import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sortedBy } from "../../../src/server/common/sortedBy.ts";

test("sortedBy puts equal keys in the order of their IDs and missing keys last, both ways", () => {
  const items = [
    { id: 1, key: 7 },
    { id: 2, key: undefined },
    { id: 3, key: 5 },
    { id: 4, key: 7 },
    { id: 5, key: undefined },
  ];
  const ids = (direction: "asc" | "desc") =>
    sortedBy(items, ({ key }) => key, direction).map(({ id }) => id);
  expect(ids("asc")).toEqual([3, 1, 4, 2, 5]);
  expect(ids("desc")).toEqual([4, 1, 3, 5, 2]);
});

test("sortedBy orders any keys, whatever order the items come in", () => {
  const keys = fc.oneof(fc.array(fc.nat(20)), fc.array(fc.string({ maxLength: 2 })));
  fc.assert(
    fc.property(keys, (all: readonly (number | string)[]) => {
      const items = all.map((key, place) => ({ id: place + 1, key })).toReversed();
      const sorted = sortedBy(items, ({ key }) => key, "asc");
      for (const [place, { id, key }] of sorted.entries()) {
        const next = sorted[place + 1];
        if (next === undefined) continue;
        expect(key < next.key || (key === next.key && id < next.id)).toBe(true);
      }
    }),
  );
});
