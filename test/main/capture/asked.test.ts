import { describe, expect, test } from "vitest";
import {
  addressInLinkFile,
  askedBy,
  askedByAddress,
  askedByDrop,
  barPlace,
  webAddress,
} from "../../../src/main/capture/asked.ts";

describe("an address of the web", () => {
  test.each([
    ["https://example.org/a?b#c", "https://example.org/a?b#c"],
    ["  HTTP://EXAMPLE.org\n", "http://example.org/"],
    ["https://پیوند.example/بهار", "https://xn--ugb9bf9s0n.example/%D8%A8%D9%87%D8%A7%D8%B1"],
  ])("%j goes into the form", (text, address) => {
    expect(webAddress(text)).toBe(address);
  });

  test.each([
    "",
    "example.org",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "waypost://new",
    "https://",
    "see https://example.org",
    "https://example.org and more",
    "https://example.org\nhttps://example.net",
    `https://example.org/${"a".repeat(9_000)}`,
  ])("%j doesn't", (text) => {
    expect(webAddress(text)).toBeNull();
  });
});

describe("waypost:// addresses", () => {
  test("fill the form in", () => {
    const page = "https://example.org/a?b=1&c=2";
    expect(askedByAddress(`waypost://new?url=${encodeURIComponent(page)}&alias=spring`)).toEqual({
      kind: "form",
      url: page,
      alias: "spring",
    });
    expect(askedByAddress("WAYPOST:new?url=http://example.org")).toMatchObject({ kind: "form" });
    expect(askedByAddress("waypost://new/?url=http://example.org")).toMatchObject({
      kind: "form",
    });
  });

  test("without an address of the web they open an empty one", () => {
    for (const url of ["", "javascript:alert(1)", "file:///etc/passwd"])
      expect(askedByAddress(`waypost://new?url=${encodeURIComponent(url)}&alias=x`)).toEqual({
        kind: "bar",
      });
  });

  test("of other places nothing comes, and nothing but address and alias is taken along", () => {
    for (const address of [
      "waypost://delete?id=1",
      "waypost://new/../delete",
      "waypost://settings",
      "https://new?url=https://example.org",
      `waypost://new?url=https://example.org/${"a".repeat(40_000)}`,
      "",
    ])
      expect(askedByAddress(address)).toBeNull();
    expect(askedByAddress("waypost://new?url=https://a.example&password=x&make=1")).toEqual({
      kind: "form",
      url: "https://a.example/",
      alias: "",
    });
    expect(askedByAddress(`waypost://new?url=https://a.example&alias=${"a".repeat(300)}`)).toEqual({
      kind: "form",
      url: "https://a.example/",
      alias: "",
    });
    expect(askedByAddress("waypost://")).toEqual({ kind: "open" });
  });
});

test("a second start says by its words what it wants", () => {
  expect(askedBy(["/usr/bin/waypost", "--ozone-platform=x11"])).toEqual({ kind: "open" });
  expect(askedBy(["waypost", "--shorten-clipboard"])).toEqual({ kind: "shortenClipboard" });
  expect(askedBy(["waypost", "--new-link"])).toEqual({ kind: "bar" });
  expect(askedBy(["waypost", "--x", "waypost://new?url=https://a.example"])).toEqual({
    kind: "form",
    url: "https://a.example/",
    alias: "",
  });
  // A page that got hold of the scheme gets no more than the form, whatever else it appends.
  expect(askedBy(["waypost", "waypost://new?url=x", "--shorten-clipboard"])).toEqual({
    kind: "bar",
  });
  expect(askedBy(["waypost", "waypost://nothing"])).toEqual({ kind: "open" });
});

test("an address that is dropped fills the form in, other text does nothing", () => {
  expect(askedByDrop("# from a browser\r\nhttps://example.org/a\r\nhttps://b.example")).toEqual({
    kind: "form",
    url: "https://example.org/a",
    alias: "",
  });
  expect(askedByDrop("some words")).toBeNull();
  expect(askedByDrop("")).toBeNull();
});

test("the bar's place carries what it is filled in with", () => {
  expect(barPlace({ url: "", alias: "" })).toBe("/quick");
  const place = barPlace({ url: "https://a.example/?b=1&c#d", alias: "بهار" });
  const filled = new URLSearchParams(place.slice(place.indexOf("?")));
  expect(Object.fromEntries(filled)).toEqual({ url: "https://a.example/?b=1&c#d", alias: "بهار" });
});

test("the address in a file that was dragged out of a browser", () => {
  const mac = `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>URL</key>
  <string>https://example.org/?a=1&amp;b=2</string></dict></plist>`;
  expect(addressInLinkFile(mac)).toBe("https://example.org/?a=1&b=2");
  expect(addressInLinkFile("[InternetShortcut]\r\nURL=https://example.org/a\r\nIconIndex=0")).toBe(
    "https://example.org/a",
  );
  expect(addressInLinkFile("https://example.org")).toBeNull();
});
