import { expect, test } from "vitest";
import { csvOf } from "../../../../src/renderer/features/statistics/csv.ts";
import { shadeOf, shadeSteps } from "../../../../src/renderer/ui/charts/shades.ts";

test("a file of rows: quoted where it must be, and no cell is a formula", async () => {
  const file = csvOf(
    ["Referrers", "Clicks"],
    [
      ['say "hello", there', 1_234],
      ["=HYPERLINK(1)", -1],
      ["two\nlines", 0],
    ],
  );
  expect([...new Uint8Array(await file.slice(0, 3).arrayBuffer())]).toEqual([0xef, 0xbb, 0xbf]);
  expect(await file.text()).toBe(
    'Referrers,Clicks\r\n"say ""hello"", there",1234\r\n\'=HYPERLINK(1),-1\r\n"two\nlines",0\r\n',
  );
});

test("a shade's legend is the fewest that have it", () => {
  for (const most of [1, 2, 3, 7, 604, 1_234_567])
    for (const { shade, from } of shadeSteps(most)) {
      expect(shadeOf(from, most)).toBe(shade);
      expect(shadeOf(from - 1, most)).toBeLessThan(shade);
    }
  expect(shadeOf(0, 10)).toBe(0);
  expect(shadeOf(10, 10)).toBe(5);
  expect(shadeSteps(1)).toEqual([{ shade: 5, from: 1 }]);
});
