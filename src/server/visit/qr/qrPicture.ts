import type { IncomingMessage, ServerResponse } from "node:http";
import type { DrawingCaller } from "../../services/qr/drawingThread.ts";
import { Busy } from "../../services/problems.ts";
import type { QrCode, QrCodeService } from "../../services/qrCodes.ts";
import type { QrPictures, QrShape } from "../../services/qr/qrPictures.ts";
import { noticePage } from "../pages/notices.ts";
import { sendPage } from "../respond.ts";
import type { PageStyle } from "../pages/markup/look.ts";

interface PictureParts {
  readonly qrCodes: Pick<QrCodeService, "design">;
  readonly qrPictures: Pick<QrPictures, "etag" | "picture">;
}

interface PictureRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  readonly style: PageStyle;
  readonly caller: DrawingCaller;
}

/** Seconds after which a picture that couldn't be drawn for want of time is worth another try. */
const retryAfter = 2;

/** The picture itself, for pages anywhere to embed. Looking at it is not a scan. */
export function sendQrPicture(
  parts: PictureParts,
  code: QrCode | undefined,
  visitorRequest: PictureRequest,
): void {
  const { response, style } = visitorRequest;
  if (code === undefined) {
    return sendPage(response, noticePage("notFound", style.language), style.look);
  }
  sendDrawn(parts, code, visitorRequest).catch((error: unknown) => sendFailure(response, error));
}

async function sendDrawn(
  { qrCodes, qrPictures }: PictureParts,
  code: QrCode,
  { request, response, query, caller }: PictureRequest,
): Promise<void> {
  const shape = shapeOf(query);
  const design = await qrCodes.design(code);
  const etag = qrPictures.etag(design, shape);
  if (isKnown(request.headers["if-none-match"], etag)) {
    response.writeHead(304, headersOf(etag));
    response.end();
    return;
  }
  const { type, bytes } = await qrPictures.picture(design, shape, caller);
  response.writeHead(200, {
    ...headersOf(etag),
    "Content-Type": type,
    "Content-Length": bytes.length,
    "Content-Security-Policy":
      "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox",
  });
  response.end(request.method === "HEAD" ? undefined : bytes);
}

/** A copy is asked about at each use, so that a changed look shows at once; the answer is short. */
function headersOf(etag: string): Record<string, string> {
  return {
    ETag: etag,
    "Cache-Control": "public, no-cache",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "X-Content-Type-Options": "nosniff",
  };
}

function shapeOf(query: URLSearchParams): QrShape {
  const size = query.get("size") ?? "";
  return {
    format: query.get("format")?.toLowerCase() === "svg" ? "svg" : "png",
    // However far out, a number is brought within the bounds when it is drawn.
    size: /^[-+]?\d+$/u.test(size) ? Number(size) : undefined,
  };
}

/** `If-None-Match`, compared weakly (RFC 9110, 13.1.2). */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//u, ""));
  return tags.includes(etag) || tags.includes("*");
}

function sendFailure(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const isBusy = error instanceof Busy;
  const text = isBusy ? "Too many pictures are being drawn." : "The picture could not be drawn.";
  response.writeHead(isBusy ? 503 : 500, {
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": Buffer.byteLength(text),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    ...(isBusy && { "Retry-After": String(retryAfter) }),
  });
  response.end(text);
}
