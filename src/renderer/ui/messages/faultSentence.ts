import type { TFunction } from "i18next";
import type { FieldFault } from "../../../contract/envelope.ts";
import { fieldText } from "../../features/changes/fieldWords.ts";

/** What is wrong with a field, in the reader's language. */
export function faultSentence(
  { code, message, least, most, unit }: FieldFault,
  t: TFunction,
): string {
  switch (code) {
    case "short":
      return t("faults.short", { least: least ?? 1 });
    case "long":
      if (most === undefined) return t("faults.tooLong");
      return t(unit === "bytes" ? "faults.bytes" : "faults.long", { most });
    case "missing":
    case "type":
    case "format":
    case "characters":
    case "choice":
    case "unknown":
    case "loop":
    case "taken":
    case "reserved":
    case "forbidden":
    case "changed":
      return t(`faults.${code}`);
    case "invalid":
      return t("faults.invalid", { message });
  }
}

/** The same beside no field: with its name in the window's words. */
export function namedFault(fault: FieldFault, t: TFunction): string {
  const sentence = faultSentence(fault, t);
  if (fault.field === "") return sentence;
  // A part of a list, or a field of a change: `add.rules[0].url`.
  const names = [fault.field, ...fault.field.split(/[.[]/)];
  const named = names.map((name) => fieldText("links", name, t)).find((name) => name !== undefined);
  return `${named ?? fault.field}: ${sentence}`;
}
