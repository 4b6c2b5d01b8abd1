import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bucketOf,
  largestVariant,
  type Variant,
  variantAt,
} from "../../../../src/server/resolve/rules/split.ts";
import {
  movedShare,
  percentOf,
} from "../../../../src/renderer/features/links/editor/splitModel.ts";
import { runs } from "../../../support/full.ts";
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

  /** Where the variants of a split end, the last at the whole. */
  const ends = (count: number) =>
    fc
      .array(fc.integer({ min: 0, max: wholeSplit }), { minLength: count, maxLength: count })
      .map((cuts) => [...cuts.toSorted((one, other) => one - other), wholeSplit]);
  const splitOf = (bounds: readonly number[]) =>
    variants(...bounds.map((end, place) => end - (bounds[place - 1] ?? 0)));

  test("change their variant only where its boundary moves over them, and the editor says how many do", () => {
    const twoSplits = fc
      .integer({ min: 1, max: 9 })
      .chain((count) => fc.tuple(ends(count), ends(count)));
    fc.assert(
      fc.property(twoSplits, ([was, is]) => {
        const [before, after] = [splitOf(was), splitOf(is)];
        const readdressed = before.map((one) => ({ ...one, url: `${one.url}/new` }));
        let moved = 0;
        for (let at = 0; at < wholeSplit; at += 1) {
          const id = variantAt(before, at)?.id;
          if (variantAt(readdressed, at)?.id !== id) throw new Error(`${at} follows an address`);
          if (variantAt(after, at)?.id === id) continue;
          moved += 1;
          const isPassed = was.some((end, place) => at < end !== at < (is[place] ?? 0));
          if (!isPassed) throw new Error(`${at} moves, and no boundary passes it`);
        }
        const typed = (split: readonly Variant[]) =>
          split.map(({ weight, ...one }) => ({ ...one, weight: percentOf(weight) }));
        expect(movedShare(typed(before), typed(after))).toBe(moved);
      }),
      { numRuns: runs(40) },
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
