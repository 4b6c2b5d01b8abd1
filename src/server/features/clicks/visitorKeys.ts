import { hash } from "node:crypto";
import { createBoundedCache } from "../../visitor/boundedCache.ts";
import { headerLengths } from "../../visitor/headerLengths.ts";

/** 96 bits, in base64url: no two of a link's visitors will ever share a key. */
const keyLength = 16;

export interface VisitorKeys {
  /**
   * The key that stands for a visitor, base64url. Without an address (a tunnel that doesn't tell)
   * the user agent alone makes the visitor.
   */
  keyOf(address: string | null, userAgent: string): string;
}

/** Who came last with a user agent. */
interface LastVisitor {
  address: string | null;
  key: string;
}

/** Addresses are kept nowhere: only who has the hashing key could try addresses out against a key. */
export function createVisitorKeys(hashKey: string): VisitorKeys {
  const authenticate = keyedHash(Buffer.from(hashKey, "base64url"));
  const lastOf = createBoundedCache<LastVisitor>(
    { size: 20_000, longest: headerLengths.userAgent },
    () => ({ address: null, key: "" }),
  );

  return {
    keyOf(address, userAgent) {
      // Whoever goes on clicking is known; a cache of everybody would cost more than the hash.
      const last = lastOf(userAgent);
      if (last.key !== "" && last.address === address) return last.key;
      last.key = authenticate(`${address ?? ""}\n${userAgent}`).slice(0, keyLength);
      last.address = address;
      return last.key;
    },
  };
}

export interface KeyedVisitors extends VisitorKeys {
  /** Who came before can't be told from a stranger from now on. */
  exchange(hashKey: string): void;
}

/** Visitors under a key that can be exchanged while they come. */
export function createKeyedVisitors(hashKey: string): KeyedVisitors {
  let present = createVisitorKeys(hashKey);
  return {
    keyOf: (address, userAgent) => present.keyOf(address, userAgent),
    exchange(next) {
      present = createVisitorKeys(next);
    },
  };
}

/** Bytes that SHA-256 takes at once, and that it gives. */
const blockBytes = 64;
const digestBytes = 32;
/** Of a header's character in UTF-8. */
const mostBytes = 3;

/**
 * HMAC-SHA-256 (RFC 2104) in base64url, out of two hashes in one go each: `createHmac` makes three
 * objects for every text and takes ten times as long. The key is at most one block.
 */
function keyedHash(key: Buffer): (text: string) => string {
  const outer = Buffer.alloc(blockBytes + digestBytes, 0x5c);
  let inner = Buffer.alloc(4_096, 0x36);
  for (const [place, byte] of key.entries()) {
    outer[place] = 0x5c ^ byte;
    inner[place] = 0x36 ^ byte;
  }
  return (text) => {
    const most = blockBytes + mostBytes * text.length;
    if (most > inner.length) inner = Buffer.concat([inner, Buffer.alloc(most)]);
    const length = blockBytes + inner.write(text, blockBytes);
    outer.write(hash("sha256", inner.subarray(0, length), "binary"), blockBytes, "latin1");
    return hash("sha256", outer, "base64url");
  };
}
