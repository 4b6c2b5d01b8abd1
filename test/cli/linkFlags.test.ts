import { expect, test } from "vitest";
import { addLinkBody } from "../../src/cli/linkFlags.ts";
import { operations } from "../../src/contract/operations.ts";

const url = "https://example.org";

test("an address alone is a whole link", () => {
  expect(JSON.parse(JSON.stringify(addLinkBody(url, {})))).toEqual({ url });
});

test("every flag becomes the contract's field, and the contract takes it", () => {
  const body = addLinkBody(url, {
    alias: "spring",
    title: "Spring",
    note: "for the letter",
    password: "secret",
    expiry: "2030-01-31",
    domain: "go.example.org",
    type: "frame",
    public: true,
    param: ["utm_source=mail", "q=a=b", "empty="],
    country: ["DE=https://example.org/de?x=1"],
    device: ["iphone=https://example.org/i"],
    language: ["fa=https://example.org/fa"],
  });
  expect(body).toEqual({
    url,
    custom: "spring",
    metatitle: "Spring",
    description: "for the letter",
    password: "secret",
    expiry: "2030-01-31",
    domain: "go.example.org",
    type: "frame",
    status: "public",
    parameters: [
      { name: "utm_source", value: "mail" },
      { name: "q", value: "a=b" },
      { name: "empty", value: "" },
    ],
    geotarget: [{ location: "DE", link: "https://example.org/de?x=1" }],
    devicetarget: [{ device: "iphone", link: "https://example.org/i" }],
    languagetarget: [{ language: "fa", link: "https://example.org/fa" }],
  });
  expect(operations.addLink.body.safeParse(body).error).toBeUndefined();
});

test.each([
  [{ param: ["utm"] }, "--param takes name=value"],
  [{ country: ["=https://example.org"] }, "--country takes"],
])("%j is wrong use", (flags, message) => {
  expect(() => addLinkBody(url, flags)).toThrow(message);
});
