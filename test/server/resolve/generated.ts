import * as fc from "fast-check";
import type { DeviceGroup, DeviceName } from "../../../src/contract/fields/devices.ts";
import type { Visit } from "../../../src/server/resolve/model.ts";
import type { StoredLink } from "../../../src/server/resolve/prepareLink.ts";
import { visitFacts } from "./builders.ts";
import type { EdgeRequest } from "./edgeVisit.ts";
import {
  androidPhone,
  chrome,
  chromebook,
  firefoxOnWindows,
  ipad,
  iphone,
} from "../../support/userAgents.ts";

const names: DeviceName[] = ["iphone", "ipad", "android", "windows", "mac", "linux", "chromeos"];
const groups: DeviceGroup[] = ["mobile", "tablet", "desktop"];

const address = fc
  .record({
    path: fc.constantFrom("", "a", "b/c"),
    query: fc.constantFrom("", "?x=1", "?x=1&y=%20"),
    hash: fc.constantFrom("", "#z", "#z?q=1"),
  })
  .map(({ path, query, hash }) => `https://example.com/${path}${query}${hash}`);

function absent<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(value, { nil: undefined });
}

const language = fc.constantFrom("de", "en", "fa");
const country = fc.constantFrom("DE", "IR", "US");

/** Links as they are stored. */
export const storedLink: fc.Arbitrary<StoredLink> = fc.record({
  url: address,
  type: fc.oneof(
    fc.constantFrom({ kind: "direct" } as const, { kind: "frame" } as const),
    fc.constant({ kind: "splash" } as const),
    fc.record({ kind: fc.constant("splash" as const), id: fc.nat() }),
    fc.record({ kind: fc.constant("overlay" as const), id: fc.nat() }),
  ),
  expiresAt: absent(fc.nat(20).map((seconds) => new Date(seconds * 1_000).toISOString())),
  password: absent(fc.constant("scrypt$…")),
  metaTitle: absent(fc.constantFrom("", "Spring")),
  languages: fc.array(fc.record({ language, url: address }), { maxLength: 3 }),
  countries: fc.array(fc.record({ country, url: address }), { maxLength: 3 }),
  devices: fc.array(fc.record({ device: fc.constantFrom(...names, ...groups), url: address }), {
    maxLength: 4,
  }),
  deepLink: absent(
    fc.record({ apple: absent(address), google: absent(address), auto: fc.boolean() }),
  ),
  pixels: fc.array(fc.nat(), { maxLength: 2 }),
  parameters: fc.array(
    fc.record({
      name: fc.constantFrom("utm_source", "a b", ""),
      value: fc.string({ unit: "grapheme" }),
    }),
    { maxLength: 3 },
  ),
});

const second = fc.nat(20).map((seconds) => new Date(seconds * 1_000).toISOString());

/** Half of them. */
function maybe<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(value, { nil: undefined, freq: 2 });
}

const isSet = maybe(fc.constant(true as const));

const condition = fc.record({
  type: fc.constantFrom(
    "geolocation-country-code",
    "any-value-query-param",
    // Nobody knows it.
    "geolocation-city-name",
  ),
  key: fc.constantFrom("a", "b"),
  values: fc.array(country, { minLength: 1, maxLength: 2 }),
  not: isSet,
});

const split = fc
  .record({
    cut: fc.nat(10_000),
    urls: fc.tuple(address, address),
    seed: fc.string(),
    endsAt: maybe(second),
    winner: absent(fc.constantFrom("a", "b", "c")),
  })
  .map(({ cut, urls: [one, other], ...more }) => ({
    ...more,
    variants: [
      { id: "a", url: one, weight: cut },
      { id: "b", url: other, weight: 10_000 - cut },
    ],
  }));

/** The same with rules, split, dates and a limit, each of them in some. */
export const decidedLink: fc.Arbitrary<StoredLink> = fc
  .tuple(
    storedLink,
    fc.record({
      rules: maybe(
        fc.array(
          fc.record({
            name: absent(fc.constant("Named")),
            url: address,
            conditions: fc.array(condition, { minLength: 1, maxLength: 2 }),
            isOff: isSet,
          }),
          { minLength: 1, maxLength: 3 },
        ),
      ),
      startsAt: maybe(second),
      showsStart: isSet,
      beforeUrl: absent(address),
      afterUrl: absent(address),
      maxClicks: maybe(fc.integer({ min: 1, max: 8 })),
      split: maybe(split),
    }),
  )
  .map(([link, decisions]) => ({ ...link, ...decisions }));

export const generatedVisit: fc.Arbitrary<Visit> = fc.record({
  now: fc.nat(20).map((seconds) => seconds * 1_000),
  languages: fc.uniqueArray(language),
  country: fc.option(country),
  device: fc.option(fc.constantFrom(...names)),
  deviceGroup: fc.option(fc.constantFrom(...groups)),
  isPreview: fc.boolean(),
  isUnlocked: fc.boolean(),
});

/** What such a link asks of a visit, too. */
export const detailedVisit: fc.Arbitrary<Required<Visit>> = fc
  .tuple(
    generatedVisit,
    fc.record({
      clicks: fc.nat(5),
      splitKey: fc.option(fc.string(), { freq: 2 }),
      isBot: fc.boolean(),
      roll: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    }),
    fc.subarray(["a", "b"]),
  )
  .map(([one, detail, sent]) => {
    const { now, country: known } = one;
    const parameter = (name: string) => (sent.includes(name) ? [""] : []);
    return { ...one, detail: { ...detail, facts: visitFacts({ now, country: known, parameter }) } };
  });

const userAgent = fc.constantFrom(
  "",
  iphone,
  ipad,
  androidPhone,
  firefoxOnWindows,
  chromebook,
  `${chrome} Instagram 300.0`,
  "facebookexternalhit/1.1",
  "curl/8.5.0",
);

/** What a server at the edge is told of a visitor. */
export const edgeRequest: fc.Arbitrary<EdgeRequest> = fc.record({
  userAgent: fc.oneof(userAgent, fc.string({ unit: "grapheme", maxLength: 80 })),
  acceptLanguage: fc.oneof(
    fc.constantFrom("", "de-DE,de;q=0.9,en;q=0.8", "fa;q=0.5, en-GB", "*", "en;q=0,de"),
    fc.string({ maxLength: 30 }),
  ),
  referrer: fc.oneof(
    fc.constantFrom("", "https://www.pinterest.co.uk/pin/1", "android-app://com.whatsapp/"),
    fc.webUrl(),
    fc.string({ maxLength: 30 }),
  ),
  country: fc.option(country),
  now: fc.nat(20).map((seconds) => seconds * 1_000),
  isUnlocked: fc.boolean(),
});
