import { mostPictureBytes, type QrRow } from "../../wire/rows.ts";
import { drawQr } from "../../../server/features/qr/qrDrawing.ts";
import { usualSize } from "../../../server/features/qr/qrPictures.ts";
import type { QrCodeService } from "../../../server/features/qr/service.ts";
import type { QrCodeRecord } from "../../../server/store/records.ts";
import type { Store } from "../../../server/store/store.ts";
import type { Stays } from "./atHome.ts";
import type { Logos } from "./logos.ts";
import { rowText } from "./rowText.ts";

/** Characters: what a code with more says makes too long a picture, and takes too long to draw here. */
const mostPayload = 1_200;

export interface QrRowParts {
  readonly store: Pick<Store, "qrCodes">;
  readonly qrCodes: Pick<QrCodeService, "designWith">;
  readonly logos: Logos;
}

/** The codes of a scan's address, in any spelling; null: none. */
export function qrRow(parts: QrRowParts, folded: string, stays: Stays): string | null {
  const codes = parts.store.qrCodes.withAlias(folded);
  if (codes.length === 0) return null;
  const row: QrRow = {
    v: 1,
    codes: codes.map((code) => ({
      id: code.id,
      code: code.code,
      type: code.type,
      data: code.data,
      svg: pictureOf(parts, code, stays),
    })),
  };
  return rowText(row);
}

/** Undefined: it stays at home. */
function pictureOf(
  { qrCodes, logos }: QrRowParts,
  code: QrCodeRecord,
  stays: Stays,
): string | undefined {
  const logo = logos.of(code);
  // It is read in a moment, and the row then made anew.
  if (logo === undefined) return undefined;
  if (logo === "tooLarge" || logo === "gone") {
    stays(code.id, logo === "gone" ? "logo" : "picture");
    return undefined;
  }
  const svg = drawn(qrCodes.designWith(code, logo));
  if (svg === "tooLarge") stays(code.id, "picture");
  return svg === "tooLarge" ? undefined : svg;
}

/** Undefined: there is no such picture at home either. */
function drawn(design: ReturnType<QrRowParts["qrCodes"]["designWith"]>) {
  if (design.payload.length > mostPayload) return "tooLarge";
  try {
    const { svg } = drawQr(design, usualSize);
    return svg.length > mostPictureBytes ? "tooLarge" : svg;
  } catch {
    // The document may have been edited by hand: what it says may fit no code.
    return undefined;
  }
}
