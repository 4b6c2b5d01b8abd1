import { isDeepStrictEqual } from "node:util";
import { type Fault, refuseChanged } from "../common/problems.ts";

/** Deeper than any value of the contract. */
const deepest = 6;

/** Absent, `null`, `""`, `[]` and `{}` all say that there is nothing. */
function plain(value: unknown, depth = 0): unknown {
  if (value === null || value === "") return undefined;
  if (typeof value !== "object" || depth > deepest) return value;
  if (Array.isArray(value)) {
    return value.length === 0 ? undefined : value.map((item) => plain(item, depth + 1));
  }
  const entries = Object.entries(value)
    .map(([key, item]) => [key, plain(item, depth + 1)] as const)
    .filter(([, item]) => item !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/**
 * Holds what a caller read before against what is there now, field by field, and refuses where
 * somebody else was quicker. `present` are the fields as answers show them.
 */
export function checkExpected(
  expected: Readonly<Record<string, unknown>> | undefined,
  present: Readonly<Record<string, unknown>>,
): void {
  refuseChanged(changedIn(expected ?? {}, present));
}

function* changedIn(
  expected: Readonly<Record<string, unknown>>,
  present: Readonly<Record<string, unknown>>,
): Iterable<readonly [field: string, fault: Fault]> {
  for (const [field, value] of Object.entries(expected)) {
    if (isDeepStrictEqual(plain(value), plain(present[field]))) continue;
    const now = present[field] ?? null;
    const detail = `has changed: its value is now ${JSON.stringify(now)}`;
    yield [field, { code: "changed", detail, present: now }];
  }
}
