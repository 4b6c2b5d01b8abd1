import { expect, test } from "vitest";
import { tableRecords } from "../../../../../src/server/features/exchange/read/records.ts";

const shape = { delimiter: ",", isQuoted: true, linesBefore: 0 };

async function timeOf(text: string): Promise<number> {
  async function* pieces(): AsyncGenerator<Buffer> {
    yield Buffer.from(text);
  }
  const before = performance.now();
  let count = 0;
  for await (const records of tableRecords(pieces(), shape)) count += records.length;
  expect(count).toBe(20_000);
  return performance.now() - before;
}

test("rows with fewer cells than the first take no longer than those with as many", async () => {
  const even = "x,y\n".repeat(20_000);
  const ragged = `x,y\n${"xyz\n".repeat(19_999)}`;
  let least = { even: Infinity, ragged: Infinity };
  for (let round = 0; round < 10; round += 1) {
    least = {
      even: Math.min(least.even, await timeOf(even)),
      ragged: Math.min(least.ragged, await timeOf(ragged)),
    };
  }
  expect(least.ragged).toBeLessThan(5 * least.even);
});
