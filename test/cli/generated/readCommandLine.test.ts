import { describe, expect, test } from "vitest";
import { readCommandLine } from "../../../src/cli/generated/readCommandLine.ts";
import { generatedCommands } from "../../../src/cli/generated/commands.ts";
import { CommandFailed } from "../../../src/cli/failures.ts";
import type { Flags } from "../../../src/cli/generated/flags.ts";
import { operations } from "../../../src/contract/operations.ts";

function read(name: string, words: readonly string[], flags: Flags = {}) {
  const command = generatedCommands.find(({ noun, verb }) => `${noun} ${verb}` === name);
  if (command === undefined) throw new Error(`there is no ${name}`);
  return readCommandLine(command, words, flags);
}

const url = "https://example.org";

test("an address alone is a whole link", () => {
  expect(read("link add", [url])).toMatchObject({ params: {}, query: {}, body: { url } });
});

test("every kind of flag becomes the contract's field, and the contract takes it", () => {
  const { body } = read("link add", [url], {
    custom: "spring",
    password: "secret",
    channel: "3",
    status: "public",
    pixels: ["1,2", "5"],
    parameters: ["utm_source=mail", "q=a=b", "empty=", '{"name":"a=b","value":"c"}'],
    geotarget: ["DE=https://example.org/de?x=1"],
    "deeplink.apple": "https://apps.apple.com/app/id1",
    "deeplink.auto": false,
  });
  expect(body).toEqual({
    url,
    custom: "spring",
    password: "secret",
    channel: 3,
    status: "public",
    pixels: [1, 2, 5],
    parameters: [
      { name: "utm_source", value: "mail" },
      { name: "q", value: "a=b" },
      { name: "empty", value: "" },
      { name: "a=b", value: "c" },
    ],
    geotarget: [{ location: "DE", link: "https://example.org/de?x=1" }],
    deeplink: { apple: "https://apps.apple.com/app/id1", auto: false },
  });
  expect(operations.addLink.body.safeParse(body).success).toBe(true);
});

test("ids, types and required words have their place", () => {
  expect(read("channel assign", ["1", "qr", "2"]).params).toEqual({
    channelid: "1",
    type: "qr",
    itemid: "2",
  });
  expect(read("pixel add", ["gapixel", "Shop", "G-1"]).body).toEqual({
    type: "gapixel",
    name: "Shop",
    tag: "G-1",
  });
  expect(read("link list", [], { search: "fair", limit: "5", order: "click" }).query).toEqual({
    q: "fair",
    limit: 5,
    order: "click",
  });
});

test("switches are on, off or not given", () => {
  expect(read("channel edit", ["1"], { starred: true }).body).toEqual({ starred: true });
  expect(read("channel edit", ["1"], { starred: false }).body).toEqual({ starred: false });
  expect(read("channel edit", ["1"], { clear: ["description"] }).body).toEqual({
    clear: ["description"],
  });
});

describe("a QR code's data", () => {
  test("is one text or flags, by type", () => {
    expect(read("qr add", ["link", url]).body).toEqual({ type: "link", data: url });
    expect(
      read("qr add", ["wifi"], { ssid: "Home", pass: "a b", hidden: true, name: "Wifi" }).body,
    ).toEqual({ type: "wifi", name: "Wifi", data: { ssid: "Home", pass: "a b", hidden: true } });
    expect(
      read("qr add", ["email", '{"email":"a@b.example","subject":"Hi"}']).body["data"],
    ).toEqual({
      email: "a@b.example",
      subject: "Hi",
    });
    expect(read("qr add", ["text", "{not JSON}"]).body["data"]).toBe("{not JSON}");
  });

  test("keeps, when it is changed, the parts that aren't given", () => {
    const { content } = read("qr edit", ["1"], { ssid: "New" });
    expect(content("wifi", { ssid: "Old", pass: "secret" })).toEqual({
      ssid: "New",
      pass: "secret",
    });
    expect(read("qr edit", ["1"]).content("wifi", { ssid: "Old" })).toBeUndefined();
  });
});

describe("wrong use", () => {
  test.each([
    ["link add", [url], { parameters: ["nonsense"] }, "--parameters"],
    ["link add", [url], { geotarget: ["=https://example.org"] }, "--geotarget"],
    ["link add", [url], { channel: "news" }, "--channel"],
    ["link add", [url], { pixels: ["1,x"] }, "--pixels"],
    ["link add", [url], { status: "open" }, "--status"],
    ["link edit", ["5"], { clear: ["url"] }, "--clear"],
    ["link edit", ["5"], { description: "" }, "--clear description"],
    ["link list", [], { limit: "many" }, "--limit"],
    ["link list", [], { order: "name" }, "--order"],
    ["pixel add", ["nopixel", "a", "b"], {}, "<type>"],
    ["pixel remove", ["spring"], {}, "<id>"],
    ["channel assign", ["1", "pages", "2"], {}, "<type>"],
    ["channel assign", ["1", "qr", "spring"], {}, "<itemid>"],
    ["splash add", ["Wait"], { delay: "soon" }, "--delay"],
    ["qr add", ["wifi"], {}, "<data>"],
    ["qr add", ["wifi"], { pass: "secret" }, "--ssid"],
    ["qr add", ["wifi"], { fname: "Anna" }, "--fname"],
    ["qr add", ["wifi", "WIFI:…"], { ssid: "Home" }, "not both"],
    ["qr add", ["wifi", "{ssid}"], {}, "<data>"],
    ["qr add", ["link", url], { out: "code.gif" }, "--out"],
    ["qr add", ["link", url], { out: "code.png", size: "9" }, "--size"],
    ["qr add", ["link", url], { size: "500" }, "--out"],
  ] as const)("%s %j %j names %s", (name, words, flags, named) => {
    const attempt = () => read(name, words, flags);
    expect(attempt).toThrow(CommandFailed);
    expect(attempt).toThrow(named);
    expect(attempt).toThrow(expect.objectContaining({ exitCode: 2 }));
  });
});
