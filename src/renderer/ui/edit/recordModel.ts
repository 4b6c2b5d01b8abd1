import type { TFunction } from "i18next";
import type { z } from "zod";
import type { CallOf, ResponseOf } from "../../../contract/operation.ts";
import { operations, type Operations } from "../../../contract/operations.ts";
import type { RecordKind } from "../../../contract/fields/records.ts";
import { api } from "../../app/client/api.ts";
import type { Input, JsonCall } from "../../app/client/client.ts";
import type { Written } from "./undoToasts.tsx";

/** An operation that takes a body: its schema, which the form asks too, and how it is called. */
export interface Sending<Answer> {
  readonly schema: z.ZodType;
  readonly send: (body: Body) => Promise<Answer>;
}

export type Body = Readonly<Record<string, unknown>>;

/** An operation as a form sends it; `params` are those of its path. */
export function sending<Name extends JsonCall>(
  name: Name,
  params: CallOf<Operations[Name]>["params"],
): Sending<ResponseOf<Operations[Name]>> {
  return {
    schema: operations[name].body,
    // Bodies are built field by field; what is sent was held against this very schema before.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    send: (body) => api.call(name, { params, body } as unknown as Input<Name>),
  };
}

/** The answer to a new record. */
export type Created = Written & { readonly id: number };

export type NameOf<Values> = keyof Values & string;

/** What an editor has to know of a kind of record, beside its fields and words. */
export interface RecordModel<Values extends object, Details, Made extends Created = Created> {
  readonly kind: RecordKind;
  readonly empty: Values;
  valuesOf(details: Details): Values;
  /**
   * The values under the contract's names, as it takes them. What is undefined isn't said; "" and []
   * are empty; null is emptied in any case.
   */
  sentOf(values: Values): Body;
  /** The same as answers show them, where that is another form; for `expect`. */
  shownOf?(values: Values): Body;
  /** Fields of the contract that an update empties by `clear`. */
  readonly clearable?: readonly string[];
  /** Fields that every body has, changed or not. */
  readonly always?: readonly string[];
  /** What people call it. */
  nameOf(values: Values, details: Details | null): string;
  read(id: number, signal: AbortSignal): Promise<Details>;
  readonly add: Sending<Made>;
  update(id: number): Sending<Written>;
  /** Whatever shows such records looks again. */
  refresh(): Promise<void>;
  /** The form's field that shows a fault of the contract's; undefined: the one of the same name. */
  fieldOf?(field: string): NameOf<Values> | undefined;
  /** What no schema knows to be wrong: sentences by field, or by a place in one (`links[2].url`). */
  check?(
    values: Values,
    before: Values | null,
    t: TFunction,
  ): Readonly<Record<string, string | undefined>>;
  /** What looks wrong and is taken all the same: the form asks once before it saves that. */
  isDoubtful?(values: Values, before: Values | null): boolean;
  /** Values that are never kept in a draft. */
  readonly secrets?: readonly NameOf<Values>[];
  /** Says itself that one was made; otherwise a sentence with its name does. */
  announceCreated?(made: Made): Promise<void>;
}
