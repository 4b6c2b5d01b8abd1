import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bucketOf,
  largestVariant,
  type Variant,
  variantAt,
} from "../../../../src/server/resolve/rules/split.ts";
import { wholeSplit } from "../../../../src/contract/fields/splitShares.ts";

function variants(...weights: readonly number[]): Variant[] {
  return weights.map((weight, place) => ({
    id: "abcdefghij"[place] ?? "",
    url: `https://example.com/${place}`,
    weight,
  }));
}

describe("buckets", () => {
  // Version 2 of GrowthBook's hash, from the vectors that it publishes for its clients.
  test.each([
    ["seed", "a", 505],
    ["seed", "b", 2696],
    ["foo", "ab", 2575],
    ["foo", "def", 2019],
    ["89123klj", "8952klfjas09ujkasdf", 1240],
    ["90850943850283058242805", "123", 7516],
    ["()**(%$##$%#$#", '___)((*":&', 128],
  ])("are those of the published vectors: %s, %s", (seed, value, bucket) => {
    expect(bucketOf(seed, value)).toBe(bucket);
  });

  test("are fair: within three standard deviations at 100,000 draws", () => {
    const draws = 100_000;
    for (const weights of [
      [5000, 5000],
      [9000, 1000],
      [3334, 3333, 3333],
      [100, 9900],
    ]) {
      const split = variants(...weights);
      const counts = new Map<string, number>();
      for (let draw = 0; draw < draws; draw += 1) {
        const agent = `198.51.${draw >> 8}.${draw & 255}\nBrowser/${draw % 7}`;
        const { id } = variantAt(split, bucketOf("a seed of 128 bits", agent)) ?? { id: "" };
        counts.set(id, (counts.get(id) ?? 0) + 1);
      }
      for (const { id, weight } of split) {
        const share = weight / wholeSplit;
        const deviation = Math.sqrt(draws * share * (1 - share));
        expect(Math.abs((counts.get(id) ?? 0) - draws * share)).toBeLessThan(3 * deviation);
      }
    }
  });

  test("stay with their variant where weights and addresses of others change", () => {
    const bucket = fc.integer({ min: 0, max: wholeSplit - 1 });
    fc.assert(
      fc.property(bucket, fc.integer({ min: 1, max: 4999 }), (at, moved) => {
        const before = variants(5000, 5000);
        const after = variants(5000 - moved, 5000, moved);
        const [was, is] = [variantAt(before, at)?.id, variantAt(after, at)?.id];
        const readdressed = before.map((one) => ({ ...one, url: `${one.url}/new` }));
        expect(variantAt(readdressed, at)?.id).toBe(was);
        // The boundaries that didn't move are at 0 and at the new end of the first one.
        fc.pre(at < 5000 - moved);
        expect(is).toBe(was);
      }),
    );
  });

  test("cover every variant from 0 to 9,999 and nothing twice", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 2, maxLength: 9 }),
        (some) => {
          const sum = some.reduce((total, weight) => total + weight, 0);
          fc.pre(sum <= wholeSplit);
          const split = variants(...some, wholeSplit - sum);
          const counts = new Map<string, number>();
          for (let at = 0; at < wholeSplit; at += 1) {
            const { id } = variantAt(split, at) ?? { id: "" };
            counts.set(id, (counts.get(id) ?? 0) + 1);
          }
          expect(split.map(({ id }) => counts.get(id) ?? 0)).toEqual(
            split.map(({ weight }) => weight),
          );
        },
      ),
      { numRuns: 20 },
    );
  });
});

test("machines get the largest weight, of several the first", () => {
  expect(largestVariant(variants(2000, 4000, 4000))?.id).toBe("b");
});
