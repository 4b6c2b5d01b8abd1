import { describe, expect, test } from "vitest";
import { splitShares } from "../../../../src/server/features/statistics/splitShares.ts";

const asked = (weights: readonly number[]) =>
  weights.map((weight, place) => ({
    id: "abcdefghij"[place] ?? "",
    url: `https://example.com/${place}`,
    weight,
  }));

function sharesOf(weights: readonly number[], visitors: readonly number[]) {
  const counted = visitors.map((count, place) => ({
    id: "abcdefghij"[place] ?? "",
    clicks: 2 * count,
    byChance: 0,
    visitors: count,
  }));
  return splitShares(asked(weights), counted);
}

test("each variant has its share beside the asked one and the range of fair splits", () => {
  const { variants } = sharesOf([2_500, 7_500], [30, 70]);
  // 1.96 × √(100 × 0.25 × 0.75) = 8.49 visitors.
  expect(variants).toMatchObject([
    { id: "a", clicks: 60, visitors: 30, share: 3_000, weight: 2_500, low: 1_651, high: 3_349 },
    { id: "b", clicks: 140, visitors: 70, share: 7_000, weight: 7_500, low: 6_651, high: 8_349 },
  ]);
});

describe("a split is what was asked for", () => {
  test.each([
    ["isn't said below 100 visitors", [5_000, 5_000], [99, 0], null],
    ["holds just below the critical value", [5_000, 5_000], [116, 84], true],
    ["fails at χ² = 11.5", [5_000, 5_000], [124, 76], false],
    ["holds for three even variants", [3_334, 3_333, 3_333], [110, 95, 95], true],
    ["fails for one that hardly anybody gets", [3_334, 3_333, 3_333], [120, 120, 60], false],
    ["fails where somebody gets a variant of weight 0", [10_000, 0], [199, 1], false],
    ["holds where one variant gets everybody", [10_000, 0], [200, 0], true],
    ["takes estimates of many visitors as such", [5_000, 5_000], [51_000, 49_000], true],
    ["fails where estimates are far off", [5_000, 5_000], [56_000, 44_000], false],
  ] as const)("%s", (_, weights, visitors, isAsAsked) => {
    expect(sharesOf(weights, visitors).isAsAsked).toBe(isAsAsked);
  });
});

test("a variant without a click is listed, and one that is gone isn't", () => {
  const { variants, byChance } = splitShares(asked([5_000, 5_000]), [
    { id: "b", clicks: 3, byChance: 1, visitors: 2 },
    { id: "c", clicks: 9, byChance: 9, visitors: 9 },
  ]);
  expect(variants).toMatchObject([
    { id: "a", clicks: 0, visitors: 0, share: 0 },
    { id: "b", clicks: 3, visitors: 2, share: 10_000 },
  ]);
  expect(byChance).toBe(1);
});
