import { lazy } from "react";
import { withWords } from "../i18n/catalogue.ts";

/** A value of a record, with the words of the rooms that it may be of. */
export const FieldValue = lazy(async () => ({
  default: await withWords(
    ["linkEditor", "overlays", "qr"],
    async () => (await import("./FieldValue.tsx")).FieldValue,
  ),
}));
