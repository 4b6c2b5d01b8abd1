import { z } from "zod";

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/** The forms that a field takes, below "optional", "or else" and what is made of them. */
export function formsOf(schema: unknown): readonly unknown[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return formsOf(schema.unwrap());
  }
  if (schema instanceof z.ZodPipe) {
    return formsOf(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  }
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(formsOf);
  return [schema];
}

/** Whether a field takes a list, among other forms or alone. */
export function takesList(schema: z.ZodObject, field: string): boolean {
  const own: unknown = Object.hasOwn(schema.shape, field) ? schema.shape[field] : undefined;
  return formsOf(own).some((form) => form instanceof z.ZodArray);
}

/** How many entries a list may have; undefined: nothing bounds it. */
export function mostIn(list: z.ZodArray): number | undefined {
  const most = (list.def.checks ?? []).flatMap(({ _zod: { def } }) =>
    [Reflect.get(def, "maximum"), Reflect.get(def, "length")].filter(
      (bound) => typeof bound === "number",
    ),
  );
  return most.length === 0 ? undefined : Math.min(...most);
}

/** Absent entries that a list may have beside as many as it takes. */
const mostAbsent = 1000;

function fromList(list: readonly unknown[], form: z.ZodArray): unknown {
  // As it is, its schema refuses it without a look at each entry.
  if (list.length > (mostIn(form) ?? Infinity) + mostAbsent) return list;
  const items = list.map((item) => given(item, form.element)).filter((item) => !isAbsent(item));
  return list.length > 0 && items.length === 0 ? undefined : items;
}

/** Undefined: it had something in it, but nothing that was given. */
function fromObject(value: object, schemaOf: (key: string) => unknown): object | undefined {
  const entries = Object.entries(value)
    .map(([key, item]) => [key, given(item, schemaOf(key))] as const)
    .filter(([key, item]) => !isAbsent(item) && key !== "__proto__");
  return entries.length === 0 && Object.keys(value).length > 0
    ? undefined
    : Object.fromEntries(entries);
}

/**
 * `null` and `""` mean "not given", inside lists and objects too. A list or object that had
 * something in it, but nothing that was given, is not given either: only a plain `[]` or `{}`
 * empties a field. Where neither belongs, one stays as it is, for the schema to refuse.
 */
function given(value: unknown, schema: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const forms = formsOf(schema);
  if (Array.isArray(value)) {
    const form = forms.find((one) => one instanceof z.ZodArray);
    return form === undefined ? value : fromList(value, form);
  }
  for (const form of forms) {
    if (form instanceof z.ZodObject) return fromObject(value, (key) => form.shape[key]);
    // Of any keys, whose values are texts, numbers and booleans.
    if (form instanceof z.ZodRecord) return fromObject(value, () => undefined);
  }
  return value;
}

/** The fields that a caller gave. What was expected of present values is kept as it was written. */
export function givenFields(sent: object, schema: z.ZodObject): object {
  const { expect, ...fields } = { expect: undefined, ...sent };
  const values = fromObject(fields, (key) => schema.shape[key]) ?? {};
  return isAbsent(expect) ? values : { ...values, expect };
}

/** Names of fields that were given and that the schema doesn't know. */
export function unknownFields(sent: object, schema: z.ZodObject): string[] {
  return Object.entries(sent)
    .filter(([key, value]) => !isAbsent(value) && !Object.hasOwn(schema.shape, key))
    .map(([key]) => key);
}
