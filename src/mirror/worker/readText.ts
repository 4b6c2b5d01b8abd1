/** A body of at most `mostBytes`, and no more than it says of itself, as text; null: it has more, and the rest isn't read. */
export async function readText(
  { body, headers }: Request,
  mostBytes: number,
): Promise<string | null> {
  const reader = body?.getReader();
  const said = Number(headers.get("content-length") ?? Number.NaN);
  // In buffers of their own, pieces of one byte would take 30 to 400 bytes each.
  const bytes = new Uint8Array(said >= 0 && said < mostBytes ? said : mostBytes);
  let size = 0;
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    if (size + part.value.length > bytes.length) {
      await reader?.cancel();
      return null;
    }
    bytes.set(part.value, size);
    size += part.value.length;
  }
  return new TextDecoder().decode(bytes.subarray(0, size));
}
