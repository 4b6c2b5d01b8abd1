import { type Parameter, type Reference, resolved, type Schema } from "./document.ts";

/** Example values: the document's own, and what its schemas let be concluded where it has none. */
export interface Examples {
  /** A body with the fields named, in the document's order. */
  body(schema: Schema, names: ReadonlySet<string>): Record<string, unknown>;
  /** The fields of a body that a ready line has from the start. */
  needed(schema: Schema): ReadonlySet<string>;
  answer(schema: Schema): unknown;
  parameter(parameter: Parameter): string;
}

/** A moment and a day in the forms that the document's patterns ask for. */
const moments = ["2026-05-01 09:30:00", "2026-05-01"];

/** Fields of answers that are sent under another name. */
const sentAs: Readonly<Record<string, string>> = {
  alias: "custom",
  longurl: "url",
  payload: "data",
  preview: "url",
};

/** What occurs in answers only, or is the owner's own wording. */
const spoken: Readonly<Record<string, string>> = {
  button: "Read on",
  label: "New",
  message: "The spring sale has begun.",
  openapi: "3.1.1",
  thanks: "Thank you.",
  type: "direct",
  username: "owner",
  version: "1.0.0",
};

/** Below the service's address. */
const places: Readonly<Record<string, string>> = {
  list: "u/owner/list-1",
  rotator: "r/spring",
};

export function createExamples(reference: Reference): Examples {
  const known = knownExamples(reference);

  function valueOf(given: Schema, name: string): unknown {
    const own = resolved(given, reference);
    const told = own.examples?.[0] ?? own.const ?? own.enum?.[0];
    if (told !== undefined) return told;
    if (own.anyOf !== undefined) return valueOf(own.anyOf[0] ?? {}, name);
    switch (own.type) {
      case "object":
        return objectOf(own);
      case "array":
        return own.items === undefined || own.maxItems === 0 ? [] : [valueOf(own.items, name)];
      case "string":
        return textOf(own, name);
      case "integer":
      case "number":
        return Math.max(1, own.minimum ?? 1);
      case "boolean":
        return true;
      case undefined:
      default:
        return null;
    }
  }

  function objectOf({ properties, propertyNames, additionalProperties }: Schema): unknown {
    if (properties !== undefined)
      return Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, valueOf(one, name)]),
      );
    const keys = propertyNames?.enum?.map(String) ?? [];
    const inner = typeof additionalProperties === "object" ? additionalProperties : {};
    return Object.fromEntries(keys.map((name) => [name, inner.minimum ?? valueOf(inner, name)]));
  }

  function textOf({ pattern, format }: Schema, name: string): string {
    const told = known.get(sentAs[name] ?? name) ?? spoken[name];
    const isFitting = (text: string) => pattern === undefined || new RegExp(pattern).test(text);
    if (format === "uri")
      return typeof told === "string" && /^https?:/.test(told)
        ? told
        : `${reference.server}/${places[name] ?? String(known.get("custom"))}`;
    if (typeof told === "string" && isFitting(told)) return told;
    return moments.find((text) => pattern !== undefined && isFitting(text)) ?? name;
  }

  return {
    answer: (given) => valueOf(given, ""),
    parameter: ({ name, schema }) => String(valueOf(schema, name)),
    needed(given) {
      const { required = [], properties = {} } = resolved(given, reference);
      const [first] = Object.keys(properties);
      // An update without a single field would change nothing.
      return new Set(required.length === 0 && first !== undefined ? [first] : required);
    },
    body(given, names) {
      const { properties = {} } = resolved(given, reference);
      return Object.fromEntries(
        Object.entries(properties)
          .filter(([name]) => names.has(name))
          .map(([name, one]) => [name, valueOf(one, name)]),
      );
    },
  };
}

/** Examples that the document gives for what is sent, by the field's name: they fit answers too. */
function knownExamples({ schemas }: Reference): ReadonlyMap<string, unknown> {
  const known = new Map<string, unknown>();
  const gather = ({ properties = {}, items, anyOf = [] }: Schema): void => {
    for (const [name, property] of Object.entries(properties)) {
      const [example] = resolved(property, { schemas }).examples ?? [];
      if (example !== undefined && !known.has(name)) known.set(name, example);
      gather(property);
    }
    if (items !== undefined) gather(items);
    for (const one of anyOf) gather(one);
  };
  for (const one of Object.values(schemas)) gather(one);
  return known;
}
