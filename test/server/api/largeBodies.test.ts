import { describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import type { Operation } from "../../../src/contract/operation.ts";
import { operations } from "../../../src/contract/operations.ts";
import { formsOf, mostIn } from "../../../src/server/features/links/givenFields.ts";
import { serverForAll } from "../../support/testServer.ts";

const server = serverForAll();
const largest = 1024 * 1024 - 200;

/** As many of an entry as fit into a body. */
const fill = (item: unknown) =>
  Array.from({ length: Math.floor(largest / (JSON.stringify(item).length + 1)) }, () => item);

const keys = (value: unknown, most = 90_000) =>
  Object.fromEntries(Array.from({ length: most }, (_, at) => [`x${at.toString(36)}`, value]));

const rule = (value: unknown) => ({ conditions: [{ type: "language", value }] });

test.each([
  ["PUT", "/api/url/1/rules", { rules: [rule(fill(""))] }, "rules[0].conditions[0].value must"],
  ["PUT", "/api/url/1/rules", { rules: fill({ x: 1 }) }, "rules must have at most 50 entries."],
  ["PUT", "/api/url/1/update", { expect: keys(1) }, "expect must have at most 500 entries."],
  ["POST", "/api/bulk", { select: { ids: fill("") } }, "select.ids must have at most 100,000"],
  ["POST", "/api/bulk", { wait: keys(1) }, "wait must have at most 500 entries."],
  ["POST", "/api/bulk", { add: { rules: [keys(1)] } }, "add must have at most 500 entries in each"],
  ["POST", "/api/trash/restore", { ids: fill(null) }, "ids must have at most 100,000 entries."],
  ["POST", "/api/trash/restore", { ids: fill("x").slice(0, 99_999) }, "ids may have more wrong"],
  ["POST", "/api/import/1/preview", { mapping: keys(1) }, "mapping must have at most 500"],
  ["PUT", "/api/settings", { set: keys(1) }, "set must have at most 500 entries."],
])("%s %s with 1 MiB of mistakes is refused at once", async (method, path, sent, message) => {
  const start = process.threadCpuUsage();
  const { status, body } = await server.api(method, path, sent, server.localKey);
  // Processor time: a busy machine doesn't change it.
  expect(process.threadCpuUsage(start).user / 1000).toBeLessThan(1000);
  expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
  expect(body.faults.length).toBeLessThanOrEqual(100);
  expect(JSON.stringify(body).length).toBeLessThan(50_000);
});

test.each([
  ["PUT", "/api/url/1/update", "channels", "100"],
  ["PUT", "/api/url/1/update", "pixels", "100"],
  ["PUT", "/api/campaign/1/links", "ids", "1,000"],
  ["POST", "/api/bio/add", "links", "100"],
] as const)(
  "%s %s looks at no entry of a list of 349,000 in %s",
  async (method, path, field, most) => {
    const sent = { [field]: fill({}) };
    const start = process.threadCpuUsage();
    const { status, body } = await server.api(method, path, sent, server.localKey);
    expect(process.threadCpuUsage(start).user / 1000).toBeLessThan(250);
    expect([status, body.message]).toEqual([400, `${field} must have at most ${most} entries.`]);
  },
);

test("a list may have many empty entries beside those that count", async () => {
  const tags = [...Array.from({ length: 1000 }, () => null), "spring"];
  const sent = { url: "https://example.com/", tags };
  expect(await server.api("POST", "/api/url/add", sent)).toMatchObject({ body: { error: 0 } });
});

test("a failure names the first 100 faults and how many more there are", async () => {
  const empties = { rules: [rule(["", ""]), ...Array.from({ length: 49 }, () => rule([""]))] };
  const few = await server.api("PUT", "/api/url/1/rules", empties);
  expect(few.body.faults).toHaveLength(51);
  expect(few.body.message).toMatch(/value\[0\] must not be empty\. Omit it instead\.$/);
  const rules = Array.from({ length: 50 }, () => rule(["", "", ""]));
  const { body } = await server.api("PUT", "/api/url/1/rules", { rules });
  expect(body.faults).toHaveLength(100);
  expect(body.message).toMatch(/; and 50 more\.$/);
});

test("the names of all settings are beside the first unknown name only", async () => {
  const sent = { set: { one: 1, other: 2 }, unset: ["third"] };
  const { body } = await server.api("PUT", "/api/settings", sent, server.localKey);
  expect(body.message.match(/timeZone/g)).toHaveLength(1);
  expect(body.message).toMatch(/; set\.other is not a setting; unset\[0\] is not a setting\.$/);
});

/** Lists in a body that nothing bounds. */
function unboundedIn(schema: unknown, field: string): string[] {
  return formsOf(schema).flatMap((form) => {
    if (form instanceof z.ZodArray) {
      return [
        ...(mostIn(form) === undefined ? [field] : []),
        ...unboundedIn(form.element, `${field}[]`),
      ];
    }
    return form instanceof z.ZodObject
      ? Object.entries(form.shape).flatMap(([key, inner]) => unboundedIn(inner, `${field}.${key}`))
      : [];
  });
}

test("each list that a body takes has a maximum", () => {
  const rows: [string, Operation][] = Object.entries(operations);
  expect(rows.flatMap(([name, { body }]) => unboundedIn(body, name))).toEqual([]);
});

describe("very many names are refused before anything is built from them", () => {
  const url = "https://example.com/";

  test("at the top of a body", async () => {
    const checks = vi.spyOn(operations.addLink.body, "safeParse");
    onTestFinished(() => checks.mockRestore());
    const wide = await server.api("POST", "/api/url/add", { url, ...keys(1) });
    expect([wide.status, wide.body.message]).toEqual([
      400,
      "The request body must have at most 500 names.",
    ]);
    expect(checks).not.toHaveBeenCalled();
    expect((await server.api("POST", "/api/url/add", { url, ...keys(1, 499) })).status).toBe(200);
    expect(checks).toHaveBeenCalledOnce();
  });

  test("in a field that takes none", async () => {
    const checks = vi.spyOn(operations.addLink.body, "safeParse");
    onTestFinished(() => checks.mockRestore());
    const sent = { url, rules: [{ conditions: keys(1, 501) }] };
    const { status, body } = await server.api("POST", "/api/url/add", sent);
    expect([status, body.message]).toEqual([
      400,
      "rules must have at most 500 entries in each object.",
    ]);
    expect(checks).not.toHaveBeenCalled();
  });

  test("in a query", async () => {
    const checks = vi.spyOn(operations.listLinks.query, "safeParse");
    onTestFinished(() => checks.mockRestore());
    const query = (count: number) => Array.from({ length: count }, (_, at) => `x${at}=1`).join("&");
    const wide = await server.api("GET", `/api/urls?${query(501)}`);
    expect([wide.status, wide.body.message]).toEqual([
      400,
      "The query must have at most 500 names.",
    ]);
    expect(checks).not.toHaveBeenCalled();
    expect((await server.api("GET", `/api/urls?${query(500)}`)).status).toBe(200);
    expect(checks).toHaveBeenCalledOnce();
  });
});
