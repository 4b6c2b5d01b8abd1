import { z } from "zod";
import { examples, fieldExamples } from "../../contract/examples.ts";
import { id } from "../../contract/fields/fields.ts";

/** How a value is written on the command line. */
export type Kind =
  /** An address may be written without its scheme. */
  | { readonly is: "text"; readonly isAddress?: true }
  /** A whole number. */
  | { readonly is: "number" }
  /** `--starred`, `--no-starred`. */
  | { readonly is: "flag" }
  | { readonly is: "choice"; readonly of: readonly string[] }
  /** Commas between them, or the flag repeated. */
  | { readonly is: "several"; readonly of: Kind }
  /** Objects of two texts, written `first=second`; the flag is repeated. */
  | {
      readonly is: "pairs";
      readonly names: readonly [first: string, second: string];
      /** Which of the two is an address. */
      readonly addresses: readonly string[];
    }
  /** An object whose fields are flags of their own: `--deeplink.apple`. */
  | { readonly is: "object"; readonly fields: readonly Field[] }
  | { readonly is: "json" };

/** A field of a body or a query, as far as a command line needs to know it. */
export interface Field {
  readonly name: string;
  readonly isRequired: boolean;
  readonly kind: Kind;
  /** What stands for the value in the help: `url` in `<url>`. */
  readonly placeholder: string;
  /** Bounds and allowed values, in words. */
  readonly meaning: string;
  /** A value that the schema takes, as the service gets it. */
  readonly example: unknown;
}

/** As far as it is read here. */
interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  // A JSON Schema may have more keywords and be a mere `true`, which no field of the contract is.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
}

/** The ways in which a value may be written; an empty list, taken for an empty object, is none. */
function variantsOf(schema: JsonSchema): JsonSchema[] {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(variantsOf);
  return schema.maxItems === 0 ? [] : [schema];
}

function isNumber({ type }: JsonSchema): boolean {
  return type === "integer" || type === "number";
}

function textsOf({ enum: values }: JsonSchema): string[] {
  return (values ?? []).filter((value) => typeof value === "string");
}

function kindOf(schema: z.ZodType): Kind {
  const variants = variantsOf(jsonSchemaOf(schema));
  const choices = variants.map(textsOf);
  if (variants.some(({ type }) => type === "boolean")) return { is: "flag" };
  if (choices.length > 0 && choices.every((texts) => texts.length > 0)) {
    return { is: "choice", of: choices.flat() };
  }
  if (variants.some(isNumber) && choices.every((texts) => texts.length === 0)) {
    return { is: "number" };
  }
  const core = coreOf(schema);
  if (core instanceof z.ZodArray) return listKind(z.instanceof(z.ZodType).parse(core.element));
  if (core instanceof z.ZodObject) return { is: "object", fields: fieldsOf(core) };
  if (!variants.some(({ type }) => type === "string")) return { is: "json" };
  return requirementOf(schema, "?")?.includes("full URL") === true
    ? { is: "text", isAddress: true }
    : { is: "text" };
}

function listKind(element: z.ZodType): Kind {
  const inner = kindOf(element);
  if (inner.is !== "object") return inner.is === "json" ? inner : { is: "several", of: inner };
  const [first, second, ...more] = inner.fields;
  const areTexts = inner.fields.every(({ kind }) => kind.is === "text" || kind.is === "choice");
  return first !== undefined && second !== undefined && more.length === 0 && areTexts
    ? {
        is: "pairs",
        names: [first.name, second.name],
        addresses: [first, second].filter(isAddressField).map(({ name }) => name),
      }
    : { is: "several", of: { is: "json" } };
}

function isAddressField({ kind }: Field): boolean {
  return kind.is === "text" && kind.isAddress === true;
}

/** What callers send, below "optional", "or else" and what is made of it. */
function coreOf(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return coreOf(schema.unwrap());
  }
  if (schema instanceof z.ZodPipe) {
    return coreOf(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  }
  if (schema instanceof z.ZodUnion) return coreOf(schema.options[0]);
  return schema;
}

function accepts(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(value).success;
}

/** What a schema would accept, from the message `must be …` for a value that it refuses. */
function requirementOf(schema: z.ZodType, value: unknown): string | undefined {
  const message = schema.safeParse(value).error?.issues[0]?.message;
  return message?.startsWith("must be ") === true ? message.slice("must be ".length) : undefined;
}

/** Only where short texts are refused as well: the most characters alone help with no field. */
function lengthOf({ minLength = 0, maxLength }: JsonSchema): string {
  return minLength > 1 && maxLength !== undefined ? `${minLength} to ${maxLength} characters` : "";
}

/** Help begins with a small letter; `URL` and `QR code` stay as they are. */
export function lowerFirst(text: string): string {
  return text.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
}

/** Without a full stop, as help has it. */
function meaningOf(schema: z.ZodType, kind: Kind): string {
  const json = jsonSchemaOf(schema);
  const isList = kind.is === "several" || kind.is === "pairs";
  if (!isList && json.description !== undefined && json.maxLength === undefined) {
    return lowerFirst(json.description);
  }
  switch (kind.is) {
    case "flag":
    case "object":
    case "choice":
      return "";
    case "several":
    case "pairs": {
      const core = coreOf(schema);
      const most = json.maxItems === undefined ? "" : `, at most ${json.maxItems} times`;
      if (kind.is === "pairs" || !(core instanceof z.ZodArray)) return `may be repeated${most}`;
      if (kind.is === "several" && kind.of.is === "json") return "one entry or a list, as JSON";
      const each = meaningOf(z.instanceof(z.ZodType).parse(core.element), kind.of);
      return sentences([each === anId ? "" : each, "separated by commas or repeated"]);
    }
    case "text":
    case "number":
    case "json":
      // No field takes the mark, but plain texts do, and those say no more than their length.
      return requirementOf(schema, "?") ?? lengthOf(json);
  }
}

/** The example of a field that takes any text. */
export const anyText = "Spring sale";

const candidates = [anyText, ...Object.values(examples), "direct", "en"];

/** The first of some likely values that the schema takes. */
function exampleOf(name: string, schema: z.ZodType, kind: Kind): unknown {
  switch (kind.is) {
    case "choice":
      return kind.of[0];
    case "number":
      return [1, 22].find((value) => accepts(schema, value)) ?? 1;
    case "flag":
      return true;
    case "several": {
      const own = kind.of.is === "json" ? fieldExamples[name] : undefined;
      if (own !== undefined && accepts(schema, own)) return own;
      const core = coreOf(schema);
      const element = core instanceof z.ZodArray ? core.element : undefined;
      return element instanceof z.ZodType ? [exampleOf(name, element, kind.of)] : [];
    }
    case "pairs": {
      const own = fieldExamples[name];
      if (own !== undefined && accepts(schema, own)) return own;
      const core = coreOf(schema);
      const element = core instanceof z.ZodArray ? coreOf(core.element) : undefined;
      if (!(element instanceof z.ZodObject)) return [];
      return [Object.fromEntries(fieldsOf(element).map((field) => [field.name, field.example]))];
    }
    case "object":
      return Object.fromEntries(kind.fields.map((field) => [field.name, field.example]));
    case "text":
    case "json":
      return [ownExample(schema), fieldExamples[name], ...candidates].find(
        (value) => value !== undefined && accepts(schema, value),
      );
  }
}

/** What a field says of itself, where its name alone means something else elsewhere. */
function ownExample(schema: z.ZodType): unknown {
  const { examples: own } = schema.meta() ?? {};
  return Array.isArray(own) ? own[0] : undefined;
}

function placeholderOf(kind: Kind): string {
  switch (kind.is) {
    case "number":
      return "n";
    case "pairs":
      return kind.names.join("=");
    case "several":
      return kind.of.is === "number" ? "ids" : kind.of.is === "json" ? "json" : "names";
    case "json":
      return "json";
    case "choice":
      return "name";
    case "text":
      return kind.isAddress === true ? "url" : "text";
    case "flag":
    case "object":
      return "";
  }
}

/** What an ID may be: its field says that it is one. */
const anId = requirementOf(id, "?");

/** Help begins with a small letter, and its last sentence has no full stop. */
export function sentences(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== "")
    .map((part, index) =>
      index === 0 ? part : part.replace(/^[a-z]/, (letter) => letter.toUpperCase()),
    )
    .join(". ");
}

/**
 * What a field is for, then what it may be where that is not said with it. A description that a
 * command gives the field itself replaces that of the kind of value.
 */
function helpOf(schema: z.ZodType, inner: z.ZodType, bounds: string): string {
  const own = schema.meta()?.description ?? inner.meta()?.description ?? "";
  const purpose = lowerFirst(own);
  const isReplaced = own !== "" && bounds === lowerFirst(inner.meta()?.description ?? "");
  if (isReplaced || purpose.includes(bounds) || (purpose !== "" && bounds === anId)) return purpose;
  return sentences([purpose, bounds]);
}

/** The values to choose from, where the text doesn't name them all. */
function withChoices(text: string, kind: Kind): string {
  const one = kind.is === "several" ? kind.of : kind;
  if (one.is !== "choice" || one.of.every((choice) => text.includes(choice))) return text;
  return sentences([text, `one of ${one.of.join(", ")}`]);
}

/** What was found of a shape: arguments, flags, help and values of one command ask for the same. */
const known = new WeakMap<z.ZodObject, readonly Field[]>();

/** The fields of a body or a query, in the order of its schema. */
export function fieldsOf(shape: z.ZodObject): readonly Field[] {
  const fields = known.get(shape) ?? fieldsIn(shape);
  known.set(shape, fields);
  return fields;
}

function fieldsIn(shape: z.ZodObject): readonly Field[] {
  return Object.entries(shape.shape).map(([name, own]) => {
    const schema = z.instanceof(z.ZodType).parse(own);
    const kind = kindOf(schema);
    const wanted = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
    const inner = wanted instanceof z.ZodType ? wanted : schema;
    return {
      name,
      isRequired: !accepts(schema, undefined),
      kind,
      placeholder: placeholderOf(kind),
      meaning: withChoices(helpOf(schema, inner, meaningOf(inner, kind)), kind),
      example: exampleOf(name, inner, kind),
    };
  });
}
