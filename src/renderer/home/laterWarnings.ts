import { lazy } from "react";
import { withWords } from "../i18n/catalogue.ts";

/** Most services have nothing to warn of: its words come only where there is something. */
export const Warnings = lazy(async () => ({
  default: await withWords(["sentences"], async () => (await import("./Warnings.tsx")).Warnings),
}));
