import type { z } from "zod";
import {
  type answered,
  type clearableLinkFields,
  linkFields,
  listedPlainLinkFields,
  type PlainLinkField,
  plainLinkFields,
  type sent,
} from "../../../contract/fields/linkFields.ts";
import type { ClearableKey, PlainDetails } from "./linkFields.ts";

type Answers = { -readonly [Name in PlainLinkField]: z.output<(typeof answered)[Name]> };
type Sent = { readonly [Name in PlainLinkField]?: z.output<(typeof sent)[Name]> };

/** The plain fields that are kept, under the record's names: what the table says is what it has. */
type StoredFields = {
  readonly [Name in PlainLinkField as (typeof linkFields)[Name]["storedAs"]]?: Sent[Name];
};

/** The plain fields that were given, in the record's terms. */
export function plainDetails(body: Sent): PlainDetails {
  const stored: StoredFields = Object.fromEntries(
    plainLinkFields
      .filter((name) => body[name] !== undefined)
      .map((name): [keyof PlainDetails, unknown] => [linkFields[name].storedAs, body[name]]),
  );
  return stored;
}

function answersOf<Name extends PlainLinkField>(
  names: readonly Name[],
  link: StoredFields,
): Pick<Answers, Name> {
  // Object.fromEntries forgets which keys they are.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(
    names.map((name) => {
      const { storedAs, otherwise } = linkFields[name];
      return [name, link[storedAs] ?? otherwise];
    }),
  ) as Pick<Answers, Name>;
}

/** The plain fields as details show them. */
export const plainAnswers = (link: StoredFields) => answersOf(plainLinkFields, link);

/** Those of them that lists show too. */
export const plainListAnswers = (link: StoredFields) => answersOf(listedPlainLinkFields, link);

/** The record's keys for the fields that `clear` names. */
export function clearedKeys(
  clear: readonly (typeof clearableLinkFields)[number][] | undefined,
): readonly ClearableKey[] {
  return (clear ?? []).map((name) => linkFields[name].storedAs);
}
