import { erasedPassword, isErasedPassword } from "../history/passwords.ts";
import type { Change } from "../store.ts";
import type { LoggedChange } from "./journal.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Changes with what they found: `formers` has, in their order, each record as it was just before.
 * Of a creation there is nothing to say, and of the account's password nothing is said.
 */
export function loggedChanges(
  changes: readonly Change[],
  formers: readonly (object | undefined)[],
): LoggedChange[] {
  return changes.map((change, index) => {
    const former = formers[index] as Fields | undefined;
    if (former === undefined) return change;
    if ("remove" in change) return { ...change, was: without(former, secretOf(change.remove)) };
    const was = differing(former, change.record, secretOf(change.put));
    return { ...change, was };
  });
}

/** Whether these changes took the password of a link away. */
export function takesPassword(changes: readonly LoggedChange[]): boolean {
  return changes.some(
    (change) =>
      "put" in change &&
      change.put === "links" &&
      change.was !== undefined &&
      isErasedPassword((change.was as Fields)["password"]),
  );
}

function secretOf(collection: string): string | null {
  return collection === "account" ? "password" : null;
}

function without(record: Fields, secret: string | null): Fields {
  if (secret === null) return record;
  return Object.fromEntries(Object.entries(record).filter(([field]) => field !== secret));
}

/** The fields of `former` that are another in `next`; null for what it didn't have. */
function differing(former: Fields, next: Fields, secret: string | null): Fields {
  const was: Record<string, unknown> = {};
  for (const field of Object.keys(former)) {
    const before = former[field];
    const after = next[field];
    if (before === undefined || isSameValue(before, after)) continue;
    const isErased = field === "password" && after === undefined;
    was[field] = isErased ? erasedPassword : before;
  }
  for (const field of Object.keys(next)) {
    if (next[field] !== undefined && former[field] === undefined) was[field] = null;
  }
  if (secret !== null) delete was[secret];
  return was;
}

/** Of two values as JSON has them. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object") return false;
  return JSON.stringify(one) === JSON.stringify(other);
}
