import { z } from "zod";
import { eachFault } from "../../contract/schemaFaults.ts";
import { type Fault, type Faults, refuse } from "../common/problems.ts";
import { formsOf, mostIn, takesList } from "../features/links/givenFields.ts";
import { isObject } from "../../util/isObject.ts";

/** `known`: those that there are. */
function unknown(known: readonly string[]): Fault {
  const detail = "isn't a field of this request";
  const others = `there ${known.length === 1 ? "is" : "are"} ${known.join(", ")}`;
  return { code: "unknown", detail: known.length === 0 ? detail : `${detail}; ${others}` };
}

const empty: Fault = { code: "missing", detail: "must not be empty. Omit it instead" };
const twice: Fault = { code: "invalid", detail: "is given more than once" };

type FieldFaults = Iterable<readonly [field: string, fault: Fault]>;

/** Of a list that is too long, in its schema's words, which looks at no entry of such a list. */
function* faultsOfList(list: z.ZodArray, value: readonly unknown[], field: string): FieldFaults {
  const { error } = z.object({ [field]: list }).safeParse({ [field]: value });
  if (error !== undefined) yield* eachFault(error, { [field]: value });
}

function placeIn(field: string, key: string): string {
  return field === "" ? key : `${field}.${key}`;
}

function hasEntries(form: unknown): boolean {
  return form instanceof z.ZodArray || form instanceof z.ZodObject || form instanceof z.ZodRecord;
}

/** Entries from which on a list is long. */
const longList = 1000;
/** Wrong entries after which nobody looks at the others of a long list. */
const mostWrong = 99;

/** Of a long list with many wrong entries, the first ones: a fault of each entry would take long. */
function* manyWrongIn(list: z.ZodArray, value: readonly unknown[], field: string): FieldFaults {
  const faults: (readonly [field: string, fault: Fault])[] = [];
  for (const [index, item] of value.entries()) {
    const { error } = z.safeParse(list.element, item);
    if (error === undefined) continue;
    for (const [, fault] of eachFault(error, item)) faults.push([`${field}[${index}]`, fault]);
    if (faults.length < mostWrong) continue;
    yield* faults.slice(0, mostWrong);
    yield [field, { code: "invalid", detail: "may have more wrong entries" }];
    return;
  }
}

/** What of lists needs no look at each entry: too many of them, or too many wrong ones. */
function* overlongIn(value: unknown, schema: unknown, field: string): FieldFaults {
  const forms = formsOf(schema);
  if (Array.isArray(value)) {
    const form = forms.find((one) => one instanceof z.ZodArray);
    if (form === undefined) return;
    if (value.length > (mostIn(form) ?? Infinity)) yield* faultsOfList(form, value, field);
    else if (formsOf(form.element).some(hasEntries)) {
      for (const [index, item] of value.entries())
        yield* overlongIn(item, form.element, `${field}[${index}]`);
    } else if (value.length > longList) yield* manyWrongIn(form, value, field);
    return;
  }
  if (!isObject(value)) return;
  for (const form of forms) {
    if (!(form instanceof z.ZodObject)) continue;
    for (const [key, inner] of Object.entries(form.shape)) {
      if (Object.hasOwn(value, key)) yield* overlongIn(value[key], inner, placeIn(field, key));
    }
  }
}

/** What is refused of any body before something looks at each entry of it. */
export function refuseOverlong(sent: object, schema: z.ZodObject): void {
  refuse(overlongIn(sent, schema, ""));
}

function* slipsIn(value: unknown, schema: unknown, field: string): FieldFaults {
  if (value === null || value === "") {
    yield [field, empty];
    return;
  }
  const forms = formsOf(schema);
  if (Array.isArray(value)) {
    const form = forms.find((one) => one instanceof z.ZodArray);
    // What no schema tells the inside of, the schema itself refuses; it may be deep.
    if (form === undefined) return;
    for (const [index, item] of value.entries())
      yield* slipsIn(item, form.element, `${field}[${index}]`);
    return;
  }
  if (!isObject(value)) return;
  const isMap = forms.some((one) => one instanceof z.ZodRecord);
  const shapes = forms.flatMap((one) => (one instanceof z.ZodObject ? [one.shape] : []));
  const known = new Set(shapes.flatMap((one) => Object.keys(one)));
  let isListed = false;
  for (const [key, item] of Object.entries(value)) {
    const place = placeIn(field, key);
    const shape = shapes.find((one) => Object.hasOwn(one, key));
    if (isMap || shape !== undefined) yield* slipsIn(item, isMap ? null : shape?.[key], place);
    else if (known.size > 0) {
      // Once is enough, beside the first of them.
      yield [place, unknown(isListed ? [] : [...known])];
      isListed = true;
    }
  }
}

/**
 * What an operation that takes nothing on trust refuses before its schema looks: keys that aren't
 * known and values that are empty, at whatever depth. A slip never selects more than was meant.
 */
export function refuseSlips(sent: object, schema: z.ZodObject): void {
  refuse(slipsIn(sent, schema, ""));
}

/** The same of a query, where a name may also come twice. */
export function refuseSlipsOfQuery(
  query: readonly (readonly [name: string, value: string])[],
  schema: z.ZodObject,
): void {
  const repeated = [...Map.groupBy(query, ([name]) => name)].filter(
    ([name, pairs]) => pairs.length > 1 && !takesList(schema, name),
  );
  const faults: Faults = {
    ...Object.fromEntries(repeated.map(([name]) => [name, twice])),
    ...Object.fromEntries(slipsIn(Object.fromEntries(query), schema, "")),
  };
  refuse(Object.entries(faults));
}
