import type { Counted } from "../../features/clicks/recordClick.ts";
import { contentOf, qrPayload } from "../../features/qr/qrPayloads.ts";
import { webAddress } from "../../resolve/webAddress.ts";
import { type Answer, httpAnswer } from "../answer.ts";
import { countsOf } from "../counted.ts";
import type { HttpAnswer } from "../pages/markup/httpAnswer.ts";
import { pageAnswer } from "../pages/markup/pageAnswer.ts";
import { noticePage } from "../pages/notices.ts";
import { scanPage } from "../pages/scan.ts";
import type { PageStyle } from "../pages/markup/look.ts";
import type { VisitedQrCode } from "../visitModel.ts";
import type { CountedAnswer, VisitorRequest } from "../visitorRequest.ts";
import { qrAddressIn } from "./qrAddress.ts";

/** The picture of a code was asked for. */
export interface PictureRequest<Code extends VisitedQrCode> {
  readonly kind: "picture";
  readonly code: Code;
  readonly query: URLSearchParams;
  readonly visitorRequest: VisitorRequest;
}

/** What the scan of a code leads to. */
type ScanAnswer = Answer | { readonly kind: "card"; readonly card: string };

/** What `/q/<code>` and `/qr/<code>` come to; null: the path is neither. */
export function qrOutcome<Code extends VisitedQrCode>(
  { qrCodes }: { readonly qrCodes: { find(code: string): Code | undefined } },
  visitorRequest: VisitorRequest,
): CountedAnswer | PictureRequest<Code> | null {
  const { path, style } = visitorRequest;
  const address = qrAddressIn(path);
  if (address === null) return null;
  const code = qrCodes.find(address.code);
  if (code !== undefined && address.kind === "picture") {
    return { kind: "picture", code, query: address.query, visitorRequest };
  }
  const answer = code === undefined ? null : scanOf(code, style);
  if (code === undefined || answer === null) {
    const page = noticePage("notFound", style.language);
    return { kind: "answer", answer: pageAnswer(page, style.look), counts: null };
  }
  const scanned: Counted = { link: undefined, qr: code.id };
  return {
    kind: "answer",
    answer: scanAnswer(answer, style),
    counts: countsOf(visitorRequest, scanned),
  };
}

/** Null: it leads nowhere; the document may have been edited by hand. */
function scanOf(code: VisitedQrCode, { language }: PageStyle): ScanAnswer | null {
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
