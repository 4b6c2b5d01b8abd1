import type { Counted } from "../features/clicks/recordClick.ts";
import type { PageStyle } from "./pages/markup/look.ts";
import type { HttpAnswer } from "./pages/markup/httpAnswer.ts";
import type { VisitorHeaders } from "./requestHeaders.ts";
import type { ReadVisit } from "./readVisit.ts";
import type { VisitedDomain } from "./visitModel.ts";

/** A request of a visitor, whatever server took it, with what was read of it. */
export interface VisitRequest {
  readonly method: string | undefined;
  readonly headers: VisitorHeaders;
  /** Below the prefix, percent-encoded, with its query. */
  readonly path: string;
  /** The branded domain that it came to; null: the service's own address. */
  readonly domain: VisitedDomain | null;
  readonly read: ReadVisit;
}

/** One that takes more than a plain redirect. */
export interface VisitorRequest extends VisitRequest {
  readonly style: PageStyle;
}

/** The answer to a visit, and what is counted with it; null: nothing is. */
export interface CountedAnswer {
  readonly kind: "answer";
  readonly answer: HttpAnswer;
  readonly counts: Counted | null;
}
