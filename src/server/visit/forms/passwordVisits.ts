import type { DomainService } from "../../services/domains.ts";
import type { LinkPasswords } from "../../services/passwords/linkPasswords.ts";
import type { PreparedLink } from "../../services/preparedLinks.ts";
import type { VisitorRequest } from "../visitorRequest.ts";
import type { HostDomain } from "../hostDomain.ts";
import { baseHere, prefixHere } from "../visitedAddress.ts";
import { isSameOriginForm } from "./sameOriginForm.ts";
import { noticePage } from "../pages/notices.ts";
import { passwordPage, tooManyTriesPage } from "../pages/password.ts";
import type { Page } from "../pages/markup/page.ts";
import { readForm } from "./readForm.ts";
import type { VisitSettings } from "../readVisit.ts";
import { sendPage, write } from "../respond.ts";
import { tellingAddress } from "../tellingAddress.ts";
import { unlockCookie } from "./unlockCookie.ts";

export interface FormParts {
  readonly passwords: LinkPasswords;
  readonly hostDomain: HostDomain;
  readonly domains: Pick<DomainService, "baseOf">;
  readonly settings: VisitSettings;
}

/** A password of 128 characters, each at most 12 bytes of a form, and a little. */
const mostBytes = 4_096;

/** A posted form, and whether one of our own pages sent it; null: it can't be read, and was answered. */
export async function postedForm(
  parts: Pick<FormParts, "hostDomain" | "settings">,
  { request, response, style }: VisitorRequest,
  longest: number,
): Promise<{ readonly form: URLSearchParams; readonly isOwn: boolean } | null> {
  const form = await readForm(request, longest);
  switch (form.kind) {
    case "notAForm":
      sendPage(response, noticePage("wrongForm", style.language), style.look);
      return null;
    case "tooLarge":
      // What is still being sent isn't read any more.
      sendPage(
        response,
        noticePage("largeForm", style.language, { Connection: "close" }),
        style.look,
      );
      return null;
    case "form": {
      const isOwnHost = (host: string) =>
        parts.settings.formerBases.some((base) => URL.parse(base)?.host === host) ||
        parts.hostDomain(host) !== null;
      return { form: form.fields, isOwn: isSameOriginForm(request, isOwnHost) };
    }
  }
}

/** Answers the form of the password page. */
export async function answerPassword(
  parts: FormParts,
  prepared: PreparedLink,
  visitorRequest: VisitorRequest,
): Promise<void> {
  const { response, style } = visitorRequest;
  const { language, look } = style;
  const send = (page: Page) => sendPage(response, page, look);

  const posted = await postedForm(parts, visitorRequest, mostBytes);
  if (posted === null) return;
  if (!posted.isOwn) return send(passwordPage({ language, fault: "foreign" }));
  const password = posted.form.get("password") ?? "";
  if (password === "") return send(passwordPage({ language, fault: "empty" }));

  const { record } = prepared;
  const tried = await parts.passwords.tryPassword(record, password, tellingAddress(visitorRequest));
  switch (tried.kind) {
    case "wrong":
      return send(passwordPage({ language, fault: "wrong" }));
    case "later":
      return send(tooManyTriesPage(language, tried.retryAfter));
    case "right": {
      const { path, query } = ownPath(parts, visitorRequest);
      const isSecure = baseHere(parts, visitorRequest.domain).startsWith("https:");
      const cookie = unlockCookie(parts.passwords.tokenOf(record), { path, isSecure });
      const headers = {
        Location: path + query,
        "Set-Cookie": cookie,
        "Cache-Control": "no-store",
      };
      write(response, { status: 303, headers, body: "" });
    }
  }
}

/** The path that the browser has for this address, as far as a proxy lets us know. */
export function ownPath(
  parts: FormParts,
  visitorRequest: VisitorRequest,
): { path: string; query: string } {
  const [, segment = "", query = ""] = /^\/([^/?#]*)\/?(\?[^#]*)?/u.exec(visitorRequest.path) ?? [];
  // Whatever a path may not carry into a header is written as it may.
  const plain = segment.replace(/[^\w.~%!$&'()*+,=:@-]/gu, encodeURIComponent);
  const plainQuery = query.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
  return { path: `${prefixHere(parts, visitorRequest.domain)}/${plain}`, query: plainQuery };
}
