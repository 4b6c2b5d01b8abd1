import type { IncomingMessage } from "node:http";

/** Bytes of room for a body's first pieces. It doubles while more come, whatever length was announced. */
const firstRoom = 1024;

/**
 * Reads a body. Its pieces are copied: as buffers of their own, pieces of one byte would take 400 bytes each.
 * Rejects when the body breaks off.
 *
 * @param most bytes that it may have
 * @param come called with the bytes of each piece; what it throws ends the reading
 * @returns null: it has more. What still comes is thrown away, so that the answer gets through
 */
export function bodyBytes(
  request: IncomingMessage,
  most: number,
  come: (bytes: number) => void = () => undefined,
): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    let room: Buffer = Buffer.alloc(0);
    let size = 0;

    function take(piece: Buffer): void {
      const end = size + piece.length;
      if (end > most) return giveUp(() => resolve(null));
      try {
        come(piece.length);
      } catch (error) {
        return giveUp(() => reject(error));
      }
      if (end > room.length) {
        const larger = Buffer.allocUnsafeSlow(Math.min(most, Math.max(end, 2 * size, firstRoom)));
        room.copy(larger, 0, 0, size);
        room = larger;
      }
      piece.copy(room, size);
      size = end;
    }

    function giveUp(settle: () => void): void {
      request.off("data", take);
      request.resume();
      room = Buffer.alloc(0);
      settle();
    }

    request.on("data", take);
    request.once("end", () => resolve(room.subarray(0, size)));
    request.once("error", reject);
    request.once("close", () => reject(new Error("The body broke off.")));
  });
}
