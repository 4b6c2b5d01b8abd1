import { expect, test } from "vitest";
import type { AnsweredRule } from "../../../../src/contract/fields/decisionFields.ts";
import type { LeadingLink } from "../../../../src/server/features/exchange/write/linkForms.ts";
import {
  shlinkJson,
  shlinkRules,
} from "../../../../src/server/features/exchange/write/shlinkJson.ts";

const values = Array.from({ length: 10 }, (_, place) => `v${place}`);
const rule: AnsweredRule = {
  name: "",
  url: "https://example.org/",
  enabled: true,
  conditions: [
    { type: "query-param", key: "a", value: values },
    { type: "query-param", key: "b", value: values },
  ],
};
const rules = { rules: [rule], deeplink: null };

test("a rule for each value, as many as take a megabyte with the parameters of the link", () => {
  const plain = shlinkRules(rules, (address) => address);
  expect([plain.rules.length, plain.lacksRules]).toEqual([100, false]);
  const large = shlinkRules(rules, (address) => `${address}?a=${"b".repeat(16_000)}`);
  expect(large.lacksRules).toBe(true);
  expect(large.rules.length).toBeGreaterThan(60);
  expect(JSON.stringify(large.rules).length).toBeLessThan(1.01 * 2 ** 20);
});

test("links are read and written one by one", () => {
  let read = 0;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is written of it
  const link = {
    ...rules,
    alias: "a",
    domain: "",
    name: "",
    date: "",
    starts: "",
    expiry: "",
  } as never as LeadingLink["link"];
  function* links(): Generator<LeadingLink> {
    for (; read < 100; read += 1) {
      yield { link, to: rule.url, short: "https://go.example.org/a", ready: (address) => address };
    }
  }
  const texts = shlinkJson(links());
  texts.next();
  const { value } = texts.next();
  expect(read).toBe(0);
  expect(JSON.parse(String(value))).toMatchObject({ shortCode: "a", hasRedirectRules: true });
});
