import type { HttpAnswer } from "../../../server/visit/pages/markup/httpAnswer.ts";
import {
  isKnownPicture,
  pictureHeaders,
  picturePolicy,
} from "../../../server/visit/qr/pictureHeaders.ts";
import { text, type VisitorHeaders } from "../../../server/visit/requestHeaders.ts";

/**
 * The picture of a code, drawn at home; in one form and size, whatever was asked for. `edition` is
 * another one for every other picture.
 */
export function pictureAnswer(svg: string, edition: string, headers: VisitorHeaders): HttpAnswer {
  const etag = `"${edition}"`;
  if (isKnownPicture(text(headers["if-none-match"]), etag)) {
    return { status: 304, headers: pictureHeaders(etag), body: "" };
  }
  return {
    status: 200,
    headers: {
      ...pictureHeaders(etag),
      "Content-Type": "image/svg+xml",
      "Content-Security-Policy": picturePolicy,
    },
    body: svg,
  };
}
