import { expect, onTestFinished, test, vi } from "vitest";
import { createKeyTable } from "../../../../src/server/features/exchange/keyTable.ts";

/** Microseconds of processor time. */
function timeOf(texts: readonly string[]): number {
  const before = process.threadCpuUsage().user;
  const table = createKeyTable();
  for (const [at, text] of texts.entries()) table.add(text, at);
  const time = process.threadCpuUsage().user - before;
  expect(texts.map((text) => table.find(text))).toEqual([...texts.keys()]);
  return time;
}

/** Half of the unsalted hash that once gave texts their places: anybody can work it out beforehand. */
function sumOf(text: string): number {
  let one = 0xde_ad_be_ef;
  let other = 0x41_c6_ce_57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x9e_37_79_b1);
    other = Math.imul(other ^ code, 0x5f_35_64_95);
  }
  one =
    Math.imul(one ^ (one >>> 16), 0x85_eb_ca_6b) ^ Math.imul(other ^ (other >>> 13), 0xc2_b2_ae_35);
  return one >>> 0;
}

test("texts that a stranger has chosen for their sums take no longer than others", () => {
  const chosen: string[] = [];
  for (let count = 0; chosen.length < 20_000; count += 1) {
    const text = count.toString(36);
    if (sumOf(text) % 2 ** 16 < 256) chosen.push(text);
  }
  const others = chosen.map((_, at) => `bitly ${at}`);
  timeOf(others);
  expect(timeOf(chosen)).toBeLessThan(10 * timeOf(others) + 50_000);
});

test("a table of many texts grows in small steps", () => {
  const lengths: number[] = [];
  const watched = new Proxy(Float64Array, {
    construct(target, [length]: [number]) {
      lengths.push(length);
      return new target(length);
    },
  });
  vi.stubGlobal("Float64Array", watched);
  onTestFinished(() => void vi.unstubAllGlobals());
  const table = createKeyTable();
  for (let at = 0; at < 100_000; at += 1) table.add(`bitly ${at}`, at);
  expect(lengths.length).toBeGreaterThan(0);
  expect(Math.max(...lengths)).toBeLessThan(10_000);
  expect(table.find("bitly 99999")).toBe(99_999);
  expect(table.find("bitly 100000")).toBeUndefined();
});
