import { describe, expect, test } from "vitest";
import {
  prepareCondition,
  type StoredCondition,
  type VisitFacts,
} from "../../../../src/server/resolve/rules/conditions.ts";
import { addressBytes } from "../../../../src/server/resolve/rules/networks.ts";
import { visitFacts } from "../builders.ts";

const nothing = visitFacts({ now: Date.UTC(2026, 10, 26, 12, 0) });

/** Whether a condition holds, and whether its opposite does. */
function both(stored: StoredCondition, known: Partial<VisitFacts> = {}) {
  const facts = { ...nothing, ...known };
  return [stored, { ...stored, not: true }].map((one) => prepareCondition(one)?.holds(facts));
}

const holds = [true, false];
const fails = [false, true];
/** What isn't known never matches, and never matches under `not` either. */
const unknown = [null, null];

describe("a condition holds, fails, or isn't known", () => {
  test.each<[value: string | readonly string[], known: Partial<VisitFacts>, readonly unknown[]]>([
    ["ios", { device: "iphone" }, holds],
    ["ios", { device: "ipad" }, holds],
    ["iphone", { device: "ipad" }, fails],
    ["ipad", { device: "ipad" }, holds],
    ["mobile", { device: "android" }, holds],
    ["mobile", { device: "mac" }, fails],
    ["desktop", { device: "chromeos" }, holds],
    ["macos", { device: "mac" }, holds],
    ["tablet", { device: "android", isTablet: true }, holds],
    ["tablet", { device: "android" }, fails],
    ["tablet", { device: null, isTablet: true }, holds],
    [["windows", "linux"], { device: "linux" }, holds],
    ["Android", { device: "android" }, holds],
    ["android", {}, unknown],
  ])("device %s of %o", (value, known, expected) => {
    expect(both({ type: "device", values: [value].flat() }, known)).toEqual(expected);
  });

  const tags = (...list: readonly (readonly [string, number])[]) => ({
    languages: list.map(([tag, quality]) => ({ tag, quality })),
  });
  test.each<[value: string | readonly string[], known: Partial<VisitFacts>, readonly unknown[]]>([
    ["en", tags(["en-us", 1]), holds],
    ["en-US", tags(["en-us", 1]), holds],
    ["en_US", tags(["en-us", 0.9]), holds],
    ["fr-FR", tags(["fr", 1]), fails],
    ["de", tags(["fr", 1], ["de", 0.9]), holds],
    ["de", tags(["fr", 1], ["de", 0.89]), fails],
    ["zh-Hant", tags(["zh-hant-tw", 1]), holds],
    ["e", tags(["en", 1]), fails],
    [["de", "fr"], tags(["fr-ca", 1]), holds],
    ["en", {}, unknown],
  ])("language %s of %o", (value, known, expected) => {
    expect(both({ type: "language", values: [value].flat() }, known)).toEqual(expected);
  });

  const parameters = (sent: Readonly<Record<string, readonly string[]>>) => ({
    parameter: (name: string) => sent[name] ?? [],
  });
  test.each<
    [Partial<StoredCondition>, Readonly<Record<string, readonly string[]>>, readonly unknown[]]
  >([
    [{ type: "query-param", key: "foo", values: ["bar"] }, { foo: ["bar"] }, holds],
    [{ type: "query-param", key: "foo", values: ["bar"] }, { foo: ["Bar"] }, fails],
    [{ type: "query-param", key: "foo", values: ["bar"] }, { Foo: ["bar"] }, fails],
    [{ type: "query-param", key: "foo", values: ["bar"] }, { foo: ["x", "bar"] }, holds],
    [{ type: "any-value-query-param", key: "foo" }, { foo: [""] }, holds],
    [{ type: "any-value-query-param", key: "foo" }, {}, fails],
    [{ type: "valueless-query-param", key: "foo" }, { foo: [""] }, holds],
    [{ type: "valueless-query-param", key: "foo" }, { foo: ["0"] }, fails],
  ])("parameter %o of %o", (condition, sent, expected) => {
    expect(both({ type: "", ...condition }, parameters(sent))).toEqual(expected);
  });

  test.each<[value: string | readonly string[], address: string | null, readonly unknown[]]>([
    ["198.51.100.7", "198.51.100.7", holds],
    ["198.51.100.0/24", "198.51.100.200", holds],
    ["198.51.100.0/24", "198.51.101.1", fails],
    ["198.51.100.0/25", "198.51.100.128", fails],
    ["0.0.0.0/0", "203.0.113.9", holds],
    ["1.2.*.4", "1.2.99.4", holds],
    ["1.2.*.4", "1.2.99.5", fails],
    ["198.51.100.7", "::ffff:198.51.100.7", holds],
    ["::ffff:198.51.100.0/120", "198.51.100.9", holds],
    ["2001:db8::/32", "2001:db8:1::1", holds],
    ["2001:db8::/32", "2001:db9::1", fails],
    ["2001:DB8::1", "2001:db8:0:0:0:0:0:1", holds],
    ["0.0.0.0/0", "2001:db8::1", fails],
    [["10.0.0.0/8", "192.0.2.1"], "192.0.2.1", holds],
    ["10.0.0.0/8", null, unknown],
  ])("IP address %s of %s", (value, address, expected) => {
    const known = { address: address === null ? null : addressBytes(address) };
    expect(both({ type: "ip-address", values: [value].flat() }, known)).toEqual(expected);
  });

  test.each<[Partial<StoredCondition>, Partial<VisitFacts>, readonly unknown[]]>([
    [{ type: "geolocation-country-code", values: ["de"] }, { country: "DE" }, holds],
    [{ type: "geolocation-country-code", values: ["AT", "CH"] }, { country: "DE" }, fails],
    [{ type: "geolocation-country-code", values: ["DE"] }, {}, unknown],
    [{ type: "browser", values: ["safari"] }, { browser: "Mobile Safari" }, holds],
    [{ type: "browser", values: ["chrome"] }, { browser: "Edge" }, fails],
    [{ type: "browser", values: ["chrome"] }, {}, unknown],
    [{ type: "referrer-domain", values: ["example.com"] }, { referrer: "news.example.com" }, holds],
    [{ type: "referrer-domain", values: ["www.example.com"] }, { referrer: "example.com" }, holds],
    [{ type: "referrer-domain", values: ["example.com"] }, { referrer: "notexample.com" }, fails],
    [
      { type: "referrer-domain", values: ["example.com"] },
      { referrer: "example.com.evil.org" },
      fails,
    ],
    [{ type: "referrer-domain", values: ["example.com"] }, {}, unknown],
    [{ type: "before-date", values: ["2026-11-26T12:00:00Z"] }, {}, fails],
    [{ type: "after-date", values: ["2026-11-26T12:00:00Z"] }, {}, fails],
    [{ type: "before-date", values: ["2026-11-26T13:00:01+01:00"] }, {}, holds],
    [{ type: "after-date", values: ["2026-11-26T11:59:59Z"] }, {}, holds],
  ])("%o of %o", (condition, known, expected) => {
    expect(both({ type: "", ...condition }, known)).toEqual(expected);
  });

  const office = { days: [1, 2, 3, 4, 5], from: "09:00", to: "17:00", zone: "Europe/Berlin" };
  const night = { days: [5], from: "22:00", to: "02:00", zone: "Europe/Berlin" };
  test.each([
    // Thursday 26 November 2026; Berlin is an hour ahead of UTC.
    ["its first minute", office, "2026-11-26T08:00:00Z", holds],
    ["the minute before", office, "2026-11-26T07:59:59Z", fails],
    ["its last minute", office, "2026-11-26T15:59:59Z", holds],
    ["its end", office, "2026-11-26T16:00:00Z", fails],
    ["a Saturday", office, "2026-11-28T11:00:00Z", fails],
    ["in summer two hours ahead", office, "2026-07-02T07:00:00Z", holds],
    ["across midnight, before", night, "2026-11-27T22:30:00Z", holds],
    ["across midnight, after", night, "2026-11-28T00:59:59Z", holds],
    ["across midnight, its end", night, "2026-11-28T01:00:00Z", fails],
    ["across midnight, the morning of its day", night, "2026-11-27T00:30:00Z", fails],
    ["across a week's end", { ...night, days: [7] }, "2026-11-30T00:30:00Z", holds],
    // The clocks are put back on 25 October 2026: the hour from 2 to 3 comes twice.
    [
      "an hour that comes twice, first",
      { days: [7], from: "02:00", to: "03:00", zone: "Europe/Berlin" },
      "2026-10-25T00:30:00Z",
      holds,
    ],
    [
      "an hour that comes twice, again",
      { days: [7], from: "02:00", to: "03:00", zone: "Europe/Berlin" },
      "2026-10-25T01:30:00Z",
      holds,
    ],
    [
      "a zone of three quarters",
      { days: [4], from: "17:45", to: "17:46", zone: "Asia/Kathmandu" },
      "2026-11-26T12:00:00Z",
      holds,
    ],
  ])("a time window: %s", (_, window, at, expected) => {
    const now = Date.parse(at);
    expect(both({ type: "time-window", window }, { now })).toEqual(expected);
    // What was seen before says nothing of another moment.
    expect(both({ type: "time-window", window }, { now })).toEqual(expected);
  });
});

test("the tags of a visit are read once, however many conditions ask", () => {
  let reads = 0;
  const languages = Array.from({ length: 64 }, (_, place) => ({
    get tag() {
      reads += 1;
      return `aa-${place}-b-c-d`;
    },
    quality: 1,
  }));
  const facts = visitFacts({ languages });
  for (let asked = 0; asked < 1_000; asked += 1) {
    const condition = prepareCondition({ type: "language", values: [`fr-${asked}`] });
    expect(condition?.holds(facts)).toBe(false);
  }
  expect(reads).toBeLessThanOrEqual(languages.length);
});

test("a language holds where a tag that is read gladly is it, or begins with it and a dash", () => {
  const parts = ["a", "b", "a-b", "b-a", "a-b-a", "b-b-a", "a-b-b-a", "ab", "ab-a"];
  const qualities = [1, 0.9, 0.89];
  for (const [place, one] of parts.entries()) {
    for (const [other, second] of parts.entries()) {
      const languages = [
        { tag: one, quality: qualities[place % 3] ?? 1 },
        { tag: second, quality: qualities[other % 3] ?? 1 },
      ];
      for (const value of [...parts, "a-", "-a", ""]) {
        const isRead = languages.some(
          ({ tag, quality }) => quality >= 0.9 && `${tag}-`.startsWith(`${value}-`),
        );
        const expected = value.endsWith("-") || value === "" ? fails : isRead ? holds : fails;
        expect(both({ type: "language", values: [value] }, { languages })).toEqual(expected);
      }
    }
  }
});

test("of a city nothing is known, and what isn't understood is no condition", () => {
  expect(prepareCondition({ type: "geolocation-city-name", values: ["Vienna"] })).toBeNull();
  expect(
    prepareCondition({ type: "geolocation-city-name", values: ["Vienna"], not: true }),
  ).toBeNull();
  const window = { days: [1], from: "09:00", to: "17:00", zone: "Mars/Olympus" };
  expect(prepareCondition({ type: "time-window", window })).toBeNull();
});

test.each([
  "1.2.3",
  "1.2.3.256",
  "1.2.3.04",
  "1.2.3.*4",
  "1.2.3.4/33",
  "::1::",
  "1::g",
  ":1",
  "2001:db8::/129",
  "10.0.0.0/8/8",
  "",
])("%s is no network, and holds for nobody", (value) => {
  const known = { address: addressBytes("1.2.3.4") };
  expect(both({ type: "ip-address", values: [value].flat() }, known)).toEqual(fails);
});
