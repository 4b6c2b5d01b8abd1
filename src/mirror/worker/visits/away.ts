import type { HttpAnswer } from "../../../server/visit/pages/markup/httpAnswer.ts";
import { pageAnswer } from "../../../server/visit/pages/markup/pageAnswer.ts";
import { noticePage } from "../../../server/visit/pages/notices.ts";
import type { VisitorRequest } from "../../../server/visit/visitorRequest.ts";

/** Seconds after which home may be awake. */
const retryAfter = 600;

/** What home alone can answer: there, while visitors reach it; else the word to come again. */
export function awayAnswer(home: string | null, visitorRequest: VisitorRequest): HttpAnswer {
  const { method, path, domain, style } = visitorRequest;
  // Under its own address home has other links than a branded domain.
  if (home === null || domain !== null) {
    const page = noticePage("asleep", style.language, { "Retry-After": String(retryAfter) });
    return pageAnswer(page, style.look);
  }
  return {
    // A form that is posted arrives as it was.
    status: method === "POST" ? 307 : 302,
    headers: { Location: home + path, "Cache-Control": "no-store" },
    body: "",
  };
}
