import { longestSegment } from "../aliasInPath.ts";
import { visitorQuery } from "../visitorQuery.ts";

/** The address of a QR code: `/q/<code>` is read by cameras, `/qr/<code>` is the picture. */
interface QrAddress {
  readonly kind: "scan" | "picture";
  readonly code: string;
  readonly query: URLSearchParams;
}

const pattern = /^\/(q|qr)\/([^/?#]+)\/?(?:\?([^#]*))?(?:#|$)/u;

/** Null: the path of a request target leads to neither. */
export function qrAddressIn(path: string): QrAddress | null {
  // Most visits are not about a QR code, and pay for one comparison.
  if (!path.startsWith("/q")) return null;
  const [, first, segment = "", query = ""] = pattern.exec(path) ?? [];
  if (first === undefined || segment.length > longestSegment) return null;
  try {
    return {
      kind: first === "q" ? "scan" : "picture",
      code: decodeURIComponent(segment),
      query: visitorQuery(query),
    };
  } catch {
    return null;
  }
}
