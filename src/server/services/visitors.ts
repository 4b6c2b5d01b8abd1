import { createHmac } from "node:crypto";
import { LRUCache } from "lru-cache";

/** 96 bits: no two of a link's visitors will ever share a key. */
const keyBytes = 12;

export interface Visitors {
  /**
   * The key that stands for a visitor, base64url. Without an address (a tunnel that doesn't tell)
   * the user agent alone makes the visitor.
   */
  keyOf(address: string | null, userAgent: string): string;
}

/** Addresses are kept nowhere: only who has the hashing key could try addresses out against a key. */
export function createVisitors(hashKey: string): Visitors {
  const secret = Buffer.from(hashKey, "base64url");
  const known = new LRUCache<string, string>({ max: 20_000 });
  return {
    keyOf(address, userAgent) {
      const visitor = `${address ?? ""}\n${userAgent}`;
      const cached = known.get(visitor);
      if (cached !== undefined) return cached;
      const hash = createHmac("sha256", secret).update(visitor).digest();
      const key = hash.subarray(0, keyBytes).toString("base64url");
      known.set(visitor, key);
      return key;
    },
  };
}
