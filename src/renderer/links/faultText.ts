import { formLinkFields, linkFields } from "../../contract/linkFields.ts";
import type { TFunction } from "i18next";
import type { FieldError } from "react-hook-form";

/** What is wrong at a field, in the reader's language. */
export function faultText(name: string, fault: FieldError | undefined, t: TFunction) {
  if (fault === undefined) return undefined;
  const type: string = fault.type;
  switch (type) {
    // The service's, put into words already.
    case "server":
      return fault.message;
    case "needed":
      return t("faults.needed");
    case "letters":
      return t("faults.aliasLetters");
    case "too_big":
      return t("faults.tooLong");
    case "custom":
      return name === "expiry" ? t("faults.expiry") : t("faults.text");
    default:
      if (name === "url" || isAddress(name)) return t("faults.url");
      if (name === "expiry") return t("faults.expiry");
      return fault.message;
  }
}

function isAddress(field: string): boolean {
  return formLinkFields.some((name) => name === field && linkFields[name].form.as === "address");
}
