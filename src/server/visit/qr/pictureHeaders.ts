/** A copy is asked about at each use, so that a changed look shows at once; the answer is short. */
export function pictureHeaders(etag: string): Record<string, string> {
  return {
    ETag: etag,
    "Cache-Control": "public, no-cache",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "X-Content-Type-Options": "nosniff",
  };
}

/** What a picture may load and run: nothing but itself. */
export const picturePolicy =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";

/** `If-None-Match`, compared weakly (RFC 9110, 13.1.2). */
export function isKnownPicture(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//u, ""));
  return tags.includes(etag) || tags.includes("*");
}
