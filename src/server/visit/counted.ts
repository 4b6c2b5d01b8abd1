import type { Counted } from "../features/clicks/recordClick.ts";
import type { Closed } from "../resolve/model.ts";
import type { VisitRequest } from "./visitorRequest.ts";

/** What is counted of a visit that leads somewhere; null: it was nobody's. */
export function countsOf({ method, read }: VisitRequest, subject: Counted): Counted | null {
  return method === "HEAD" || read.isUncounted ? null : subject;
}

/** What is counted of a visit to a link that isn't open: people that are sent elsewhere, apart from clicks. */
export function closedCountsOf(
  request: VisitRequest,
  link: number,
  closed: Closed,
): Counted | null {
  const isSent = "elsewhere" in closed && closed.elsewhere !== null;
  if (!isSent || request.read.userAgent.bot !== undefined) return null;
  const when = closed.kind === "notStarted" ? "before" : "after";
  return countsOf(request, { link, qr: undefined, closed: when });
}
