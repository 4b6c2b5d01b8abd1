import type { ServerResponse } from "node:http";
import { Busy, Ending } from "../../common/problems.ts";
import type { QrCode, QrCodeService } from "../../features/qr/service.ts";
import type { QrPictures, QrShape } from "../../features/qr/qrPictures.ts";
import { isKnownPicture, pictureHeaders, picturePolicy } from "../../visit/qr/pictureHeaders.ts";
import type { PictureRequest } from "../../visit/qr/qrAnswers.ts";
import { isAtThisComputer } from "../../visit/visitorAddress.ts";
import type { Exchange } from "./respond.ts";

export interface PictureParts {
  readonly qrCodes: Pick<QrCodeService, "design">;
  readonly qrPictures: Pick<QrPictures, "etag" | "picture">;
}

/** Seconds after which a picture that couldn't be drawn for want of time is worth another try. */
const retryAfter = 2;

/** The picture itself, for pages anywhere to embed. Looking at it is not a scan. */
export function sendQrPicture(
  parts: PictureParts,
  pictureRequest: PictureRequest<QrCode>,
  exchange: Exchange,
): void {
  sendDrawn(parts, pictureRequest, exchange).catch((error: unknown) =>
    sendFailure(exchange.response, error),
  );
}

async function sendDrawn(
  { qrCodes, qrPictures }: PictureParts,
  { code, query, visitorRequest }: PictureRequest<QrCode>,
  { request, response }: Exchange,
): Promise<void> {
  const caller = isAtThisComputer(visitorRequest) ? "owner" : "stranger";
  const shape = shapeOf(query);
  const design = await qrCodes.design(code);
  const etag = qrPictures.etag(design, shape);
  if (isKnownPicture(request.headers["if-none-match"], etag)) {
    response.writeHead(304, pictureHeaders(etag));
    response.end();
    return;
  }
  const { type, bytes } = await qrPictures.picture(design, shape, caller);
  response.writeHead(200, {
    ...pictureHeaders(etag),
    "Content-Type": type,
    "Content-Length": bytes.length,
    "Content-Security-Policy": picturePolicy,
  });
  response.end(request.method === "HEAD" ? undefined : bytes);
}

function shapeOf(query: URLSearchParams): QrShape {
  const size = query.get("size") ?? "";
  return {
    format: query.get("format")?.toLowerCase() === "svg" ? "svg" : "png",
    // However far out, a number is brought within the bounds when it is drawn.
    size: /^[-+]?\d+$/u.test(size) ? Number(size) : undefined,
  };
}

function sendFailure(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const isBusy = error instanceof Busy;
  const text = isBusy
    ? "Too many images are being created. Try again later."
    : "The image couldn't be created.";
  response.writeHead(isBusy || error instanceof Ending ? 503 : 500, {
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    ...(isBusy && { "Retry-After": String(retryAfter) }),
  });
  response.end(text);
}
