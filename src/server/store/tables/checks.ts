import type { z } from "zod";
import type { Change } from "../store.ts";
import { type Collection, collections } from "../records.ts";
import { isObject } from "../../../util/isObject.ts";

/** Characters of a value that is at fault. */
const longestShown = 100;

/** A record as it stands in a file, before it is held against the schemas of today. */
export type RawRecord = { readonly id: number } & Readonly<Record<string, unknown>>;

/** A record as its schema gives it back, or what is wrong with it: the field, and why. */
export type Checked = { readonly record: { readonly id: number } } | { readonly problem: string };

export type Check = (collection: string, value: unknown) => Checked;

/** What is wrong with a record that was edited by hand; null: nothing. */
export type CheckByHand = (
  change: Change,
  former: object | undefined,
) => { readonly field: string; readonly detail: string } | null;

const schemas = new Map<string, z.ZodType<{ readonly id: number }>>(Object.entries(collections));

export function isCollection(name: unknown): name is Collection {
  return typeof name === "string" && schemas.has(name);
}

export function checkRecord(collection: string, value: unknown): Checked {
  const schema = schemas.get(collection);
  if (schema === undefined) return { problem: `"${collection}" is not a collection` };
  const result = schema.safeParse(value);
  if (result.success) return { record: result.data };
  const [issue] = result.error.issues;
  const field = issue === undefined ? "" : issue.path.join(".");
  const what = issue === undefined ? "not valid" : wordsOf(issue, valueAt(value, issue.path));
  return { problem: `${field === "" ? "the record" : field}: ${what}` };
}

/** Whether a record of the collection can have this in the field; any value where it has no such field. */
export function isPossible(collection: Collection, field: string, value: unknown): boolean {
  const shape: Readonly<Record<string, z.ZodType>> = collections[collection].shape;
  return shape[field]?.safeParse(value).success !== false;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (part, key) => (typeof part === "object" && part !== null ? Reflect.get(part, key) : undefined),
    value,
  );
}

/** In the words of whoever has edited the file. */
function wordsOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined) return "missing";
  if (!issue.message.startsWith("Invalid")) return issue.message;
  const shown = JSON.stringify(value).slice(0, longestShown);
  if (issue.code === "invalid_type") return `must be of type ${issue.expected}, not ${shown}`;
  return `can't be ${shown}`;
}

/** Stands in for the check where a record was checked when it was written. */
export function checkId(_collection: string, value: unknown): Checked {
  return isRaw(value) ? { record: value } : { problem: "id: not a positive whole number" };
}

export function isRaw(value: unknown): value is RawRecord {
  const id = isObject(value) ? value["id"] : undefined;
  return typeof id === "number" && Number.isSafeInteger(id) && id > 0;
}

/** A change read from a journal or handed in by a caller; throws a sentence when it isn't one. */
export function checkChange(value: unknown, check: Check): Change {
  if (!isObject(value)) throw new TypeError("a change is not an object");
  if (typeof value["put"] === "string") {
    const checked = check(value["put"], value["record"]);
    if ("problem" in checked) throw new TypeError(`${value["put"]}: ${checked.problem}`);
    return { put: value["put"], record: checked.record } as Change;
  }
  const { remove, id } = value;
  if (typeof remove !== "string" || typeof id !== "number") {
    throw new TypeError("a change neither puts nor removes a record");
  }
  return { remove, id } as Change;
}
