import type { ServerResponse } from "node:http";
import type { Decision } from "../resolve/model.ts";
import type { PageLanguage } from "./pages/language.ts";
import type { PageLook } from "./pages/look.ts";
import { noticePage } from "./pages/notices.ts";
import { sendPage } from "./pages/sendPage.ts";

/** Where a decision lets the visitor through to; null: nowhere, and the visit doesn't count. */
export function openedAddress(decision: Decision): string | null {
  switch (decision.kind) {
    case "notFound":
    case "expired":
    case "password":
      return null;
    case "preview":
    case "deepLink":
    case "redirect":
    case "frame":
    case "splash":
    case "overlay":
      return decision.to;
  }
}

/** Node leaves the body away where the request is a HEAD. */
export function respond(
  response: ServerResponse,
  decision: Decision,
  language: PageLanguage,
  look: PageLook,
): void {
  switch (decision.kind) {
    case "notFound":
      sendPage(response, noticePage("notFound", language), look);
      return;
    case "expired":
      sendPage(response, noticePage("expired", language), look);
      return;
    case "password":
      sendPage(response, noticePage("protected", language), look);
      return;
    case "redirect":
    case "preview":
    case "deepLink":
    case "frame":
    case "splash":
    case "overlay":
      redirect(response, decision.to);
      return;
  }
}

/** Headers as a flat array and no body: this is the hot path. */
export function redirect(response: ServerResponse, to: string): void {
  response.writeHead(302, ["Location", to, "Cache-Control", "no-store", "Content-Length", "0"]);
  response.end();
}
