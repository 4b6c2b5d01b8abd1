import { createHmac } from "node:crypto";

/** 96 bits: no two of a link's visitors will ever share a key. */
const keyBytes = 12;

/** Keys remembered, at most, in two generations (see boundedCache.ts). */
const mostKeys = 20_000;

export interface Visitors {
  /**
   * The key that stands for a visitor, base64url. Without an address (a tunnel that doesn't tell)
   * the user agent alone makes the visitor.
   */
  keyOf(address: string | null, userAgent: string): string;
}

/** By user agent and address: putting the two into one text would cost more than both look-ups. */
type Keys = Map<string, Map<string, string>>;

/** Addresses are kept nowhere: only who has the hashing key could try addresses out against a key. */
export function createVisitors(hashKey: string): Visitors {
  const secret = Buffer.from(hashKey, "base64url");
  let recent: Keys = new Map();
  let older: Keys = new Map();
  let recentKeys = 0;

  function make(address: string, userAgent: string): string {
    const hash = createHmac("sha256", secret).update(`${address}\n${userAgent}`).digest();
    return hash.subarray(0, keyBytes).toString("base64url");
  }

  function remember(address: string, userAgent: string): string {
    const key = older.get(userAgent)?.get(address) ?? make(address, userAgent);
    if (recentKeys >= mostKeys / 2) {
      older = recent;
      recent = new Map();
      recentKeys = 0;
    }
    const known = recent.get(userAgent);
    if (known === undefined) recent.set(userAgent, new Map([[address, key]]));
    else known.set(address, key);
    recentKeys += 1;
    return key;
  }

  return {
    keyOf(address, userAgent) {
      const from = address ?? "";
      return recent.get(userAgent)?.get(from) ?? remember(from, userAgent);
    },
  };
}
