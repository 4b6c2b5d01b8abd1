import { expect, test } from "vitest";
import {
  filterKey,
  type ListSearch,
  pagedSource,
  recordRange,
  searchKey,
} from "../../../../src/renderer/ui/list/recordSource.ts";
import { isShown } from "../../../../src/renderer/ui/list/table/columns.ts";
import { rangeBetween, toggled } from "../../../../src/renderer/ui/list/table/selection.ts";
import { directionOf, sortedBy } from "../../../../src/renderer/ui/list/table/sorting.ts";

test("a selection goes from where it began to another row, above it or below", () => {
  expect(rangeBetween(3, 6, 10)).toEqual([3, 6]);
  expect(rangeBetween(6, 3, 10)).toEqual([3, 6]);
  expect(rangeBetween(4, 4, 10)).toEqual([4, 4]);
  expect(rangeBetween(9, 0, 10)).toBe("all");
  // One link of one isn't all that match: more may come.
  expect(rangeBetween(0, 0, 1)).toEqual([0, 0]);
});

test("a row is selected and let go, and the selection before it stays as it was", () => {
  const before = new Set([1, 2]);
  expect([...toggled(before, 3)]).toEqual([1, 2, 3]);
  expect([...toggled(before, 1)]).toEqual([2]);
  expect([...before]).toEqual([1, 2]);
});

const search: ListSearch = { q: "", order: "", direction: "", filter: {} };

test("rows that are selected are asked for page by page, each page once", async () => {
  const asked: number[] = [];
  const source = {
    ...pagedSource("rows of a test", async ({ page, limit }) => {
      asked.push(page);
      const first = (page - 1) * limit;
      return { total: 10, items: Array.from({ length: limit }, (_, at) => first + at) };
    }),
    perPage: 4,
  };
  expect(await recordRange(source, search, 2, 8)).toEqual([2, 3, 4, 5, 6, 7, 8]);
  expect(await recordRange(source, search, 5, 6)).toEqual([5, 6]);
  expect(asked).toEqual([1, 2, 3]);
});

test("lists of one search are one list, and the selection stays under another order", () => {
  const one = { ...search, filter: { tag: "spring", status: "public" } };
  const other = { ...search, filter: { status: "public", tag: "spring" } };
  expect(searchKey(one)).toBe(searchKey(other));
  const sorted: ListSearch = { ...one, order: "clicks", direction: "desc" };
  expect(searchKey(sorted)).not.toBe(searchKey(one));
  expect(filterKey(sorted)).toBe(filterKey(one));
  expect(filterKey({ ...one, q: "x" })).not.toBe(filterKey(one));
});

test("a column sorts its own way first, then turns, and the address says only what isn't so anyway", () => {
  const name = { order: "name", first: "asc" } as const;
  const clicks = { order: "clicks", first: "desc" } as const;
  const own = { order: "name", direction: "" } as const;
  expect([directionOf(own, name), directionOf(own, clicks)]).toEqual(["asc", null]);
  expect(sortedBy(own, name, "name")).toEqual({ order: "", direction: "desc" });
  expect(sortedBy(own, clicks, "name")).toEqual({ order: "clicks", direction: "" });
  const turned = { order: "clicks", direction: "asc" } as const;
  expect(sortedBy(turned, clicks, "name")).toEqual({ order: "clicks", direction: "" });
});

test("a column is there as chosen, else by the room, and a fixed one always", () => {
  const column = { name: "clicks", label: "Clicks", track: "1fr", cell: () => null };
  expect(isShown({ ...column, from: 800 }, {}, 799)).toBe(false);
  expect(isShown({ ...column, from: 800 }, { clicks: true }, 799)).toBe(true);
  expect(isShown(column, { clicks: false }, 1000)).toBe(false);
  expect(isShown({ ...column, isExtra: true }, {}, 1000)).toBe(false);
  expect(isShown({ ...column, isFixed: true }, { clicks: false }, 0)).toBe(true);
});
