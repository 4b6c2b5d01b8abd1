/** Bytes of room for a body's first pieces. It doubles while more come. */
const firstRoom = 1024;

/**
 * Reads a body as text. Its pieces are copied: each of a million pieces of one byte would take up to 400 bytes.
 *
 * @param mostBytes that it may have
 * @returns null: it has more, and the rest isn't read
 */
export async function readText(
  body: ReadableStream<Uint8Array> | null,
  mostBytes: number,
): Promise<string | null> {
  const reader = body?.getReader();
  let room = new Uint8Array(0);
  let size = 0;
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    const end = size + part.value.length;
    if (end > mostBytes) {
      await reader?.cancel();
      return null;
    }
    if (end > room.length) {
      const larger = new Uint8Array(Math.min(mostBytes, Math.max(end, 2 * size, firstRoom)));
      larger.set(room.subarray(0, size));
      room = larger;
    }
    room.set(part.value, size);
    size = end;
  }
  return new TextDecoder().decode(room.subarray(0, size));
}
