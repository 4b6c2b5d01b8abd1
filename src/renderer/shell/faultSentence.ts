import type { TFunction } from "i18next";
import { formLinkFields } from "../../contract/linkFields.ts";
import type { FieldFault } from "../../contract/envelope.ts";

/** What is wrong with a field, in the reader's language. */
export function faultSentence({ code, message, least, most }: FieldFault, t: TFunction): string {
  switch (code) {
    case "short":
      return t("faults.short", { least: least ?? 1 });
    case "long":
      return most === undefined ? t("faults.tooLong") : t("faults.long", { most });
    case "missing":
    case "type":
    case "format":
    case "characters":
    case "choice":
    case "unknown":
    case "loop":
    case "taken":
    case "reserved":
    case "changed":
      return t(`faults.${code}`);
    case "invalid":
      return t("faults.invalid", { message });
  }
}

const labels = {
  url: "editor.url",
  custom: "editor.custom",
  password: "editor.password",
  expiry: "editor.expiry",
  type: "editor.type",
  status: "editor.status",
} as const;

/** A field of the contract as the window calls it. */
function labelOf(field: string, t: TFunction): string {
  const known = Object.entries(labels).find(([name]) => name === field)?.[1];
  if (known !== undefined) return t(known);
  const text = formLinkFields.find((name) => name === field);
  return text === undefined ? field : t(`editor.${text}`);
}

/** The same beside no field: with its name in the window's words. */
export function namedFault(fault: FieldFault, t: TFunction): string {
  const sentence = faultSentence(fault, t);
  return fault.field === "" ? sentence : `${labelOf(fault.field, t)}: ${sentence}`;
}
