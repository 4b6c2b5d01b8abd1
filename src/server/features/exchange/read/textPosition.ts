const lineFeed = 10;
const carriageReturn = 13;

/** Where in a text one is: lines and characters from 1, of pieces of UTF-8 that come one by one. */
export interface TextPosition {
  add(piece: Uint8Array): void;
  /** Forward to a byte of the text. */
  moveTo(offset: number): void;
  /** Past line breaks, to where the next line with something in it begins. */
  skipBreaks(): void;
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

export function createTextPosition(): TextPosition {
  let pieces: { readonly start: number; readonly bytes: Buffer }[] = [];
  let end = 0;
  let offset = 0;
  let line = 1;
  let column = 1;
  let before = 0;

  function step(byte: number): void {
    if (byte === lineFeed && before === carriageReturn) {
      // The other half of a break that is counted.
    } else if (byte === lineFeed || byte === carriageReturn) {
      line += 1;
      column = 1;
    } else if ((byte & 0xc0) !== 0x80) {
      column += 1;
    }
    before = byte;
    offset += 1;
  }

  function forget(): void {
    pieces = pieces.filter(({ start, bytes }) => start + bytes.length > offset);
  }

  return {
    get line() {
      return line;
    },
    get column() {
      return column;
    },
    get offset() {
      return offset;
    },
    add(piece) {
      const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
      pieces.push({ start: end, bytes });
      end += piece.length;
    },
    moveTo(wanted) {
      const last = Math.min(wanted, end);
      for (const { start, bytes } of pieces) {
        const stop = Math.min(bytes.length, last - start);
        for (let at = offset - start; at < stop; at += 1) step(bytes[at] ?? 0);
      }
      forget();
    },
    skipBreaks() {
      for (const { start, bytes } of pieces) {
        for (let at = offset - start; at < bytes.length; at += 1) {
          const byte = bytes[at] ?? 0;
          if (byte !== lineFeed && byte !== carriageReturn) return;
          step(byte);
        }
      }
      forget();
    },
  };
}
