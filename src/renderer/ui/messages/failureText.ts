import type { TFunction } from "i18next";
import { ApiFailure, ServiceUnreachable } from "../../app/client/client.ts";
import { isMoved } from "../../app/client/move.ts";
import { createFormat } from "../../i18n/format.ts";
import { loadPreferences } from "../../i18n/preferences.ts";
import { namedFault } from "./faultSentence.ts";

/** A failure as its reader needs it: what happened, and what it means or what to do. */
export function failureText(error: unknown, t: TFunction): { title: string; text: string } {
  if (error instanceof ServiceUnreachable)
    return { title: t("failure.offlineTitle"), text: t("failure.offline") };
  if (!(error instanceof ApiFailure))
    return { title: t("failure.otherTitle"), text: String(error) };
  if (error.status === 401) return { title: t("failure.keyTitle"), text: t("keyScreen.text") };
  if (isMoved(error)) return { title: t("failure.movedTitle"), text: t("failure.moved") };
  if (error.status === 429)
    return {
      title: t("failure.rateTitle"),
      text:
        error.retryAfter === null
          ? t("failure.rate")
          : t("failure.rateSeconds", {
              seconds: createFormat(loadPreferences()).number(error.retryAfter),
            }),
    };
  if (error.code === "full") return { title: t("failure.fullTitle"), text: t("failure.full") };
  return {
    title: t("failure.otherTitle"),
    text:
      error.faults.length === 0
        ? apiFailureText(error, t)
        : error.faults.map((fault) => namedFault(fault, t)).join(" "),
  };
}

/** Whether what was asked for isn't there: asking again won't bring it. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === "gone";
}

/** In the window's words; in English the service's own sentence says more: what uses it, what is in its place. */
function apiFailureText({ code, message }: ApiFailure, t: TFunction): string {
  const isEnglish = document.documentElement.lang === "en";
  return isEnglish || code === null ? message : t(`failure.kinds.${code}`);
}
