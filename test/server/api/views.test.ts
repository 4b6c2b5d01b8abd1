import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../support/server.ts";
import { createOwner } from "./owner.ts";

let server: TestServer;
const owner = createOwner(() => server);

beforeAll(async () => {
  server = await startTestServer({ clock: () => Date.UTC(2026, 5, 1, 12) });
});
afterAll(() => server.stop());

const keep = (view: object) => owner.call("POST", "/api/views", view);
const list = async (query = "") => (await owner.call("GET", `/api/views${query}`)).data.views;

test("a view is kept under its name, and one of the same kind and name takes its place", async () => {
  const { id } = await keep({ name: "Spring", query: { q: "spring", tag: ["Sale", "بهار"] } });
  const mapping = { name: "Spring", kind: "mapping", query: { "Long URL": "url" } };
  const { id: other } = await keep(mapping);
  expect(await list()).toEqual([
    { id: other, date: "2026-06-01 12:00:00", ...mapping },
    {
      id,
      date: "2026-06-01 12:00:00",
      name: "Spring",
      kind: "links",
      query: { q: "spring", tag: ["Sale", "بهار"] },
    },
  ]);
  expect(await keep({ name: "SPRING", query: { q: "summer" } })).toEqual({
    error: 0,
    change: expect.any(Number),
    id,
  });
  expect(await list("?kind=links")).toMatchObject([{ id, name: "SPRING", query: { q: "summer" } }]);
  expect(await list("?kind=mapping")).toMatchObject([{ id: other }]);
  expect(await list("?q=no+such")).toEqual([]);
  await owner.call("DELETE", `/api/views/${id}`);
  await owner.call("DELETE", `/api/views/${other}`);
  expect(await list()).toEqual([]);
  expect(await owner.refusal("DELETE", `/api/views/${id}`)).toEqual([404, "View does not exist."]);
});

test("what isn't a view is refused by the name of what is wrong", async () => {
  const refused = async (view: object) => (await owner.refusal("POST", "/api/views", view))[1];
  expect(await refused({ query: {} })).toContain("name is required");
  expect(await refused({ name: "a", query: {}, colour: "red" })).toContain("colour");
  expect(await refused({ name: "a", query: { q: { deep: 1 } } })).toContain("query.q");
  expect(await refused({ name: "a", query: { minClicks: "many" } })).toContain("query.minClicks");
  expect(await refused({ name: "a", query: { direction: "up" } })).toContain("query.direction");
  expect(await refused({ name: "a", kind: "qr", query: {} })).toContain("kind");
});
