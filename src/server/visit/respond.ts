import type { ServerResponse } from "node:http";
import type { PageLook } from "./pages/markup/look.ts";
import type { Page } from "./pages/markup/page.ts";
import { sendPage } from "./pages/markup/sendPage.ts";

/** How a visit is answered. */
export type Answer =
  | { readonly kind: "redirect"; readonly to: string }
  | { readonly kind: "page"; readonly page: Page };

/** Node leaves the body away where the request is a HEAD. */
export function respond(response: ServerResponse, answer: Answer, look: PageLook): void {
  switch (answer.kind) {
    case "redirect":
      return redirect(response, answer.to);
    case "page":
      return sendPage(response, answer.page, look);
  }
}

/** Headers as a flat array and no body: this is the hot path. */
export function redirect(response: ServerResponse, to: string): void {
  response.writeHead(302, ["Location", to, "Cache-Control", "no-store", "Content-Length", "0"]);
  response.end();
}
