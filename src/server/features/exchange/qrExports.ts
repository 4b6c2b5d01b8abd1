import type { QrShape } from "../qr/qrPictures.ts";
import { Invalid } from "../../common/problems.ts";
import { nameOfQrCode, type QrCode } from "../qr/service.ts";
import type { ExportedFile } from "./write/exportedFile.ts";
import { zipOf } from "./write/zipFile.ts";
import type { App } from "../../common/context.ts";

/** What a file of pictures is asked for; without a size as large as the pictures are usually drawn. */
type ImageOptions = Pick<QrShape, "format" | "size">;

export interface QrExports {
  /** One code's picture, under its name. */
  picture(code: QrCode, options: ImageOptions): Promise<ExportedFile & { readonly size: number }>;
  /** Those of many as a zip, drawn while it is read; each once, and what is gone by then is left out. */
  pictures(ids: readonly number[], options: ImageOptions): ExportedFile;
}

/** Characters of a file's name that come from the code's. */
const longestName = 60;
/** What may have a meaning in a path somewhere, or in a header. */
const unwanted = /[^\p{L}\p{M}\p{N}_]+/gu;

export function createQrExports(
  app: Pick<App, "store" | "qrCodes" | "qrPictures" | "ownAddresses" | "clock">,
): QrExports {
  const { store, qrCodes, qrPictures, ownAddresses, clock } = app;

  /** `42-Spring-menu.png`; where its name is a short address of ours, by the alias. */
  function fileName(code: QrCode, format: QrShape["format"]): string {
    const called = nameOfQrCode(code);
    const address = /^https?:\/\//i.test(called) ? called : `http://${called}`;
    const alias = ownAddresses.aliasOf(address)?.alias ?? called;
    const words = Array.from(alias.replaceAll(unwanted, "-"));
    const name = words.slice(0, longestName).join("").replaceAll(/^-|-$/g, "");
    return `${code.id}${name === "" ? "" : `-${name}`}.${format}`;
  }

  async function draw(code: QrCode, options: ImageOptions) {
    return qrPictures.picture(
      await qrCodes.design(code),
      { ...options, isForPrint: true },
      "owner",
    );
  }

  async function* entries(ids: readonly number[], options: ImageOptions) {
    for (const id of ids) {
      const code = store.qrCodes.get(id);
      if (code === undefined) continue;
      const { bytes } = await draw(code, options);
      yield { name: fileName(code, options.format), content: once(bytes) };
    }
  }

  return {
    async picture(code, options) {
      const { type, bytes } = await draw(code, options);
      return {
        name: fileName(code, options.format),
        type,
        size: bytes.length,
        content: once(bytes),
      };
    },
    pictures(ids, options) {
      const chosen = [...new Set(ids)];
      const unknown = chosen.filter((id) => store.qrCodes.get(id) === undefined);
      if (unknown.length > 0) {
        const detail = `must be IDs of existing QR codes, not ${unknown.slice(0, 20).join(", ")}`;
        throw new Invalid({ ids: { code: "unknown", detail } });
      }
      return {
        name: "qr-codes.zip",
        type: "application/zip",
        content: zipOf(entries(chosen, options), new Date(clock())),
      };
    },
  };
}

// oxlint-disable-next-line require-await -- what reads it waits for it
async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
