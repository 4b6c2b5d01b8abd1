import type { HttpAnswer } from "../../server/visit/pages/markup/httpAnswer.ts";
import {
  isKnownPicture,
  pictureHeaders,
  picturePolicy,
} from "../../server/visit/qr/pictureHeaders.ts";
import { text, type VisitorHeaders } from "../../server/visit/requestHeaders.ts";
import { hashOf } from "../wire/hash.ts";

/** The picture of a code, drawn at home; in one form and size, whatever was asked for. */
export function pictureAnswer(svg: string, headers: VisitorHeaders): HttpAnswer {
  const etag = `"${hashOf("", svg).toString(36)}"`;
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
