import { performance } from "node:perf_hooks";
import { describe, expect, test } from "vitest";
import { pageTitle } from "../../../src/server/outside/pageTitle.ts";

const html = "text/html; charset=utf-8";
const titleOf = (text: string, contentType: string | null = html) =>
  pageTitle(Buffer.from(text), contentType);

test.each([
  ["<title>Hello</title>", "Hello"],
  ["<!DOCTYPE html><HTML><HEAD><TITLE class=x>\n  Two\n  lines\t</TITLE></HEAD>", "Two lines"],
  [
    "<title>Fish &amp; Chips &mdash; &#x1F6A9; &#39;x&#39; &eacute &unknown;</title>",
    "Fish & Chips — \u{1F6A9} 'x' é &unknown;",
  ],
  ["<title>a <b>tag</b> is text here</title>", "a <b>tag</b> is text here"],
  ["<title>سلام\u200cها</title>", "سلام\u200cها"],
  ["<title>evil\u202Egnp\u202C\u0007 \u0000x</title>", "evilgnp x"],
  ["<!-- <title>no</title> --><script>'<title>no</title>'</script><title>yes</title>", "yes"],
  ["<style>/*<title>no</title>*/</style><title>yes</title>", "yes"],
  ["<body><svg><title>drawing</title></svg><title>page</title>", "page"],
  ["<title>first</title><title>second</title>", "first"],
  ["<title> </title><meta property='og:title' content='Graph &amp; co'>", "Graph & co"],
  ["<meta property=og:title content=Graph><title>Own</title>", "Own"],
  ["<meta name='OG:Title' content=Graph>", "Graph"],
  ["<meta property='og:title'><meta property='og:title' content=''>", null],
  ["<p>nothing", null],
  ["<title>cut off", "cut off"],
  ["", null],
])("the title of %j is %j", async (page, title) => {
  expect(await titleOf(page)).toBe(title);
});

test("a long title is cut between characters", async () => {
  expect(await titleOf(`<title>${"x".repeat(200)}</title>`)).toBe("x".repeat(200));
  expect(await titleOf(`<title>${"x".repeat(201)}</title>`)).toBe(`${"x".repeat(199)}…`);
  const flags = (await titleOf(`<title>${"\u{1F6A9}".repeat(150)}</title>`)) ?? "";
  expect({ length: flags.length, isWhole: flags.isWellFormed() }).toEqual({
    length: 199,
    isWhole: true,
  });
});

describe("the encoding", () => {
  const latin = (text: string) => Buffer.from(text, "latin1");
  test.each<[string, Buffer, string | null, string]>([
    ["of the header", latin("<title>caf\u00e9</title>"), "text/html; charset=iso-8859-1", "café"],
    [
      "in quotes",
      latin("<title>\u00cf\u00f0\u00e8</title>"),
      'text/html;Charset="windows-1251"',
      "При",
    ],
    [
      "of a meta tag",
      latin("<meta charset=windows-1251><title>\u00cf\u00f0\u00e8</title>"),
      "text/html",
      "При",
    ],
    [
      "of an old meta tag",
      latin(
        '<meta http-equiv="Content-Type" content="text/html; charset=windows-1256"><title>\u00d3\u00e1\u00c7\u00e3</title>',
      ),
      null,
      "سلام",
    ],
    [
      "of the header before the meta tag",
      Buffer.from("<meta charset=latin1><title>é</title>"),
      html,
      "é",
    ],
    [
      "of the mark before the header",
      Buffer.from("\u{FEFF}<title>é</title>"),
      "text/html; charset=latin1",
      "é",
    ],
    ["UTF-16 with a mark", Buffer.from("\u{FEFF}<title>é</title>", "utf16le"), "text/html", "é"],
    ["UTF-16 that is none", Buffer.from("<meta charset=utf-16><title>é</title>"), "text/html", "é"],
    ["not named, UTF-8", Buffer.from("<title>é</title>"), "text/html", "é"],
    ["not named, not UTF-8", latin("<title>\u0093caf\u00e9\u0094</title>"), "text/html", "“café”"],
    ["unknown", Buffer.from("<title>é</title>"), "text/html; charset=klingon", "é"],
    [
      "Japanese",
      Buffer.from("3c7469746c653e93fa967b3c2f7469746c653e", "hex"),
      "text/html; charset=Shift_JIS",
      "日本",
    ],
  ])("%s is honoured", async (_name, bytes, contentType, title) => {
    expect(await pageTitle(bytes, contentType)).toBe(title);
  });

  test("a page cut inside a character is still UTF-8", async () => {
    expect(await pageTitle(Buffer.from("<title>é</title>é").subarray(0, -1), null)).toBe("é");
  });
});

test.each(["application/pdf", "image/svg+xml", "text/plain", "application/json"])(
  "%s has no title",
  async (contentType) => {
    expect(await titleOf("<title>x</title>", contentType)).toBeNull();
  },
);

test("a title far down, after half a megabyte of script, is found", async () => {
  expect(await titleOf(`<script>${"<title>".repeat(70_000)}</script><title>x</title>`)).toBe("x");
});

test.each([
  ["open tags", "<b>".repeat(170_000)],
  ["attributes", `<meta ${"a b=c ".repeat(85_000)}`],
  ["less-than signs", "<".repeat(512 * 1_024)],
  ["ampersands", `<title>${"&".repeat(512 * 1_024)}`],
  ["comments", "<!--".repeat(128 * 1_024)],
  ["titles", "<title>".repeat(73_000)],
  ["spaces", `<title>${" ".repeat(512 * 1_024)}`],
])("half a megabyte of %s costs little", async (_name, page) => {
  const before = performance.now();
  await titleOf(page);
  expect(performance.now() - before).toBeLessThan(1_500);
});
