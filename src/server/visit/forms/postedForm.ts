import type { HttpAnswer } from "../pages/markup/httpAnswer.ts";
import { pageAnswer } from "../pages/markup/pageAnswer.ts";
import { noticePage } from "../pages/notices.ts";
import type { PageStyle } from "../pages/markup/look.ts";
import { comesMore } from "../../../util/comesMore.ts";
import { text, type VisitorHeaders } from "../requestHeaders.ts";

/** What a posted form says; or why it can't be read. */
export type Form = { readonly kind: "form"; readonly fields: URLSearchParams } | UnreadForm;

export interface UnreadForm {
  readonly kind: "notAForm" | "tooLarge";
}

/** A form that could be read, and whether one of our own pages sent it. */
export interface PostedForm {
  readonly fields: URLSearchParams;
  readonly isOwn: boolean;
}

/** What the headers say before anything is read: why not to; null: it may be one. */
export function unreadForm(headers: VisitorHeaders, mostBytes: number): UnreadForm | null {
  const [type = ""] = (text(headers["content-type"]) ?? "").split(";", 1);
  if (type.trim().toLowerCase() !== "application/x-www-form-urlencoded") {
    return { kind: "notAForm" };
  }
  return Number(headers["content-length"] ?? 0) > mostBytes ? { kind: "tooLarge" } : null;
}

/** Our own forms have a few fields. */
const mostFields = 32;

/** Null: there was more of it than may be read. One of many fields isn't parsed. */
export function formIn(body: string | null): Form {
  return body === null || comesMore(body, "&", mostFields)
    ? { kind: "tooLarge" }
    : { kind: "form", fields: new URLSearchParams(body) };
}

export function unreadAnswer({ kind }: UnreadForm, { language, look }: PageStyle): HttpAnswer {
  // What is still being sent of a large one isn't read any more.
  return pageAnswer(
    kind === "notAForm"
      ? noticePage("wrongForm", language)
      : noticePage("largeForm", language, { Connection: "close" }),
    look,
  );
}

export function postedForm(
  fields: URLSearchParams,
  headers: VisitorHeaders,
  own: {
    readonly formerBases: readonly string[];
    readonly isDomain: (host: string) => boolean;
  },
): PostedForm {
  const isOwnHost = (host: string) =>
    own.formerBases.some((base) => URL.parse(base)?.host === host) || own.isDomain(host);
  return { fields, isOwn: isSameOriginForm(headers, isOwnHost) };
}

/**
 * Whether a form was posted from one of the service's own pages, as far as the browser says. A
 * foreign page can learn nothing by posting, but it could use up its reader's tries.
 */
function isSameOriginForm(headers: VisitorHeaders, isOwnHost: (host: string) => boolean): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  const origin = text(headers["origin"]);
  // Not a browser of these days; scripts say nothing, and have no reader to harm.
  if (origin === undefined) return true;
  const host = URL.parse(origin)?.host;
  return host !== undefined && host !== "" && (host === text(headers["host"]) || isOwnHost(host));
}
