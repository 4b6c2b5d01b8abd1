import { readFileSync } from "node:fs";
import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { createOpenApi } from "../../../src/server/api/openApi.ts";
import {
  grouped,
  readReference,
  resolved,
  type Schema,
} from "../../../src/renderer/reference/document.ts";
import { createExamples } from "../../../src/renderer/reference/examples.ts";
import { boundsOf, type Field, fieldsOf } from "../../../src/renderer/reference/schemaFields.ts";
import { createSearch } from "../../../src/renderer/reference/search.ts";

const server = "http://127.0.0.1:4080";
const document = createOpenApi({ serverUrl: server });
const reference = readReference(document);
const examples = createExamples(reference);
const ajv = addFormats.default(new Ajv2020({ strict: false })).addSchema(document, "document");

function operation(id: string) {
  const found = reference.operations.find((one) => one.id === id);
  if (found === undefined) throw new Error(`${id} is missing.`);
  return found;
}

/** Whether a value is what a schema of the document asks for. */
function faultsOf(schema: object, value: unknown): unknown {
  const within = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'));
  return ajv.validate(within, value) ? null : ajv.errors;
}

test("every operation of the document is there, under its tag", () => {
  const count = Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length;
  expect(reference.operations).toHaveLength(count);
  expect(reference.server).toBe(server);
  const groups = grouped(reference.operations);
  expect(groups.map(({ tag }) => tag)).toEqual(document.tags.map(({ name }) => name));
  expect(groups.flatMap(({ operations }) => operations)).toHaveLength(count);
});

test("every example answer is one that the service could give", () => {
  for (const { id, answer, isFileAnswered } of reference.operations) {
    if (isFileAnswered) continue;
    if (answer === null) throw new Error(`${id} has no answer.`);
    expect([id, faultsOf(answer, examples.answer(answer))]).toEqual([id, null]);
  }
});

test("every body, with what it needs and with all its fields, is one that the contract takes", () => {
  for (const { id, body } of reference.operations) {
    if (body === null) continue;
    const needed = examples.body(body, examples.needed(body));
    expect([id, Object.keys(needed)]).not.toEqual([id, []]);
    expect([id, faultsOf(body, needed)]).toEqual([id, null]);
    const all = new Set(Object.keys(resolved(body, reference).properties ?? {}));
    expect([id, faultsOf(body, examples.body(body, all))]).toEqual([id, null]);
  }
});

test("a parameter of a path has an example", () => {
  const [id] = operation("getLink").parameters;
  const [, type] = operation("assignChannelItem").parameters;
  if (id === undefined || type === undefined) throw new Error("Parameters are missing.");
  expect(examples.parameter(id)).toBe("1");
  expect(examples.parameter(type)).toBe("links");
});

test("a field says its types, bounds and inner fields", () => {
  const { body } = operation("addLink");
  const fields = new Map(fieldsOf(body ?? {}, reference).map((field) => [field.name, field]));
  expect(fields.get("url")).toEqual({
    name: "url",
    types: ["string"],
    isRequired: true,
    bounds: [
      { kind: "meaning", value: "Where the link leads" },
      { kind: "meaning", value: "An http or https address" },
      { kind: "characters", least: 0, most: 8192 },
    ],
    fields: [],
  });
  expect(fields.get("status")?.bounds).toEqual([
    { kind: "meaning", value: expect.stringMatching(/^public shows everybody/) as string },
    { kind: "oneOf", values: ["public", "private"] },
  ]);
  expect(fields.get("type")?.types).toEqual(["string", "integer"]);
  const targets = fields.get("geotarget");
  expect(targets?.types).toEqual(["object[]"]);
  expect(targets?.bounds).toEqual([
    { kind: "meaning", value: expect.stringMatching(/^Other addresses/) as string },
    { kind: "entries", least: 0, most: 100 },
  ]);
  expect(targets?.fields.map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ["location", true],
    ["link", true],
  ]);
  expect(fields.get("deeplink")?.types).toEqual(["object", "[]"]);
  expect(fields.get("deeplink")?.fields.map(({ name }) => name)).toContain("apple");
});

test("bounds of numbers and of lengths from below", () => {
  expect(boundsOf({ type: "integer", minimum: 0, maximum: 60 }, reference)).toEqual([
    { kind: "atLeast", value: 0 },
    { kind: "atMost", value: 60 },
  ]);
  expect(boundsOf({ type: "string", minLength: 8 }, reference)).toEqual([
    { kind: "characters", least: 8, most: null },
  ]);
});

test("search finds by path, purpose, field and translation, all words at once", () => {
  const search = createSearch(reference, (text) => (text === "Delete a pixel." ? "" : `«${text}»`));
  const ids = (typed: string) => search(typed).map(({ id }) => id);
  expect(ids("")).toHaveLength(reference.operations.length);
  expect(ids("geotarget")).toEqual(["addLink", "updateLink", "updateLinkByPost"]);
  expect(ids("DELETE channel/{id}")).toEqual(["deleteChannel"]);
  expect(ids("«delete a channel")).toEqual(["deleteChannel"]);
  expect(ids("no such thing")).toEqual([]);
});

test("a document that can't be read is said, not shown half", () => {
  expect(() => readReference({ openapi: "3.1.1" })).toThrow("paths");
});

test("every text of the document has its Persian one, and none is left over", () => {
  const file = new URL("../../../src/renderer/reference/persian.json", import.meta.url);
  const persian: object = JSON.parse(readFileSync(file, "utf8"));
  const texts = new Set(reference.paragraphs);
  for (const { tag, summary, parameters, body, refusals } of reference.operations) {
    const bounds = [...parameters.map(({ schema }) => schema), ...(body === null ? [] : [body])];
    const described = [...parameters, ...refusals].map(({ description }) => description ?? "");
    for (const text of [tag, summary, ...described, ...bounds.flatMap(meaningsOf)])
      if (text !== "") texts.add(text);
  }
  expect(Object.keys(persian).toSorted()).toEqual([...texts].toSorted());
});

/** The sentences that a schema's fields show, however deep. */
function meaningsOf(schema: Schema): string[] {
  const inner = (fields: readonly Field[]): string[] =>
    fields.flatMap(({ bounds, fields: deeper }) => [
      ...bounds.flatMap((bound) => (bound.kind === "meaning" ? [bound.value] : [])),
      ...inner(deeper),
    ]);
  const own = boundsOf(schema, reference);
  return [
    ...own.flatMap((bound) => (bound.kind === "meaning" ? [bound.value] : [])),
    ...inner(fieldsOf(schema, reference)),
  ];
}
