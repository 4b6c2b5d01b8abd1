import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { draftOfClick } from "../../extension/src/menus.ts";
import { markOf } from "../../scripts/extension.mjs";
import { chooseExtensionChromium, surroundings } from "../../scripts/chromium.mjs";

const root = resolve(import.meta.dirname, "../../extension");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const manifest = JSON.parse(read("manifest.json"));

test("the extension asks for what it needs and nothing else", () => {
  expect(manifest).toMatchObject({
    manifest_version: 3,
    permissions: ["activeTab", "storage", "contextMenus"],
    optional_host_permissions: ["http://127.0.0.1/*"],
  });
  for (const name of ["content_scripts", "host_permissions", "externally_connectable"]) {
    expect(manifest).not.toHaveProperty(name);
  }
  for (const name of ["web_accessible_resources", "optional_permissions", "sandbox"]) {
    expect(manifest).not.toHaveProperty(name);
  }
});

test("the extension's pages load its own files and reach this computer alone", () => {
  const policy: string = manifest.content_security_policy.extension_pages;
  expect(policy).toContain("default-src 'none'; script-src 'self';");
  expect(policy.match(/https?:\S+/g)).toEqual(["http://127.0.0.1:*;"]);
  for (const page of ["popup.html", "options.html"]) {
    expect(read(page)).not.toMatch(/https?:|\bon\w+=|<style|style=/);
  }
});

test("the extension's pages show the mark of the program's icon, drawn in one place", () => {
  const icon = readFileSync(join(root, "../resources/icon.svg"), "utf8");
  const mark = markOf(icon);
  const shapes = [...icon.matchAll(/ d="([^"]+)"/g)].map(([, d]) => d);
  expect([...mark.matchAll(/ d="([^"]+)"/g)].map(([, d]) => d)).toEqual(shapes);
  expect(shapes).toHaveLength(3);
  for (const page of ["popup.html", "options.html"]) {
    expect(read(page).match(/<!-- mark -->/g)).toHaveLength(1);
    for (const shape of shapes) expect(read(page)).not.toContain(shape);
  }
});

test("both languages of the extension have every text that it says", () => {
  const texts = (language: string) => JSON.parse(read(`_locales/${language}/messages.json`));
  const [english, persian] = [texts("en"), texts("fa")];
  expect(Object.keys(persian)).toEqual(Object.keys(english));
  for (const [name, { placeholders = {} }] of Object.entries<{ placeholders?: object }>(english)) {
    expect(persian[name].placeholders ?? {}).toEqual(placeholders);
    for (const hole of Object.keys(placeholders)) {
      expect(persian[name].message).toContain(`$${hole}$`);
    }
  }
  const sources = readdirSync(join(root, "src")).map((file) => read(`src/${file}`));
  const all = [...sources, read("popup.html"), read("options.html"), read("manifest.json")].join();
  const named = [
    ...all.matchAll(/say\("(\w+)"|data-(?:say|hint)="(\w+)"|__MSG_(\w+)__|title: "(\w+)"/g),
  ].flatMap((found) => found.slice(1).filter((name) => name !== undefined));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !(name in english))).toEqual([]);
  expect(Object.keys(english).filter((name) => !all.includes(name))).toEqual([]);
});

const pageUrl = "https://example.org/page";

test.each([
  ["a page", { menuItemId: "page" }, { url: pageUrl, name: "Its title" }],
  ["a link", { menuItemId: "link", linkUrl: "https://a.example/" }, { url: "https://a.example/" }],
  [
    "an image",
    { menuItemId: "image", srcUrl: "https://a.example/b" },
    { url: "https://a.example/b" },
  ],
  ["an image without an address", { menuItemId: "image", srcUrl: "blob:x" }, null],
  ["a script", { menuItemId: "link", linkUrl: "javascript:alert(1)" }, null],
  [
    "a selected address",
    { menuItemId: "selection", selectionText: "(https://a.example/b)." },
    { url: "https://a.example/b" },
  ],
  [
    "selected words",
    { menuItemId: "selection", selectionText: " two\n words " },
    { url: pageUrl, name: "two words" },
  ],
])("a click on %s asks for its link", (_what, click, draft) => {
  expect(draftOfClick({ pageUrl, ...click }, { title: "Its title" })).toEqual(draft);
});

test("a browser that loads no extensions isn't chosen for them", () => {
  const where = {
    ...surroundings(),
    platform: "linux" as const,
    env: { PATH: "/usr/bin", PLAYWRIGHT_CHROMIUM_EXECUTABLE: "/usr/bin/chromium-headless-shell" },
    downloaded: "/cache/chrome-linux64/chrome",
    systemRoot: "",
  };
  const among =
    (...files: string[]) =>
    (file: string) =>
      files.includes(file);
  const shell = "/usr/bin/chromium-headless-shell";
  const choose = (...files: string[]) => chooseExtensionChromium(where, among(shell, ...files));
  expect(choose("/usr/bin/google-chrome", "/usr/bin/chromium")).toBe("/usr/bin/chromium");
  expect(choose(where.downloaded)).toBe(where.downloaded);
  expect(choose()).toBeNull();
});
