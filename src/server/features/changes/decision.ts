import type { Message } from "../../../contract/messages/messages.ts";
import type { Collection } from "../../store/records.ts";
import type { Change } from "../../store/store.ts";

/** A record whatever its collection, by the names of its fields. */
export type Fields = Readonly<Record<string, unknown>> & { readonly id: number };

/** What stands in the way of one change, and is left as it is. */
export interface ChangeConflict {
  readonly collection: Collection;
  readonly id: number;
  readonly name: string;
  /** The record's name of it; null: it is about the record as a whole. */
  readonly field: string | null;
  /** What the field was left as, and what it is by now; undefined: nothing. */
  readonly left?: unknown;
  readonly present?: unknown;
  readonly detail: Message;
}

/** What is to become of one record; nothing, where `before` and `after` are the same. */
export interface Decision {
  readonly collection: Collection;
  readonly id: number;
  readonly name: string;
  /** Undefined: it isn't there. */
  readonly before: Fields | undefined;
  readonly after: Fields | undefined;
  readonly conflicts: readonly ChangeConflict[];
  /**
   * Of what comes back: when it was last as it is to become, in milliseconds since 1970. Names that
   * were alike then may be so again.
   */
  readonly wasAt?: number;
}

export function isChange({ before, after }: Decision): boolean {
  return before !== after;
}

export function changeOf({ collection, id, after }: Decision): Change {
  const change =
    after === undefined ? { remove: collection, id } : { put: collection, record: after };
  // The store holds the record against its collection's schema.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return change as Change;
}

/** What people know a record by: its name, else what it is called in addresses. */
export function calledAs(record: Readonly<Record<string, unknown>> | undefined): string {
  const { name, alias, slug, domain, username, code } = record ?? {};
  const called = [name, alias, slug, username, code, domain].find(
    (text) => typeof text === "string" && text !== "",
  );
  return typeof called === "string" ? called : "";
}
