import type { HttpAnswer } from "./pages/markup/httpAnswer.ts";
import type { PageLook } from "./pages/markup/look.ts";
import type { Page } from "./pages/markup/page.ts";
import { pageAnswer } from "./pages/markup/pageAnswer.ts";

/** How a visit is answered. */
export type Answer =
  | { readonly kind: "redirect"; readonly to: string }
  | {
      readonly kind: "page";
      readonly page: Page;
      /** It leads on to the link's own page. */
      readonly isHop?: true;
    };

export function httpAnswer(answer: Answer, look: PageLook): HttpAnswer {
  switch (answer.kind) {
    case "redirect":
      return redirection(answer.to);
    case "page":
      return pageAnswer(answer.page, look);
  }
}

export function redirection(to: string): HttpAnswer {
  return { status: 302, headers: { Location: to, "Cache-Control": "no-store" }, body: "" };
}
