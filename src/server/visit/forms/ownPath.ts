import { type AddressParts, prefixHere } from "../visitedAddress.ts";
import type { VisitorRequest } from "../visitorRequest.ts";

/** The path that the browser has for this address, as far as a proxy lets us know. */
export function ownPath(
  parts: AddressParts,
  visitorRequest: VisitorRequest,
): { path: string; query: string } {
  const [, segment = "", query = ""] = /^\/([^/?#]*)\/?(\?[^#]*)?/u.exec(visitorRequest.path) ?? [];
  // Whatever a path may not carry into a header is written as it may.
  const plain = segment.replace(/[^\w.~%!$&'()*+,=:@-]/gu, encodeURIComponent);
  const plainQuery = query.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
  return { path: `${prefixHere(parts, visitorRequest.domain)}/${plain}`, query: plainQuery };
}
