import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import type { Operation } from "../../../src/contract/operation.ts";
import { operations } from "../../../src/contract/operations.ts";
import { createOpenApi } from "../../../src/server/api/openApi.ts";
import { documented } from "../contract/document.ts";

const document = createOpenApi({ serverUrl: "http://127.0.0.1:4080" });
const calls = documented(document);
const rows: readonly (readonly [string, Operation])[] = Object.entries(operations);

test("it is valid OpenAPI 3.1", async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
});

test("every reference leads somewhere", () => {
  const texts = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)];
  const targets = texts.map(([, path = ""]) => path);
  const missing = targets.filter((path) => {
    let place: unknown = document;
    for (const key of path.split("/")) {
      place = Object.entries(place ?? {}).find(([name]) => name === key)?.[1];
    }
    return place === undefined;
  });
  expect(targets.length).toBeGreaterThan(0);
  expect(missing).toEqual([]);
});

test("it has every operation for scripts, and none of the owner's", () => {
  const ids = calls.map(({ operation }) => operation.operationId);
  const expected = rows.flatMap(([name, { scope, alsoMethod }]) =>
    scope === "owner" ? [] : alsoMethod === undefined ? [name] : [name, `${name}ByPost`],
  );
  expect(ids.toSorted()).toEqual(expected.toSorted());
});

describe.each(calls.map((call) => [call.operation.operationId, call] as const))(
  "%s",
  (_name, { path, operation }) => {
    test("names its resource, its path's parameters, its answer and its failures", () => {
      expect(operation.tags).toHaveLength(1);
      const segments = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const parameters = operation.parameters ?? [];
      expect(parameters.filter((one) => one.in === "path").map((one) => one.name)).toEqual(
        segments,
      );
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining(["200", "401", "403", "429", "500"]),
      );
    });
  },
);

test("only what answers for the service itself is under its tag", () => {
  const own = calls.filter(({ operation }) => operation.tags[0] === "Service");
  expect(own.map(({ path }) => path)).toEqual(["/api/openapi.json"]);
});

test("it says where the service is reached", () => {
  const { servers } = createOpenApi({ serverUrl: "http://127.0.0.1:4999/s" });
  expect(servers).toEqual([{ url: "http://127.0.0.1:4999/s" }]);
});

/** Paths of the properties that say nothing of what they are for. */
function unspoken(schema: unknown, path: string): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, part]: [string, unknown]) => {
    if (key !== "properties") return unspoken(part, `${path}.${key}`);
    return Object.entries(Object(part)).flatMap(([field, own]) => [
      ...(String(Object(own).description ?? "").length > 2 ? [] : [`${path}.${field}`]),
      ...unspoken(own, `${path}.${field}`),
    ]);
  });
}

test("every property says what it is for", () => {
  expect(unspoken(document, "")).toEqual([]);
});

test("every parameter of a query says what it is for", () => {
  const silent = calls.flatMap(({ path, operation }) =>
    (operation.parameters ?? [])
      .filter((one) => one.in === "query" && String(Object(one).description ?? "").length < 3)
      .map(({ name }) => `${path} ${name}`),
  );
  expect(silent).toEqual([]);
});

/** What is said of a field wherever it stands in there. */
function saidOf(field: string, part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([key, own]: [string, unknown]) => [
    ...(key === field && typeof Object(own).description === "string"
      ? [String(Object(own).description)]
      : []),
    ...saidOf(field, own),
  ]);
}

test("the total of a list is said to be one, whatever else a result is", () => {
  const lists = calls.flatMap(({ operation }) => {
    const answer = JSON.stringify(operation.responses["200"]);
    return answer.includes('"perpage"') ? [saidOf("result", JSON.parse(answer))] : [];
  });
  expect(lists.length).toBeGreaterThan(10);
  expect(new Set(lists.flat())).toEqual(new Set(["How many there are over all pages"]));
});
