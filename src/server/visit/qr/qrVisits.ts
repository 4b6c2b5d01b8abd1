import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clicks } from "../../services/clicks/clicks.ts";
import type { QrCodeService } from "../../services/qrCodes.ts";
import type { QrPictures } from "../../services/qr/qrPictures.ts";
import type { PageStyle } from "../pages/markup/look.ts";
import { qrAddressIn } from "./qrAddress.ts";
import { sendQrPicture } from "./qrPicture.ts";
import type { ReadVisit } from "../readVisit.ts";
import { answerScan } from "./scan.ts";
import { isAtThisComputer } from "../tellingAddress.ts";

interface QrVisitParts {
  readonly qrCodes: Pick<QrCodeService, "find" | "design">;
  readonly qrPictures: Pick<QrPictures, "etag" | "picture">;
  readonly clicks: Clicks;
}

export interface QrVisits {
  /** Answers `/q/<code>` and `/qr/<code>`; false: the path is neither. */
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    visit: { readonly path: string; readonly read: ReadVisit; readonly style: PageStyle },
  ): boolean;
  /** What a scan at a path leads to, as it is kept; null: nothing there that leads on. */
  scanTarget(path: string): string | null;
}

export function createQrVisits(parts: QrVisitParts): QrVisits {
  return {
    scanTarget(path) {
      const address = qrAddressIn(path);
      const code = address?.kind === "scan" ? parts.qrCodes.find(address.code) : undefined;
      return code?.type === "link" && typeof code.data === "string" ? code.data : null;
    },
    handle(request, response, { path, read, style }) {
      const address = qrAddressIn(path);
      if (address === null) return false;
      const code = parts.qrCodes.find(address.code);
      switch (address.kind) {
        case "scan":
          answerScan(parts.clicks, code, { read, method: request.method, response, style });
          break;
        case "picture":
          sendQrPicture(parts, code, {
            request,
            response,
            query: address.query,
            style,
            caller: isAtThisComputer({ request, read }) ? "owner" : "stranger",
          });
          break;
      }
      return true;
    },
  };
}
