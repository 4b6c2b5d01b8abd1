import type { z } from "zod";
import type { Change } from "./store.ts";
import type { Collection } from "./records.ts";
import { collections } from "./records.ts";

/** A record as its schema gives it back, or what is wrong with it: the field, and why. */
export type Checked = { readonly record: { readonly id: number } } | { readonly problem: string };

/** Fields that no schema knows are refused: dropping them would lose what somebody wrote. */
const schemas = new Map<string, z.ZodType<{ readonly id: number }>>(
  Object.entries(collections).map(([name, schema]) => [name, schema.strict()]),
);

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
  return { problem: `${field === "" ? "the record" : field}: ${issue?.message ?? "not valid"}` };
}

/** Stands in for the check where records of an older version are read, before their migration. */
export function checkId(_collection: string, value: unknown): Checked {
  const id = isObject(value) ? value["id"] : undefined;
  return typeof id === "number" && Number.isSafeInteger(id) && id > 0
    ? { record: value as { readonly id: number } }
    : { problem: "id: not a positive whole number" };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A change read from a journal or handed in by a caller; throws a sentence when it isn't one. */
export function checkChange(
  value: unknown,
  check: (collection: string, record: unknown) => Checked,
): Change {
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
