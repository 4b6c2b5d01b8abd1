import { LRUCache } from "lru-cache";
import { Invalid } from "../../common/problems.ts";
import type { Pictures } from "./pictures.ts";

/** Fetches the logo of a draft: a look is tried many times over, and its logo fetched once. */
export function createTriedLogos(
  pictures: Pick<Pictures, "loadLogo">,
): (source: string) => Promise<Uint8Array> {
  const tried = new LRUCache<string, Uint8Array>({ max: 8, ttl: 10 * 60_000 });
  return async (source) => {
    const known = tried.get(source);
    if (known !== undefined) return known;
    const { picture, fault } = await pictures.loadLogo(source);
    if (picture === undefined) throw new Invalid({ logo: fault });
    tried.set(source, picture.bytes);
    return picture.bytes;
  };
}
