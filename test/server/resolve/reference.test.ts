import * as fc from "fast-check";
import { expect, test } from "vitest";
import type {
  Decision,
  DeviceGroup,
  DeviceName,
  Link,
  Visit,
} from "../../../src/server/resolve/model.ts";
import { resolve } from "../../../src/server/resolve/resolve.ts";

/**
 * "What a visitor gets" once more, as a list of questions in the order of the specification, with
 * none of the shortcuts of the real one.
 */
function reference(link: Link, visit: Visit): Decision {
  const matching: string[] = [];
  for (const spoken of visit.languages)
    for (const target of link.languages) if (target.language === spoken) matching.push(target.url);
  for (const target of link.countries)
    if (visit.country !== null && target.country === visit.country) matching.push(target.url);
  const isForPlaceOrLanguage = matching.length > 0;
  for (const target of link.devices)
    if ([visit.device, visit.deviceGroup].some((known) => known === target.device))
      matching.push(target.url);
  matching.push(link.url);

  const chosen = new URL(matching[0] ?? "");
  for (const { name, value } of link.parameters) {
    const added = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
    chosen.search = chosen.search === "" ? `?${added}` : `${chosen.search}&${added}`;
  }
  const to = chosen.href;

  if (link.expiresAt !== null && visit.now >= link.expiresAt) return { kind: "expired" };
  if (link.isProtected && !visit.isUnlocked) return { kind: "password" };
  if (visit.isPreview && link.hasMetadata) return { kind: "preview", to };
  if (link.deepLink !== null && !isForPlaceOrLanguage) {
    const isApple = visit.device === "iphone" || visit.device === "ipad";
    const isGoogle = visit.device === "android";
    const app = isApple ? link.deepLink.apple : isGoogle ? link.deepLink.google : null;
    if (app !== null) return { kind: "deepLink", app, auto: link.deepLink.auto, to };
  }
  const { pixels } = link;
  if (link.type.kind === "frame") return { kind: "frame", to, pixels };
  if (link.type.kind === "splash")
    return { kind: "splash", id: link.type.id === undefined ? null : link.type.id, to, pixels };
  if (link.type.kind === "overlay") return { kind: "overlay", id: link.type.id, to, pixels };
  return { kind: "redirect", to, pixels };
}

const names: DeviceName[] = ["iphone", "ipad", "android", "windows", "mac", "linux", "chromeos"];
const groups: DeviceGroup[] = ["mobile", "tablet", "desktop"];

const address = fc
  .record({
    path: fc.constantFrom("", "a", "b/c"),
    query: fc.constantFrom("", "?x=1", "?x=1&y=%20"),
    hash: fc.constantFrom("", "#z", "#z?q=1"),
  })
  .map(({ path, query, hash }) => `https://example.com/${path}${query}${hash}`);
const language = fc.constantFrom("de", "en", "fa");
const country = fc.constantFrom("DE", "IR", "US");

const link: fc.Arbitrary<Link> = fc.record({
  url: address,
  type: fc.oneof(
    fc.constantFrom({ kind: "direct" } as const, { kind: "frame" } as const),
    fc.constant({ kind: "splash" } as const),
    fc.record({ kind: fc.constant("splash" as const), id: fc.nat() }),
    fc.record({ kind: fc.constant("overlay" as const), id: fc.nat() }),
  ),
  expiresAt: fc.option(fc.nat(20)),
  isProtected: fc.boolean(),
  hasMetadata: fc.boolean(),
  languages: fc.array(fc.record({ language, url: address }), { maxLength: 3 }),
  countries: fc.array(fc.record({ country, url: address }), { maxLength: 3 }),
  devices: fc.array(fc.record({ device: fc.constantFrom(...names, ...groups), url: address }), {
    maxLength: 4,
  }),
  deepLink: fc.option(
    fc.record({ apple: fc.option(address), google: fc.option(address), auto: fc.boolean() }),
  ),
  pixels: fc.array(fc.nat(), { maxLength: 2 }),
  parameters: fc.array(
    fc.record({
      name: fc.constantFrom("utm_source", "a b"),
      value: fc.string({ unit: "grapheme" }),
    }),
    { maxLength: 3 },
  ),
});

const visit: fc.Arbitrary<Visit> = fc.record({
  now: fc.nat(20),
  languages: fc.uniqueArray(language),
  country: fc.option(country),
  device: fc.option(fc.constantFrom(...names)),
  deviceGroup: fc.option(fc.constantFrom(...groups)),
  isPreview: fc.boolean(),
  isUnlocked: fc.boolean(),
});

test("every link and visit gets what the specification read aloud would give", () => {
  fc.assert(
    fc.property(link, visit, (one, other) => {
      expect(resolve(one, other)).toEqual(reference(one, other));
    }),
    { numRuns: 1_000 },
  );
});
