import type { Counted } from "../features/clicks/recordClick.ts";
import type { VisitRequest } from "./visitorRequest.ts";

/** What is counted of a visit that leads somewhere; null: it was nobody's. */
export function countsOf({ method, read }: VisitRequest, subject: Counted): Counted | null {
  return method === "HEAD" || read.isUncounted ? null : subject;
}
