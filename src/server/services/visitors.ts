import { createHmac } from "node:crypto";
import { createBoundedCache } from "./boundedCache.ts";

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
  const keyOf = createBoundedCache(20_000, (visitor) => {
    const hash = createHmac("sha256", secret).update(visitor).digest();
    return hash.subarray(0, keyBytes).toString("base64url");
  });
  return { keyOf: (address, userAgent) => keyOf(`${address ?? ""}\n${userAgent}`) };
}
