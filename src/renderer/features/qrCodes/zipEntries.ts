/** What begins each file of a zip (APPNOTE.TXT, 4.3.7). */
const header = [0x50, 0x4b, 0x03, 0x04] as const;

/** Counts the files of a zip while it comes, piece by piece, wherever the pieces are cut. */
export function createZipCount(): (piece: Uint8Array) => number {
  let files = 0;
  let met = 0;
  return (piece) => {
    for (const byte of piece) {
      met = byte === header[met] ? met + 1 : byte === header[0] ? 1 : 0;
      if (met < header.length) continue;
      files += 1;
      met = 0;
    }
    return files;
  };
}
