import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  addLinks,
  copyOf,
  filesOf,
  link,
  linksOf,
  newFolder,
  open,
  openForTest,
} from "./testFolder.ts";

/** A folder that was closed cleanly, twice, with four links in it. */
async function closedFolder(): Promise<string> {
  const dir = newFolder();
  for (let round = 0; round < 2; round += 1) {
    const store = await open(dir);
    await addLinks(store, 2);
    await store.close();
  }
  return dir;
}

function edit(dir: string, change: (text: string) => string): void {
  const path = join(dir, "waypost.json");
  writeFileSync(path, change(readFileSync(path, "utf8")));
}

test("a hand edit after a clean stop is taken, listed, and the former document is kept", async () => {
  const dir = await closedFolder();
  edit(dir, (text) =>
    text
      .replace("https://example.com/1", "https://edited.example/")
      .replace(`${JSON.stringify(link(2))},\n`, "")
      .replace(JSON.stringify(link(4)), `${JSON.stringify(link(4))},\n${JSON.stringify(link(9))}`),
  );
  const store = await open(dir);
  expect(linksOf(store)).toEqual([
    link(1, { url: "https://edited.example/" }),
    link(3),
    link(4),
    link(9),
  ]);
  expect(store.warnings).toEqual([
    expect.stringContaining("links 1 changed; links 9 added; links 2 removed"),
  ]);
  expect(store.nextId("links")).toBe(10);
  await store.close();
  const [kept = ""] = filesOf(dir, /before-edit/);
  const former = newFolder();
  writeFileSync(join(former, "waypost.json"), readFileSync(join(dir, kept)));
  expect(linksOf(await openForTest(former))).toEqual([1, 2, 3, 4].map((id) => link(id)));
  const again = await openForTest(dir);
  expect(again.links.size).toBe(4);
  expect(again.warnings).toEqual([]);
});

test("a document that an editor laid out anew is the same document", async () => {
  const dir = await closedFolder();
  edit(dir, (text) => JSON.stringify(JSON.parse(text), undefined, 4));
  const store = await openForTest(dir);
  expect(store.links.size).toBe(4);
  expect(store.warnings.join()).toContain("no record differs, only the layout");
});

for (const [what, change, said] of [
  ["a wrong value", ['"createdAt":"2026', '"createdAt":"soon 2026'], /line \d+: links: createdAt/],
  ["an unknown field", ['"id":3,', '"id":3,"colour":"red",'], /line \d+: links: .*colour/],
  ["broken JSON", ['{"id":3,', '{"id":3'], /line \d+/],
  ["an alias twice", ['"alias":"alias-3"', '"alias":"ALIAS-1"'], /alias/i],
  ["an id twice", ['{"id":3,', '{"id":4,'], /two records with id 4/],
] as const) {
  test(`${what} by hand is refused, with its place, and nothing is changed`, async () => {
    const dir = await closedFolder();
    edit(dir, (text) => text.replace(change[0], change[1]));
    const before = readFileSync(join(dir, "waypost.json"), "utf8");
    await expect(open(dir)).rejects.toMatchObject({
      name: "StoreUnavailable",
      message: expect.stringMatching(said) as string,
    });
    expect(readFileSync(join(dir, "waypost.json"), "utf8")).toBe(before);
  });
}

const at = "2026-01-01T00:00:00.000Z";

test.each([
  [
    "bio pages",
    (name: string, id: number) =>
      ({
        put: "bioPages",
        record: { id, alias: name, name: "Page", createdAt: at },
      }) as const,
    "bioPages 1 and bioPages 2",
  ],
  [
    "campaigns",
    (name: string, id: number) =>
      ({
        put: "campaigns",
        record: { id, slug: name, name: `Campaign ${id}`, createdAt: at },
      }) as const,
    "campaigns 1 and campaigns 2",
  ],
  [
    "QR codes",
    (name: string, id: number) =>
      ({
        put: "qrCodes",
        record: { id, code: name, type: "text", data: "x", createdAt: at },
      }) as const,
    "qrCodes 1 and qrCodes 2",
  ],
])("a name twice among %s by hand is refused", async (_what, change, said) => {
  const dir = newFolder();
  const store = await open(dir);
  await store.commit([change("first", 1), change("second", 2)]);
  await store.close();
  edit(dir, (text) => text.replace('"second"', '"FIRST"'));
  await expect(open(dir)).rejects.toThrow(`${said} have the same alias, slug or code "first"`);
});

test("a bio page with a link's alias by hand is refused", async () => {
  const dir = newFolder();
  const store = await open(dir);
  await addLinks(store, 1);
  const page = { id: 1, alias: "page", name: "Page", createdAt: at };
  await store.commit([{ put: "bioPages", record: page }]);
  await store.close();
  edit(dir, (text) => text.replace('"alias":"page"', '"alias":"alias-1"'));
  await expect(open(dir)).rejects.toThrow(
    'links 1 and bioPages 1 have the same alias, slug or code "alias-1"',
  );
});

test("a hand edit with changes pending is refused; moved away, the former state comes back", async () => {
  const dir = await closedFolder();
  const store = await openForTest(dir);
  await addLinks(store, 1);
  const killed = copyOf(dir);
  edit(killed, (text) => text.replace("example.com/1", "example.com/changed"));
  await expect(open(killed)).rejects.toThrow(/holds 1 changes that are not in it yet/);
  writeFileSync(join(killed, "edited.txt"), readFileSync(join(killed, "waypost.json")));
  rmSync(join(killed, "waypost.json"));
  expect(linksOf(await openForTest(killed))).toEqual([1, 2, 3, 4, 5].map((id) => link(id)));
});

test("a change by another program while running is kept aside and announced", async () => {
  const dir = await closedFolder();
  const store = await open(dir);
  edit(dir, (text) => text.replace("example.com/1", "foreign.example"));
  await addLinks(store, 1);
  await store.close();
  expect(store.warnings.join()).toContain(
    "was changed by another program while Waypost was running",
  );
  const [kept = ""] = filesOf(dir, /foreign/);
  expect(readFileSync(join(dir, kept), "utf8")).toContain("foreign.example");
  expect(linksOf(await openForTest(dir))).toEqual([1, 2, 3, 4, 5].map((id) => link(id)));
});
