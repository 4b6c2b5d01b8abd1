import { expect, test } from "vitest";
import { clickLine } from "../../../../src/server/store/clicks/clickLine.ts";
import { quickClick } from "../../../../src/server/store/clicks/parseClickLine.ts";
import type { ClickRecord } from "../../../../src/server/store/records.ts";

const whole = {
  at: 1_764_000_000_123,
  link: 12,
  visitor: "AbC-_9876543210z",
  bot: "Googlebot",
  country: "IR",
  browser: "Mobile Safari",
  os: "iOS",
  device: "iphone",
  referrer: "xn--mgba3a4f16a.example",
  social: "x",
  language: "fa",
  rule: "Phones",
  variant: "b",
  drawn: "chance",
} as const;

function read(json: string): ClickRecord | null {
  const bytes = Buffer.from(`\n${json}\n`);
  return quickClick(bytes, 1, bytes.length - 1);
}

const keys = [
  "visitor",
  "bot",
  "country",
  "browser",
  "os",
  "device",
  "referrer",
  "social",
] as const;

test("a line is read as JSON has it, whatever is missing from it", () => {
  for (let left = 0; left < 2 ** keys.length; left += 1) {
    const fields = keys.filter((_, place) => (left & (1 << place)) !== 0);
    const click = {
      at: whole.at,
      link: whole.link,
      ...Object.fromEntries(fields.map((key) => [key, whole[key]])),
      language: left % 2 === 0 ? whole.language : undefined,
      rule: left % 3 === 0 ? whole.rule : undefined,
      variant: left % 5 === 0 ? whole.variant : undefined,
      drawn: left % 7 === 0 ? whole.drawn : undefined,
    } as ClickRecord;
    expect(read(clickLine(click))).toEqual(click);
  }
  const scan = { at: 5, qr: 7, country: "DE" };
  expect(read(clickLine(scan))).toEqual(scan);
});

test("the last line of a group, without its end, is read as well", () => {
  const json = clickLine(whole);
  const bytes = Buffer.from(json);
  expect(quickClick(bytes, 0, bytes.length - 1)).toEqual(whole);
});

test.each([
  '{"at":1,"link":2,"browser":"a \\"quoted\\" one"}',
  '{"at":1,"link":2,"bot":"ربات"}',
  '{"at":1,"link":2,"colour":"red"}',
  '{"at":1,"link":2,"country":7}',
  '{"at":1}',
])("%s is left to JSON", (json) => {
  expect(read(json)).toBeNull();
});
