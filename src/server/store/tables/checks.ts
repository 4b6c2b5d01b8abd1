import type { z } from "zod";
import type { Change } from "../store.ts";
import { entriesIn, mostEntries } from "../boundedJson.ts";
import { type Collection, collections } from "../records.ts";
import { isObject } from "../../../util/isObject.ts";

/** Characters of a value that is at fault. */
const longestShown = 100;

/** Entries of a record's lists, long ones apart, and of a piece of a long one with all that they hold. */
const mostTogether = 2 * mostEntries;

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

type Shape = Readonly<Record<string, z.ZodType>>;
type RecordSchema = z.ZodType<{ readonly id: number }> & { readonly shape: Shape };
const schemas = new Map<string, RecordSchema>(Object.entries(collections));

export function isCollection(name: unknown): name is Collection {
  return typeof name === "string" && schemas.has(name);
}

export function checkRecord(collection: string, value: unknown): Checked {
  const schema = schemas.get(collection);
  if (schema === undefined) return { problem: `"${collection}" is not a collection` };
  const problem = isObject(value) ? problemOfLists(schema.shape, value) : null;
  if (problem !== null) return { problem };
  const result = schema.safeParse(value);
  return result.success ? { record: result.data } : { problem: problemOf(result.error, value) };
}

/**
 * Null: the schema can look at the record. It says of each wrong entry what is wrong, and of a million that took
 * gigabytes: so a field that is a long list is looked at in pieces, and nothing else is long.
 */
function problemOfLists(shape: Shape, record: Readonly<Record<string, unknown>>): string | null {
  let others = 0;
  for (const [field, value] of Object.entries(record)) {
    if (!Array.isArray(value) || value.length <= mostEntries) {
      others += 1 + entriesIn(value, mostTogether);
      if (others > mostTogether) return `${field}: has too many entries`;
      continue;
    }
    for (let start = 0; start < value.length; start += mostEntries) {
      const piece: readonly unknown[] = value.slice(start, start + mostEntries);
      if (entriesIn(piece, mostTogether) > mostTogether) return `${field}: has too many entries`;
      const result = shape[field]?.safeParse(piece);
      const [at, ...below] = result?.error?.issues[0]?.path ?? [];
      if (result?.success === false)
        return problemOf(result.error, record, [field, start + Number(at ?? 0), ...below]);
    }
  }
  return null;
}

function problemOf(
  { issues: [issue] }: z.ZodError,
  record: unknown,
  path = issue?.path ?? [],
): string {
  const field = path.length === 0 ? "the record" : path.join(".");
  return `${field}: ${issue === undefined ? "not valid" : wordsOf(issue, valueAt(record, path))}`;
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
