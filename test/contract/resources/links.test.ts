import { expect, test } from "vitest";
import { addLinkBody, updateLinkBody } from "../../../src/contract/resources/links.ts";

/** The body that published clients copy, with its one malformed parameter. */
const sample = {
  url: "https://example.com",
  status: "private",
  custom: "example",
  password: "mypass",
  expiry: "2030-11-11 12:00:00",
  type: "splash",
  metatitle: "Not an example",
  metadescription: "Not an example description",
  metaimage: "https://example.com/logo.png",
  description: "For a friend",
  pixels: [1, 2, 3, 4],
  channel: 1,
  campaign: 1,
  deeplink: {
    auto: true,
    apple: "https://apps.apple.com/us/app/example/id284815942",
    google: "https://play.google.com/store/apps/details?id=com.example",
  },
  geotarget: [{ location: "Canada", link: "https://example.ca" }],
  devicetarget: [{ device: "iPhone", link: "https://example.com/iphone" }],
  languagetarget: [{ language: "en", link: "https://example.com/en" }],
  parameters: [
    { name: "aff", value: "3" },
    { device: "gtm_source", link: "api" },
  ],
};

test("the sample body that clients copy is taken, without its nameless parameter", () => {
  expect(addLinkBody.parse(sample)).toMatchObject({
    type: { kind: "splash" },
    devicetarget: [{ device: "iphone", link: "https://example.com/iphone" }],
    parameters: [{ name: "aff", value: "3" }],
  });
});

test.each([
  ["direct", { kind: "direct" }],
  ["overlay-7", { kind: "overlay", id: 7 }],
  [5, { kind: "id", id: 5 }],
  ["5", { kind: "id", id: 5 }],
])("type %j means %j", (sent, parsed) => {
  expect(addLinkBody.parse({ url: sample.url, type: sent }).type).toEqual(parsed);
});

test.each(["overlay-0", "overlay-", "redirect", "0", -1, 1.5, {}, ["direct"]])(
  "type %j is refused",
  (sent) => {
    expect(addLinkBody.safeParse({ url: sample.url, type: sent }).success).toBe(false);
  },
);

test("ios and android are taken for apple and google", () => {
  const deeplink = { ios: sample.deeplink.apple, android: sample.deeplink.google };
  expect(addLinkBody.parse({ url: sample.url, deeplink }).deeplink).toEqual({
    apple: sample.deeplink.apple,
    google: sample.deeplink.google,
    auto: false,
  });
});

test("an update empties a deep link by {} or []", () => {
  for (const deeplink of [{}, []]) {
    expect(updateLinkBody.parse({ url: sample.url, deeplink }).deeplink).toEqual({
      apple: undefined,
      google: undefined,
      auto: false,
    });
  }
});

test("only what can be emptied can be named in clear", () => {
  const clear = (name: string) => updateLinkBody.safeParse({ url: sample.url, clear: [name] });
  expect(clear("password").success).toBe(true);
  expect(clear("url").success).toBe(false);
  expect(clear("custom").success).toBe(false);
});
