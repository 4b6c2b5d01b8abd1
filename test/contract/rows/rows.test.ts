import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Operation } from "../../../src/contract/operation.ts";
import { operations } from "../../../src/contract/operations.ts";
import { contractRows } from "./contractRows.ts";
import { nameOf, type Wire } from "./row.ts";
import { answerFaults } from "./wireFaults.ts";

/**
 * The outline of an answer: its keys (`?`: may be missing, `*`: any name), the JSON types of its
 * values, and what is always the same. Comparable, whether it comes from a row or from a schema.
 */
type Shape = string | { readonly [key: string]: Shape } | readonly Shape[];

function anyOf(shapes: readonly Shape[]): Shape {
  const distinct = [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape]))];
  const sorted = distinct.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const [[, only] = ["", ""], ...more] = sorted;
  return more.length === 0 ? only : { "any of": sorted.map(([, shape]) => shape) };
}

function mapShapes(
  values: Readonly<Record<string, Wire>> = {},
  suffix = "",
): Readonly<Record<string, Shape>> {
  return Object.fromEntries(
    Object.entries(values).map(([key, wire]) => [`${key}${suffix}`, shapeOfWire(wire)]),
  );
}

function shapeOfWire(wire: Wire): Shape {
  switch (wire) {
    case "boolean":
    case "integer":
    case "number":
    case "null":
    case "string":
    case "anything":
      return wire;
    case "count":
      return "integer";
    case "address":
    case "colour":
    case "count as text":
    case "date":
    case "timestamp":
      return "string";
  }
  if ("exactly" in wire) return `always ${JSON.stringify(wire.exactly)}`;
  if ("oneOf" in wire) {
    const isChoiceOfNames = wire.oneOf.every(
      (one) => typeof one === "object" && "exactly" in one && typeof one.exactly === "string",
    );
    return isChoiceOfNames ? "string" : anyOf(wire.oneOf.map(shapeOfWire));
  }
  if ("listOf" in wire) return [shapeOfWire(wire.listOf)];
  if ("mapOf" in wire) {
    const value = shapeOfWire(wire.mapOf);
    return Object.fromEntries((wire.names ?? ["*"]).map((name) => [name, value]));
  }
  return { ...mapShapes(wire.keys), ...mapShapes(wire.additive), ...mapShapes(wire.maybe, "?") };
}

/** A row with two forms of answer answers one of them. */
function shapeOfAnswers(answers: readonly Wire[]): Shape {
  return anyOf(answers.map(shapeOfWire));
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null;
}

function shapeOfObject(schema: JsonSchema): Shape {
  const { properties = {}, required = [], propertyNames, additionalProperties } = schema;
  const names = isSchema(propertyNames) ? propertyNames.enum : undefined;
  if (isSchema(additionalProperties) && Object.keys(properties).length === 0) {
    const value = shapeOfJsonSchema(additionalProperties);
    return Object.fromEntries((names ?? ["*"]).map((name) => [String(name), value]));
  }
  return Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [
      required.includes(key) ? key : `${key}?`,
      isSchema(value) ? shapeOfJsonSchema(value) : "anything",
    ]),
  );
}

function shapeOfJsonSchema(schema: JsonSchema): Shape {
  if (schema.anyOf !== undefined)
    return anyOf(schema.anyOf.filter(isSchema).map(shapeOfJsonSchema));
  if (schema.const !== undefined) return `always ${JSON.stringify(schema.const)}`;
  const { type, items } = schema;
  if (type === "object") return shapeOfObject(schema);
  if (type === "array") return [isSchema(items) ? shapeOfJsonSchema(items) : "anything"];
  const types = Array.isArray(type) ? type : [type ?? "anything"];
  return anyOf(types.map(String));
}

/** The outline of what a schema of the contract lets out. */
function shapeOfSchema(schema: z.ZodType): Shape {
  return shapeOfJsonSchema(z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }));
}

const table: readonly Operation[] = Object.values(operations);
const operationsByName = new Map(table.map((operation) => [nameOf(operation), operation]));

const sorted = (names: Iterable<string>) => [...names].toSorted();

test("the contract has 34 rows, each with an operation in the table", () => {
  expect(contractRows).toHaveLength(34);
  const names = new Set(table.map(nameOf));
  expect(contractRows.map(nameOf).filter((name) => !names.has(name))).toEqual([]);
});

describe.each(contractRows.map((row) => [nameOf(row), row] as const))("%s", (name, row) => {
  const operation = operationsByName.get(name);

  test("is an operation for scripts, under the same methods", () => {
    expect(operation).toMatchObject({ scope: "api", path: row.path });
    expect(operation?.alsoMethod).toBe(row.alsoMethod);
  });

  test("takes the fields it says, and demands those it says", () => {
    const { required = {}, optional = {}, additive = {} } = row.body ?? {};
    const schema = z.toJSONSchema(operation?.body ?? z.never(), {
      io: "input",
      unrepresentable: "any",
    });
    expect(sorted(schema.required ?? [])).toEqual(sorted(Object.keys(required)));
    expect(sorted(Object.keys(schema.properties ?? {}))).toEqual(
      sorted(Object.keys({ ...required, ...optional, ...additive })),
    );
    expect(sorted(Object.keys(operation?.query.shape ?? {}))).toEqual(sorted(row.query ?? []));
  });

  test("answers the keys, types and sentences it says", () => {
    if (row.answers.includes("anything")) return;
    const answered: unknown = shapeOfSchema(operation?.response ?? z.never());
    expect(answered).toEqual(shapeOfAnswers(row.answers));
  });
});

test("a wrong answer is seen", () => {
  const [row] = contractRows.filter(({ path }) => path === "/api/url/:id/delete");
  const faults = (answer: unknown) => answerFaults(row?.answers ?? [], answer);
  const message = "Link has been deleted successfully";
  expect(faults({ error: 0, message })).toEqual([]);
  expect(faults({ error: "0", message })).toEqual(['answer.error is not 0: "0"']);
  expect(faults({ error: 0, message: `${message}.` })).toHaveLength(1);
  expect(faults({ error: 0, message, links: 1 })).toEqual(["answer.links is not in the contract"]);
  expect(faults({ error: 0 })).toEqual(["answer.message is missing"]);
});
