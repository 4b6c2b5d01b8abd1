import { type Reference, resolved, type Schema } from "./document.ts";

/** What a field's value has to be, beyond its type. */
export type Bound =
  | { readonly kind: "atLeast" | "atMost" | "moreThan"; readonly value: number }
  | {
      readonly kind: "characters" | "entries";
      readonly least: number;
      readonly most: number | null;
    }
  | { readonly kind: "oneOf"; readonly values: readonly string[] }
  | { readonly kind: "pattern" | "meaning"; readonly value: string };

export interface Field {
  readonly name: string;
  /** In the words of JSON Schema: `string`, `integer or null`, `object[]`. */
  readonly types: readonly string[];
  readonly isRequired: boolean;
  readonly bounds: readonly Bound[];
  /** Of an object, or of the objects in a list. */
  readonly fields: readonly Field[];
}

/** The fields of an object, each with what may stand in it. */
export function fieldsOf(given: Schema, reference: Pick<Reference, "schemas">): Field[] {
  const { properties = {}, required = [] } = resolved(given, reference);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    types: [...new Set(typesOf(property, reference))],
    isRequired: required.includes(name),
    bounds: boundsOf(property, reference),
    fields: innerFields(property, reference),
  }));
}

export function typesOf(given: Schema, reference: Pick<Reference, "schemas">): string[] {
  const { anyOf, type, items, maxItems } = resolved(given, reference);
  if (anyOf !== undefined) return anyOf.flatMap((one) => typesOf(one, reference));
  if (type === "array")
    // A list that must be empty: some clients send one for an object without members.
    return maxItems === 0 || items === undefined
      ? ["[]"]
      : [`${typesOf(items, reference)[0] ?? "any"}[]`];
  return [type ?? "any"];
}

export function boundsOf(given: Schema, reference: Pick<Reference, "schemas">): Bound[] {
  const own = resolved(given, reference);
  // What the field is for, then what its kind of value looks like.
  const { description: _own, ...kind } = given;
  const words = new Set([own.description, resolved(kind, reference).description]);
  const meaning = [...words].flatMap((value): Bound[] =>
    value === undefined ? [] : [{ kind: "meaning", value }],
  );
  return [...meaning, ...spelledOut(own, reference), ...range(own)];
}

function spelledOut(own: Schema, reference: Pick<Reference, "schemas">): Bound[] {
  const fromChoices = (own.anyOf ?? []).flatMap((one) => boundsOf(one, reference));
  const fromItems =
    own.items === undefined || own.maxItems === 0
      ? []
      : boundsOf(own.items, reference).filter(({ kind }) => kind === "oneOf" || kind === "meaning");
  const all: Bound[] = [
    ...(own.enum === undefined ? [] : [{ kind: "oneOf" as const, values: own.enum.map(String) }]),
    ...(own.pattern === undefined ? [] : [{ kind: "pattern" as const, value: own.pattern }]),
    ...fromChoices,
    ...fromItems,
  ];
  // What is said in words needs no second saying as a pattern.
  return own.description === undefined ? all : all.filter(({ kind }) => kind === "oneOf");
}

function range(own: Schema): Bound[] {
  const { minLength = 0, maxLength, minItems = 0, maxItems } = own;
  const isBounded = (least: number, most: number | undefined) => least > 0 || (most ?? 0) > 0;
  return [
    ...(isBounded(minLength, maxLength)
      ? [{ kind: "characters" as const, least: minLength, most: maxLength ?? null }]
      : []),
    ...(isBounded(minItems, maxItems)
      ? [{ kind: "entries" as const, least: minItems, most: maxItems ?? null }]
      : []),
    ...(own.minimum === undefined ? [] : [{ kind: "atLeast" as const, value: own.minimum }]),
    ...(own.exclusiveMinimum === undefined
      ? []
      : [{ kind: "moreThan" as const, value: own.exclusiveMinimum }]),
    ...(own.maximum === undefined ? [] : [{ kind: "atMost" as const, value: own.maximum }]),
  ];
}

function innerFields(given: Schema, reference: Pick<Reference, "schemas">): Field[] {
  const own = resolved(given, reference);
  if (own.properties !== undefined) return fieldsOf(own, reference);
  if (own.items !== undefined) return innerFields(own.items, reference);
  return (own.anyOf ?? []).flatMap((one) => innerFields(one, reference));
}
