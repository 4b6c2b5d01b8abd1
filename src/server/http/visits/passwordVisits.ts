import type { LinkPasswords } from "../../passwords/linkPasswords.ts";
import type { PreparedLink } from "../../features/links/preparedLinks.ts";
import type { PasswordRequest } from "../../visit/answerVisit.ts";
import { ownPath } from "../../visit/forms/ownPath.ts";
import { unlockCookie } from "../../visit/forms/unlockCookie.ts";
import type { HostDomain } from "../../visit/hostDomain.ts";
import type { Page } from "../../visit/pages/markup/page.ts";
import { passwordPage, tooManyTriesPage } from "../../visit/pages/password.ts";
import { visitorAddress } from "../../visit/visitorAddress.ts";
import { type AddressParts, baseHere } from "../../visit/visitedAddress.ts";
import type { VisitSettings } from "../../visit/visitModel.ts";
import { type Exchange, sendPage, write } from "./respond.ts";
import { takeForm } from "./takeForm.ts";

export interface PasswordParts extends AddressParts {
  readonly passwords: LinkPasswords;
  readonly hostDomain: HostDomain;
  readonly settings: VisitSettings;
}

/** A password of 128 characters, each at most 12 bytes of a form, and a little. */
const mostBytes = 4_096;

/** Answers the form of the password page. */
export async function answerPassword(
  parts: PasswordParts,
  { prepared, visitorRequest }: PasswordRequest<PreparedLink>,
  exchange: Exchange,
): Promise<void> {
  const { response } = exchange;
  const { language, look } = visitorRequest.style;
  const send = (page: Page) => sendPage(response, page, look);

  const posted = await takeForm(parts, exchange, visitorRequest, mostBytes);
  if (posted === null) return;
  if (!posted.isOwn) return send(passwordPage({ language, fault: "foreign" }));
  const password = posted.fields.get("password") ?? "";
  if (password === "") return send(passwordPage({ language, fault: "empty" }));

  const { record } = prepared;
  const tried = await parts.passwords.tryPassword(record, password, visitorAddress(visitorRequest));
  switch (tried.kind) {
    case "wrong":
      return send(passwordPage({ language, fault: "wrong" }));
    case "later":
      return send(tooManyTriesPage(language, tried.retryAfter));
    case "right": {
      const { path, query } = ownPath(parts, visitorRequest);
      const isSecure = baseHere(parts, visitorRequest.domain).startsWith("https:");
      const cookie = unlockCookie(parts.passwords.tokenOf({ ...record, password: tried.hash }), {
        path,
        isSecure,
      });
      const headers = {
        Location: path + query,
        "Set-Cookie": cookie,
        "Cache-Control": "no-store",
      };
      write(response, { status: 303, headers, body: "" });
    }
  }
}
