import { longestAnswer } from "../../../contract/fields/bounds.ts";
import type { ShownOverlay } from "../../../contract/fields/shownFields.ts";
import { ownCopy } from "../../visitor/boundedCache.ts";

export type ContactField = NonNullable<ShownOverlay["fields"]>[number];

/** What was written into each field that the form has. */
export type ContactFields = { readonly [Field in ContactField]?: string | undefined };

export type ContactFault = "missing" | "tooLong" | "noEmail";

/** Answers that an overlay keeps. */
export const mostOfOverlay = 10_000;
/** Answers of an hour: of one visitor over all overlays, and of one overlay, whoever gives them. */
export const mostOfVisitor = 5;
export const mostOfHour = 60;
/** Milliseconds for which they count. */
export const triesTime = 60 * 60_000;

const usual: readonly ContactField[] = ["name", "email", "message"];

/** The fields of an overlay's form, in their order; the usual ones where it names none. */
export function fieldsOf({ fields = [] }: Pick<ShownOverlay, "fields">): readonly ContactField[] {
  return fields.length === 0 ? usual : [...new Set(fields)];
}

/** Control codes but tab and line breaks. */
const controlCharacters = /[^\P{Cc}\t\n]/gu;

/** The answer in a posted form, without what the overlay doesn't ask for. Every field is required. */
export function readContactForm(
  overlay: Pick<ShownOverlay, "fields">,
  form: URLSearchParams,
): {
  readonly fields: ContactFields;
  readonly faults: { readonly [Field in ContactField]?: ContactFault };
} {
  const fields: Partial<Record<ContactField, string>> = {};
  const faults: Partial<Record<ContactField, ContactFault>> = {};
  for (const field of fieldsOf(overlay)) {
    const text = textOf(form.get(field) ?? "", field);
    const fault = faultOf(text, field);
    fields[field] = ownCopy(text.slice(0, longestAnswer[field]));
    if (fault !== null) faults[field] = fault;
  }
  return { fields, faults };
}

/** Browsers send line breaks as CRLF; only the message has any. */
function textOf(sent: string, field: ContactField): string {
  const text = sent
    .toWellFormed()
    .replaceAll(/\r\n?/gu, "\n")
    .replaceAll(controlCharacters, "")
    .trim();
  return field === "message" ? text : text.replaceAll(/\s+/gu, " ");
}

function faultOf(text: string, field: ContactField): ContactFault | null {
  if (text === "") return "missing";
  if (text.length > longestAnswer[field]) return "tooLong";
  return field === "email" && !/^[^\s@]+@[^\s@]+$/u.test(text) ? "noEmail" : null;
}
