import type { ServerResponse } from "node:http";
import type { Clicks } from "../../services/clicks/clicks.ts";
import type { QrCode } from "../../services/qrCodes.ts";
import { contentOf } from "../../services/qrCodes.ts";
import { qrPayload } from "../../services/qr/qrPayloads.ts";
import { noticePage } from "../pages/notices.ts";
import type { Page } from "../pages/markup/page.ts";
import { scanPage } from "../pages/scan.ts";
import { sendPage } from "../pages/markup/sendPage.ts";
import type { PageStyle } from "../pages/markup/look.ts";
import type { ReadVisit } from "../readVisit.ts";
import { redirect } from "../respond.ts";

interface Scan {
  readonly read: ReadVisit;
  readonly method: string | undefined;
  readonly response: ServerResponse;
  readonly style: PageStyle;
}

/** What the scan of a code leads to. */
type ScanAnswer =
  | { readonly kind: "redirect"; readonly to: string }
  | { readonly kind: "page"; readonly page: Page }
  | { readonly kind: "card"; readonly card: string };

/** Counts the scan, bots apart, and answers it with what the code says. */
export function answerScan(clicks: Clicks, code: QrCode | undefined, scan: Scan): void {
  const { read, method, response, style } = scan;
  const answer = code === undefined ? null : answerOf(code, style);
  if (code === undefined || answer === null) {
    return sendPage(response, noticePage("notFound", style.language), style.look);
  }
  const written = () => respondToScan(response, answer, style);
  if (method === "HEAD" || read.isPrefetch) written();
  else clicks.record({ link: undefined, qr: code.id }, read, written);
}

/** Null: it leads nowhere; the document may have been edited by hand. */
function answerOf(code: QrCode, { language }: PageStyle): ScanAnswer | null {
  const content = contentOf(code);
  const { payload } = qrPayload(content);
  if (payload === undefined) return null;
  switch (content.type) {
    case "link": {
      const address = URL.parse(payload);
      const isWeb = address?.protocol === "http:" || address?.protocol === "https:";
      return isWeb ? { kind: "redirect", to: address.href } : null;
    }
    case "vcard":
      return { kind: "card", card: payload };
    case "text":
    case "wifi":
    case "email":
    case "phone":
    case "sms":
      return { kind: "page", page: scanPage(content, payload, language) };
  }
}

function respondToScan(response: ServerResponse, answer: ScanAnswer, { look }: PageStyle): void {
  switch (answer.kind) {
    case "redirect":
      return redirect(response, answer.to);
    case "page":
      return sendPage(response, answer.page, look);
    case "card":
      response.writeHead(200, {
        "Content-Type": "text/vcard; charset=utf-8",
        "Content-Length": Buffer.byteLength(answer.card),
        "Content-Disposition": 'attachment; filename="contact.vcf"',
        "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "X-Content-Type-Options": "nosniff",
        "X-Robots-Tag": "noindex",
      });
      response.end(answer.card);
  }
}
