import type { Pictures } from "../../../server/features/qr/pictures.ts";
import type { QrCodeRecord } from "../../../server/store/records.ts";

/** Bytes: written into a picture of text, a larger one makes it too long for the edge. */
const mostLogoBytes = 45_000;

export interface Logos {
  /** Null: it has none. Undefined: it isn't read yet, and `told` when it is. */
  of(code: QrCodeRecord): Logo | null | undefined;
}

type Logo = Uint8Array | "tooLarge" | "gone";

/** Logos of QR codes, read once each; many codes have the same. */
export function createLogos(
  pictures: Pick<Pictures, "stored">,
  onChange: (code: QrCodeRecord) => void,
): Logos {
  const read = new Map<string, Logo>();
  const waiting = new Map<string, QrCodeRecord[]>();

  async function load(file: string): Promise<void> {
    const bytes = await pictures.stored(file).catch(() => null);
    read.set(file, bytes === null ? "gone" : bytes.length > mostLogoBytes ? "tooLarge" : bytes);
    const codes = waiting.get(file) ?? [];
    waiting.delete(file);
    for (const code of codes) onChange(code);
  }

  return {
    of({ logo, ...code }) {
      if (logo === undefined) return null;
      const known = read.get(logo.file);
      if (known !== undefined) return known;
      const asking = waiting.get(logo.file);
      if (asking === undefined) {
        waiting.set(logo.file, [{ ...code, logo }]);
        void load(logo.file);
      } else {
        asking.push({ ...code, logo });
      }
      return undefined;
    },
  };
}
