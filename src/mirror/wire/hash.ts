/** Hashes and their sums have 44 bits: exact as numbers here and as integers of a database there. */
export const hashBits = 44;
export const hashSpace = 2 ** hashBits;

/**
 * What a row of the mirror comes to: two different rows hardly ever the same. Not against anybody who
 * wants them to be; whoever may write rows is known by a signature. (Two rounds of 32 bits, as cyrb53.)
 */
export function hashOf(key: string, data: string): number {
  let high = 0xdeadbeef ^ key.length;
  let low = 0x41c6ce57 ^ data.length;
  for (const text of [key, data]) {
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      high = Math.imul(high ^ unit, 2_654_435_761);
      low = Math.imul(low ^ unit, 1_597_334_677);
    }
  }
  high =
    Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (low & 0xfff) * 2 ** 32 + (high >>> 0);
}

/** The sum of a set of rows, whatever their order. */
export function plus(sum: number, hash: number): number {
  return (sum + hash) % hashSpace;
}

export function minus(sum: number, hash: number): number {
  return (sum - hash + hashSpace) % hashSpace;
}
