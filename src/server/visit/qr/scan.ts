import type { ServerResponse } from "node:http";
import type { Clicks } from "../../services/clicks/clicks.ts";
import type { QrCode } from "../../services/qrCodes.ts";
import { contentOf } from "../../services/qrCodes.ts";
import { qrPayload } from "../../services/qr/qrPayloads.ts";
import { webAddress } from "../../resolve/webAddress.ts";
import { type Answer, httpAnswer } from "../answer.ts";
import type { HttpAnswer } from "../pages/markup/httpAnswer.ts";
import { noticePage } from "../pages/notices.ts";
import { scanPage } from "../pages/scan.ts";
import type { PageStyle } from "../pages/markup/look.ts";
import type { ReadVisit } from "../readVisit.ts";
import { sendPage, write } from "../respond.ts";

interface Scan {
  readonly read: ReadVisit;
  readonly method: string | undefined;
  readonly response: ServerResponse;
  readonly style: PageStyle;
}

/** What the scan of a code leads to. */
type ScanAnswer = Answer | { readonly kind: "card"; readonly card: string };

/** Counts the scan, bots apart, and answers it with what the code says. */
export function answerScan(clicks: Clicks, code: QrCode | undefined, scan: Scan): void {
  const { read, method, response, style } = scan;
  const answer = code === undefined ? null : answerOf(code, style);
  if (code === undefined || answer === null) {
    return sendPage(response, noticePage("notFound", style.language), style.look);
  }
  const written = () => write(response, scanAnswer(answer, style));
  if (method === "HEAD" || read.isUncounted) written();
  else clicks.record({ link: undefined, qr: code.id }, read, written);
}

/** Null: it leads nowhere; the document may have been edited by hand. */
function answerOf(code: QrCode, { language }: PageStyle): ScanAnswer | null {
  const content = contentOf(code);
  const { payload } = qrPayload(content);
  if (payload === undefined) return null;
  switch (content.type) {
    case "link": {
      const to = webAddress(payload);
      return to === null ? null : { kind: "redirect", to };
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

function scanAnswer(answer: ScanAnswer, { look }: PageStyle): HttpAnswer {
  return answer.kind === "card" ? cardAnswer(answer.card) : httpAnswer(answer, look);
}

function cardAnswer(card: string): HttpAnswer {
  return {
    status: 200,
    headers: {
      "Content-Type": "text/vcard; charset=utf-8",
      "Content-Disposition": 'attachment; filename="contact.vcf"',
      "Cache-Control": "no-store",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
      "X-Robots-Tag": "noindex",
    },
    body: card,
  };
}
