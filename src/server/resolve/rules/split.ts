import { wholeSplit } from "../../../contract/fields/splitShares.ts";

export interface Variant {
  readonly id: string;
  readonly url: string;
  /** Whole; those of a split sum to `wholeSplit`. */
  readonly weight: number;
}

/** FNV-1a of 32 bits over the code units of a text. */
function fnv1a32(text: string): number {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  }
  return hash >>> 0;
}

/** Bucket of a visitor, 0 to 9,999 (GrowthBook's hash, version 2). */
export function bucketOf(seed: string, value: string): number {
  return fnv1a32(String(fnv1a32(seed + value))) % wholeSplit;
}

/** The first variant whose cumulative weight is above the bucket. */
export function variantAt(variants: readonly Variant[], bucket: number): Variant | undefined {
  let bound = 0;
  return variants.find(({ weight }) => {
    bound += weight;
    return bucket < bound;
  });
}

/** The variant for machines: the largest weight, the first of several. */
export function largestVariant(variants: readonly Variant[]): Variant | undefined {
  const most = Math.max(...variants.map(({ weight }) => weight));
  return variants.find(({ weight }) => weight === most);
}
