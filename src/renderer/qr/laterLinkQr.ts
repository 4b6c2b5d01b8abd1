import { lazy } from "react";
import { withWords } from "../i18n/catalogue.ts";

/** A link's code in a dialog, with its words, when it is first opened. */
export const LinkQr = lazy(async () => ({
  default: await withWords(["qr", "edit"], async () => (await import("./LinkQr.tsx")).LinkQr),
}));

/** The codes that lead to a link. */
export const LinkQrCodes = lazy(async () => ({
  default: await withWords(["qr", "edit"], async () => (await import("./LinkQr.tsx")).LinkQrCodes),
}));
