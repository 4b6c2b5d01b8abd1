import { z } from "zod";
import { type Fault, type Faults, Invalid } from "../common/problems.ts";
import { formsOf, takesList } from "../features/links/givenFields.ts";
import { isObject } from "../../util/isObject.ts";

/** `known`: those that there are. */
function unknown(known: readonly string[]): Fault {
  const detail = "isn't a field of this request";
  const others = `there ${known.length === 1 ? "is" : "are"} ${known.join(", ")}`;
  return { code: "unknown", detail: known.length === 0 ? detail : `${detail}; ${others}` };
}

const empty: Fault = { code: "missing", detail: "must not be empty. Omit it instead" };
const twice: Fault = { code: "invalid", detail: "is given more than once" };

function faultsIn(value: unknown, schema: unknown, field: string): [string, Fault][] {
  if (value === null || value === "") return [[field, empty]];
  const forms = formsOf(schema);
  if (Array.isArray(value)) {
    const form = forms.find((one) => one instanceof z.ZodArray);
    // What no schema tells the inside of, the schema itself refuses; it may be deep.
    if (form === undefined) return [];
    return value.flatMap((item, index) => faultsIn(item, form.element, `${field}[${index}]`));
  }
  if (!isObject(value)) return [];
  const isMap = forms.some((one) => one instanceof z.ZodRecord);
  if (isMap)
    return Object.entries(value).flatMap(([key, item]) => faultsIn(item, null, `${field}.${key}`));
  const shapes = forms.flatMap((one) => (one instanceof z.ZodObject ? [one.shape] : []));
  const known = new Set(shapes.flatMap((one) => Object.keys(one)));
  let isListed = false;
  return Object.entries(value).flatMap(([key, item]) => {
    const place = field === "" ? key : `${field}.${key}`;
    const shape = shapes.find((one) => Object.hasOwn(one, key));
    if (shape !== undefined) return faultsIn(item, shape[key], place);
    if (known.size === 0) return [];
    // Once is enough, beside the first of them.
    const listed = isListed ? [] : [...known];
    isListed = true;
    return [[place, unknown(listed)] as [string, Fault]];
  });
}

/**
 * What an operation that takes nothing on trust refuses before its schema looks: keys that aren't
 * known and values that are empty, at whatever depth. A slip never selects more than was meant.
 */
export function refuseSlips(sent: object, schema: z.ZodObject): void {
  refuse(Object.fromEntries(faultsIn(sent, schema, "")));
}

/** The same of a query, where a name may also come twice. */
export function refuseSlipsOfQuery(
  query: readonly (readonly [name: string, value: string])[],
  schema: z.ZodObject,
): void {
  const repeated = [...Map.groupBy(query, ([name]) => name)].filter(
    ([name, pairs]) => pairs.length > 1 && !takesList(schema, name),
  );
  refuse({
    ...Object.fromEntries(repeated.map(([name]) => [name, twice])),
    ...Object.fromEntries(faultsIn(Object.fromEntries(query), schema, "")),
  });
}

function refuse(faults: Faults): void {
  if (Object.keys(faults).length > 0) throw new Invalid(faults);
}
