import { expect, test } from "vitest";
import { operations } from "../../src/contract/operations.ts";
import { requestOf } from "../../src/contract/request.ts";

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
