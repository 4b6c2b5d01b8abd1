import { describe, expect, test } from "vitest";
import { prepareLink } from "../../../src/server/resolve/prepareLink.ts";
import { resolve } from "../../../src/server/resolve/resolve.ts";
import { link, visit } from "./builders.ts";

const languages = [
  { language: "de", url: "https://example.com/de" },
  { language: "fa", url: "https://example.com/fa" },
];
const countries = [{ country: "DE", url: "https://example.com/germany" }];
const devices = [
  { device: "iphone", url: "https://example.com/iphone" },
  { device: "mobile", url: "https://example.com/mobile" },
] as const;
const deepLink = {
  apple: "https://apps.apple.com/app/id1",
  google: "https://play.google.com/store/apps/details?id=a",
  auto: true,
};

function redirectTo(to: string) {
  return { kind: "direct", to, pixels: [] };
}

describe("before a link opens", () => {
  test("no link is not found", () => {
    expect(resolve(null, visit())).toEqual({ kind: "notFound" });
  });

  test("a link is expired from its very instant on", () => {
    const ending = link({ expiresAt: 1_000 });
    expect(resolve(ending, visit({ now: 999 }))).toEqual(redirectTo("https://example.com/"));
    expect(resolve(ending, visit({ now: 1_000 }))).toEqual({ kind: "expired" });
  });

  test("an expired link doesn't ask for its password", () => {
    const both = link({ expiresAt: 1, isProtected: true });
    expect(resolve(both, visit())).toEqual({ kind: "expired" });
  });

  test("a protected link shows nothing, not even to a link preview", () => {
    const hidden = link({ isProtected: true, hasMetadata: true });
    expect(resolve(hidden, visit({ isPreview: true }))).toEqual({ kind: "password" });
  });

  test("a protected link opens once its password was given", () => {
    const hidden = link({ isProtected: true });
    expect(resolve(hidden, visit({ isUnlocked: true }))).toEqual(
      redirectTo("https://example.com/"),
    );
  });

  test("a link preview gets the preview page where there is metadata, else what a person gets", () => {
    const fetcher = visit({ isPreview: true });
    expect(resolve(link({ hasMetadata: true }), fetcher)).toEqual({
      kind: "preview",
      to: "https://example.com/",
      pixels: [],
    });
    expect(resolve(link(), fetcher)).toEqual(redirectTo("https://example.com/"));
  });
});

describe("where a link leads", () => {
  test("language goes before country, country before device", () => {
    const targeted = link({ languages, countries, devices });
    const visitor = visit({ languages: ["de"], country: "DE", device: "iphone" });
    expect(resolve(targeted, visitor)).toEqual(redirectTo("https://example.com/de"));
    expect(resolve(targeted, { ...visitor, languages: ["en"] })).toEqual(
      redirectTo("https://example.com/germany"),
    );
    expect(resolve(targeted, { ...visitor, languages: [], country: "FR" })).toEqual(
      redirectTo("https://example.com/iphone"),
    );
    expect(resolve(targeted, visit({ device: "windows", deviceGroup: "desktop" }))).toEqual(
      redirectTo("https://example.com/"),
    );
  });

  test("the language that the visitor likes better wins, in whatever order the link has them", () => {
    expect(resolve(link({ languages }), visit({ languages: ["en", "fa", "de"] }))).toEqual(
      redirectTo("https://example.com/fa"),
    );
  });

  test("an unknown country or device matches no target", () => {
    expect(resolve(link({ countries, devices }), visit())).toEqual(
      redirectTo("https://example.com/"),
    );
  });

  test("a device matches by its name or its group, whichever the link names first", () => {
    const iphone = visit({ device: "iphone", deviceGroup: "mobile" });
    expect(resolve(link({ devices }), iphone)).toEqual(redirectTo("https://example.com/iphone"));
    expect(resolve(link({ devices: devices.toReversed() }), iphone)).toEqual(
      redirectTo("https://example.com/mobile"),
    );
    expect(resolve(link({ devices }), visit({ device: "android", deviceGroup: "mobile" }))).toEqual(
      redirectTo("https://example.com/mobile"),
    );
  });

  test("the parameters go onto whichever address was chosen", () => {
    const parameters = [{ name: "utm_source", value: "letter" }];
    const tagged = prepareLink({ url: "https://example.com/", languages, parameters });
    expect(resolve(tagged, visit({ languages: ["de"] }))).toEqual(
      redirectTo("https://example.com/de?utm_source=letter"),
    );
  });
});

describe("deep links", () => {
  test("an iPhone, an iPad and an Android get their store, with the device's target behind it", () => {
    const app = link({ deepLink, devices, pixels: [4] });
    const apple = { kind: "deepLink", app: deepLink.apple, auto: true, pixels: [4] };
    expect(resolve(app, visit({ device: "iphone", deviceGroup: "mobile" }))).toEqual({
      ...apple,
      to: "https://example.com/iphone",
    });
    expect(resolve(app, visit({ device: "ipad", deviceGroup: "tablet" }))).toEqual({
      ...apple,
      to: "https://example.com/",
    });
    expect(resolve(app, visit({ device: "android", deviceGroup: "mobile" }))).toEqual({
      kind: "deepLink",
      app: deepLink.google,
      auto: true,
      to: "https://example.com/mobile",
      pixels: [4],
    });
  });

  test("every other device, and a platform without a store address, follows the link", () => {
    expect(resolve(link({ deepLink }), visit({ device: "mac" }))).toEqual(
      redirectTo("https://example.com/"),
    );
    const onlyApple = link({ deepLink: { ...deepLink, google: null } });
    expect(resolve(onlyApple, visit({ device: "android" }))).toEqual(
      redirectTo("https://example.com/"),
    );
  });

  test("a language or country target wins over the store", () => {
    const app = link({ deepLink, countries });
    expect(resolve(app, visit({ device: "iphone", country: "DE" }))).toEqual(
      redirectTo("https://example.com/germany"),
    );
  });
});

describe("how a link goes there", () => {
  const to = "https://example.com/";

  test("each type has its own decision, and carries the pixels", () => {
    const pixels = [3, 4];
    expect(resolve(link({ pixels }), visit())).toEqual({ kind: "direct", to, pixels });
    expect(resolve(link({ pixels, type: { kind: "frame" } }), visit())).toEqual({
      kind: "frame",
      to,
      pixels,
    });
    expect(resolve(link({ pixels, type: { kind: "splash" } }), visit())).toEqual({
      kind: "splash",
      to,
      pixels,
    });
    expect(resolve(link({ pixels, type: { kind: "splash", id: 7 } }), visit())).toEqual({
      kind: "splash",
      id: 7,
      to,
      pixels,
    });
    expect(resolve(link({ pixels, type: { kind: "overlay", id: 5 } }), visit())).toEqual({
      kind: "overlay",
      id: 5,
      to,
      pixels,
    });
  });

  test("a target changes where the link leads, not how", () => {
    expect(resolve(link({ type: { kind: "frame" }, countries }), visit({ country: "DE" }))).toEqual(
      { kind: "frame", to: "https://example.com/germany", pixels: [] },
    );
  });
});
