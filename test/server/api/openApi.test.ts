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

/** Paths of the properties without a description. */
function undescribed(schema: unknown, path: string): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, part]: [string, unknown]) => {
    if (key !== "properties") return undescribed(part, `${path}.${key}`);
    return Object.entries(Object(part)).flatMap(([field, own]) => [
      ...(String(Object(own).description ?? "").length > 2 ? [] : [`${path}.${field}`]),
      ...undescribed(own, `${path}.${field}`),
    ]);
  });
}

test("every field of a request body has a description", () => {
  const { schemas } = document.components;
  const bodies = Object.entries(Object(schemas)).filter(([name]) => name.endsWith("Body"));
  expect(bodies.length).toBeGreaterThan(30);
  expect(bodies.flatMap(([name, body]) => undescribed(body, name))).toEqual([]);
});

test("a field's own description stands beside a reference to a named schema", () => {
  const { schemas } = document.components;
  expect(Object(schemas).AddLinkBody.properties.url).toMatchObject({
    $ref: "#/components/schemas/Address",
    description: "Destination URL",
  });
});

test("every query parameter has a description", () => {
  const silent = calls.flatMap(({ path, operation }) =>
    (operation.parameters ?? [])
      .filter((one) => one.in === "query" && String(Object(one).description ?? "").length < 3)
      .map(({ name }) => `${path} ${name}`),
  );
  expect(silent).toEqual([]);
});
