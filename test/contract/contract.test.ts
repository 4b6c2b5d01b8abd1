import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Operation } from "../../src/contract/operation.ts";
import { operations } from "../../src/contract/operations.ts";
import { listEnvelope, listOf } from "../../src/contract/envelope.ts";
import { requestOf } from "../../src/contract/request.ts";
import { message } from "../../src/contract/messages/messages.ts";
import {
  settingGroups,
  settingNames,
  settingsIn,
} from "../../src/contract/server/settingsTable.ts";

const rows: [string, Operation][] = Object.entries(operations);

describe.each(rows)("%s", (_name, row) => {
  test("has a parameter for every segment of its path", () => {
    const segments = [...row.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(Object.keys(row.params.shape)).toEqual(segments);
  });

  test("says in one sentence what it does", () => {
    expect(row.summary).toMatch(/^[A-Z].*\.$/);
  });

  test("takes a body only where its method has one", () => {
    const hasBody = Object.keys(row.body.shape).length > 0;
    expect(hasBody && (row.method === "GET" || row.method === "DELETE")).toBe(false);
  });
});

test("no two operations answer the same request", () => {
  const requests = rows.flatMap(([, { method, alsoMethod, path }]) => {
    const shape = path.replaceAll(/:\w+/g, ":");
    return alsoMethod === undefined
      ? [`${method} ${shape}`]
      : [`${method} ${shape}`, `${alsoMethod} ${shape}`];
  });
  expect(new Set(requests).size).toBe(requests.length);
});

const numbers = listOf("numbers", z.int());
const page = (total: number, number: number, limit: number) =>
  listEnvelope("numbers", { items: [1], total, page: number, limit }, (item) => item);

test("a page says how many results all pages have and where the next one is", () => {
  expect(numbers.parse(page(31, 2, 15))).toEqual({
    error: "0",
    data: { result: 31, perpage: 15, currentpage: 2, nextpage: 3, maxpage: 3, numbers: [1] },
  });
});

test("the last page is its own next page", () => {
  expect(page(31, 3, 15).data).toMatchObject({ currentpage: 3, nextpage: 3, maxpage: 3 });
});

test("past the end the page is as asked and the next one is the last", () => {
  expect(page(31, 9, 15).data).toMatchObject({ currentpage: 9, nextpage: 3, maxpage: 3 });
});

test("an empty collection has one page", () => {
  expect(page(0, 1, 15).data).toMatchObject({ result: 0, nextpage: 1, maxpage: 1 });
});

test("a call becomes a path, a query without what isn't given, and a body", () => {
  expect(requestOf(operations.getLink, { params: { id: 7 } })).toEqual({
    method: "GET",
    path: "/api/url/7",
    body: null,
  });
  const query = { q: "a&b = ü", page: 2, limit: undefined };
  expect(requestOf(operations.listLinks, { query }).path).toBe(
    "/api/urls?q=a%26b+%3D+%C3%BC&page=2",
  );
  expect(requestOf(operations.addLink, { body: { url: "https://example.org/" } })).toEqual({
    method: "POST",
    path: "/api/url/add",
    body: '{"url":"https://example.org/"}',
  });
});

test("a value can't leave its place in the path", () => {
  expect(requestOf(operations.deleteLink, { params: { id: "5/x" } }).path).toBe(
    "/api/url/5%2Fx/delete",
  );
});

test("only the query that is given is sent", () => {
  const query = { q: "a & b", page: 2, order: undefined };
  expect(requestOf(operations.listLinks, { query }).path).toBe("/api/urls?q=a+%26+b&page=2");
});

test("half a surrogate pair is sent as what the service would read of it", () => {
  expect(requestOf(operations.listLinks, { query: { q: "\ud800" } }).path).toBe(
    "/api/urls?q=%EF%BF%BD",
  );
});

test("a message has its code, its values and the text with the values filled in", () => {
  expect(message("row.cells", { cells: 4, columns: 3 })).toEqual({
    code: "row.cells",
    values: { cells: 4, columns: 3 },
    message:
      "The number of cells in this row (4) differs from the number of columns (3). A cell with a comma may need quotes.",
  });
});

test("a value is filled in as it is, whatever it looks like", () => {
  expect(message("row.date", { cell: "{{cell}} $& {{most}}" }).message).toBe(
    "“{{cell}} $& {{most}}” isn’t a date.",
  );
});

test("the count of a message chooses its form, and thousands are marked", () => {
  expect(message("service.clicksUntold", { clicks: 1 }).message).toBe(
    "1 click was counted, but isn’t in the click log.",
  );
  expect(message("service.clicksUntold", { clicks: 1200 }).message).toBe(
    "1,200 clicks were counted, but aren’t in the click log.",
  );
});

test("each setting stands in one group", () => {
  const shown = settingGroups.flatMap((group) => settingsIn(group));
  expect(shown.toSorted()).toEqual(settingNames.toSorted());
});
