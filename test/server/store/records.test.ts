import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { z } from "zod";
import { checkRecord } from "../../../src/server/store/tables/checks.ts";
import { migrations, versionAfter } from "../../../src/server/store/document/migrations.ts";
import { clickRecord, collections, secretsRecord } from "../../../src/server/store/records.ts";

function hashOfShapes(): string {
  const shapes = Object.entries({ ...collections, clickRecord, secretsRecord }).map(
    ([name, schema]) => [name, z.toJSONSchema(schema)],
  );
  return createHash("sha256").update(JSON.stringify(shapes)).digest("hex").slice(0, 16);
}

/**
 * Where this fails, a record's shape has changed. If a release has carried the version, add a step
 * to `migrations.ts` first (an empty one where only fields that may be absent came); then write the
 * new pair here. An older program then says that the folder is a newer one's, and touches nothing.
 */
test("the shapes of records belong to the version that stands in the files", () => {
  expect({ version: versionAfter(migrations), shapes: hashOfShapes() }).toEqual({
    version: 5,
    shapes: "b27796ef34cad386",
  });
});

test.each([
  [
    "links",
    { id: 1, alias: "a", url: "https://example.org", createdAt: "2026-01-01T00:00:00Z" },
    [
      { type: { kind: "direct", speed: 1 } },
      { type: { kind: "splash", id: 1, speed: 1 } },
      { countries: [{ country: "DE", url: "https://example.org", weight: 1 }] },
      { devices: [{ device: "ipad", url: "https://example.org", weight: 1 }] },
      { languages: [{ language: "fa", url: "https://example.org", weight: 1 }] },
      { framing: { allowed: true, checkedAt: "2026-01-01T00:00:00Z", by: "hand" } },
      { deepLink: { auto: true, windows: "https://example.org" } },
      { parameters: [{ name: "a", value: "b", encode: false }] },
      { source: { service: "other", id: "1", account: "me" } },
      { colour: "red" },
    ],
  ],
  [
    "qrCodes",
    { id: 1, code: "a", type: "text", data: "a", createdAt: "2026-01-01T00:00:00Z" },
    [{ logo: { source: "a.png", file: "a.png", width: 1 } }],
  ],
  [
    "bioPages",
    { id: 1, alias: "a", name: "a", createdAt: "2026-01-01T00:00:00Z" },
    [{ links: [{ title: "a", url: "https://example.org", icon: "a" }] }],
  ],
  [
    "contactAnswers",
    { id: 1, overlay: 1, link: 1, visitor: "a", createdAt: "2026-01-01T00:00:00Z", fields: {} },
    [{ fields: { city: "a" } }],
  ],
])("a field that %s don't know is refused at any depth, never dropped", (name, record, more) => {
  expect(checkRecord(name, record)).toEqual({ record });
  for (const unknown of more) {
    expect(checkRecord(name, { ...record, ...unknown })).toMatchObject({
      problem: expect.stringContaining("Unrecognized key") as string,
    });
  }
});

test.each([
  [{}, "createdAt: missing"],
  [{ createdAt: "yesterday" }, 'createdAt: can\'t be "yesterday"'],
  [{ createdAt: "2026-01-01T00:00:00Z", alias: 5 }, "alias: must be of type string, not 5"],
  [{ createdAt: "2026-01-01T00:00:00Z", status: "hidden" }, 'status: can\'t be "hidden"'],
])("what is wrong with %j is said in words", (fields, problem) => {
  const record = { id: 1, alias: "a", url: "https://example.org", ...fields };
  expect(checkRecord("links", record)).toEqual({ problem });
});

function openObjects(schema: unknown, path: string): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { type, additionalProperties } = schema as Record<string, unknown>;
  return [
    ...(type === "object" && additionalProperties === undefined ? [path] : []),
    ...Object.entries(schema).flatMap(([name, part]) => openObjects(part, `${path}.${name}`)),
  ];
}

test.each(Object.entries(collections))(
  "no object in %s takes what it doesn't know",
  (name, schema) => {
    expect(openObjects(z.toJSONSchema(schema, { io: "input" }), name)).toEqual([]);
  },
);
