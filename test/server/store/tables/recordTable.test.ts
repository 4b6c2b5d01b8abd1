import { expect, it } from "vitest";
import { createTable } from "../../../../src/server/store/tables/recordTable.ts";

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
