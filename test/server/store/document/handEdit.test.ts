import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import { disk } from "../../../../src/server/store/fileSystem.ts";
import {
  addLinks,
  copyOf,
  filesOf,
  link,
  linksOf,
  newFolder,
  open,
  openForTest,
} from "../testFolder.ts";

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
    expect.objectContaining({
      message: expect.stringContaining("links 1 changed; links 9 added; links 2 removed"),
    }),
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

test("history takes an edit by hand while the document is still being written", async () => {
  const dir = await closedFolder();
  for (const name of filesOf(dir, /^waypost\.sqlite/)) rmSync(join(dir, name));
  edit(dir, (text) => text.replace("https://example.com/1", "https://edited.example/"));
  const path = join(dir, "waypost.sqlite");
  /** Throws until it has a change. */
  const history = () => {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      const first = database.prepare("select 1 from changes limit 1").get();
      if (first === undefined) throw new Error("no change");
    } finally {
      database.close();
    }
  };
  const store = await openForTest(dir, {
    files: {
      ...disk,
      async rename(from, to) {
        if (from.endsWith("waypost.json.tmp")) {
          await vi.waitFor(history, { timeout: 5_000 });
        }
        await disk.rename(from, to);
      },
    },
  });
  expect(store.links.get(1)?.url).toBe("https://edited.example/");
  expect(store.warnings.map(({ code }) => code)).not.toContain("service.historyUnwritten");
});

test("a document that an editor laid out anew is the same document", async () => {
  const dir = await closedFolder();
  edit(dir, (text) => JSON.stringify(JSON.parse(text), undefined, 4));
  const store = await openForTest(dir);
  expect(store.links.size).toBe(4);
  expect(store.warnings.map(({ message }) => message).join()).toContain(
    "Only the layout changed, not the records",
  );
});

for (const [what, change, said] of [
  ["a wrong value", ['"createdAt":"2026', '"createdAt":"soon 2026'], /line \d+: links: createdAt/],
  ["an unknown field", ['"id":3,', '"id":3,"colour":"red",'], /line \d+: links: .*colour/],
  ["broken JSON", ['{"id":3,', '{"id":3'], /line \d+/],
  ["an alias twice", ['"alias":"alias-3"', '"alias":"alias-1"'], /alias/i],
  ["an id twice", ['{"id":3,', '{"id":4,'], /two records with id 4/],
  ["a change beyond all", ['"commit":', '"commit":900000000000000'], /impossible change/],
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
  edit(dir, (text) => text.replace('"second"', '"first"'));
  await expect(open(dir)).rejects.toThrow(`${said} have the same alias, slug or code "first"`);
});

test("two names that former versions told apart both go on, each with its own record", async () => {
  const dir = newFolder();
  const store = await open(dir);
  await addLinks(store, 2);
  await store.close();
  edit(dir, (text) =>
    text
      .replace('"alias":"alias-1"', '"alias":"\u06F1\u06F2\u06F3"')
      .replace('"alias":"alias-2"', '"alias":"123"'),
  );
  const again = await openForTest(dir);
  expect(again.links.byAlias("123", undefined)?.id).toBe(2);
  expect(again.links.byAlias("\u06F1\u06F2\u06F3", undefined)?.id).toBe(1);
  expect(again.links.byAlias("\u0661\u0662\u0663", undefined)?.id).toBe(1);
  await again.commit([{ put: "links", record: link(2, { alias: "123", description: "edited" }) }]);
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

/** A folder whose document is older than its journal: links 1 to 4 in it, link 5 and a new note on 2 not. */
async function pendingFolder(): Promise<string> {
  const dir = await closedFolder();
  const store = await openForTest(dir);
  await addLinks(store, 1);
  await store.commit([{ put: "links", record: link(2, { description: "noted since" }) }]);
  return copyOf(dir);
}

test("a hand edit with changes pending goes on top of them, as a change of its own", async () => {
  const dir = await pendingFolder();
  edit(dir, (text) =>
    text
      .replace("https://example.com/2", "https://edited.example/")
      .replace(`${JSON.stringify(link(3))},\n`, "")
      .replace(JSON.stringify(link(4)), `${JSON.stringify(link(4))},\n${JSON.stringify(link(9))}`),
  );
  const expected = [
    link(1),
    link(2, { url: "https://edited.example/", description: "noted since" }),
    link(4),
    link(5),
    link(9),
  ];
  const store = await open(dir);
  expect(linksOf(store)).toEqual(expected);
  expect(store.warnings).toEqual([
    expect.objectContaining({
      message: expect.stringContaining("links 2 changed; links 9 added; links 3 removed"),
    }),
  ]);
  expect(store.nextId("links")).toBe(10);
  const journals = filesOf(dir, /^journal/).map((name) => readFileSync(join(dir, name), "utf8"));
  expect(journals.join("")).toContain('"by":"hand"');
  const [kept = ""] = filesOf(dir, /before-edit/);
  expect(readFileSync(join(dir, kept), "utf8")).toContain('"alias":"alias-3"');
  await store.close();
  const again = await openForTest(dir);
  expect(linksOf(again)).toEqual(expected);
  expect(again.warnings).toEqual([]);
});

test("a start that ended while it took an edit takes the rest of it the next time", async () => {
  const dir = await pendingFolder();
  edit(dir, (text) => text.replace("https://example.com/2", "https://edited.example/"));
  const edited = readFileSync(join(dir, "waypost.json"));
  const former = readFileSync(join(dir, "former.json"));
  const cut = copyOf(dir);
  await (await open(dir)).close();
  // The change is in the journal, the document is not yet the new one.
  for (const name of filesOf(dir, /^journal/)) {
    writeFileSync(join(cut, name), readFileSync(join(dir, name)));
  }
  writeFileSync(join(cut, "waypost.json"), edited);
  writeFileSync(join(cut, "former.json"), former);
  const store = await openForTest(cut);
  expect(store.links.get(2)).toEqual(
    link(2, { url: "https://edited.example/", description: "noted since" }),
  );
});

for (const [what, change, said] of [
  [
    "the same field",
    (text: string) =>
      text
        .replace('"id":2,', '"id":2,')
        .replace("https://example.com/2", 'https://example.com/2","description":"by hand'),
    /line \d+: links 2: description was changed by hand to "by hand" and by Waypost to "noted since"/,
  ],
  [
    "a record that was changed since",
    (text: string) => text.replace(`${JSON.stringify(link(2))},\n`, ""),
    /links 2 was removed by hand and made or changed by Waypost/,
  ],
  [
    "an id that was given since",
    (text: string) =>
      text.replace(
        JSON.stringify(link(4)),
        `${JSON.stringify(link(4))},\n${JSON.stringify(link(5, { alias: "other" }))}`,
      ),
    /line \d+: links 5 was made or changed by hand and made or changed by Waypost/,
  ],
  [
    "an alias that was given since",
    (text: string) => text.replace('"alias":"alias-1"', '"alias":"alias-5"'),
    /same alias/,
  ],
] as const) {
  test(`an edit of ${what} is refused, with its place, and nothing is changed`, async () => {
    const dir = await pendingFolder();
    edit(dir, change);
    const before = readFileSync(join(dir, "waypost.json"), "utf8");
    await expect(open(dir)).rejects.toMatchObject({
      name: "StoreUnavailable",
      message: expect.stringMatching(said) as string,
    });
    expect(readFileSync(join(dir, "waypost.json"), "utf8")).toBe(before);
    expect(filesOf(dir, /before-edit/)).toEqual([]);
  });
}

test("an edit with changes pending is refused where the former state is not at hand", async () => {
  const dir = await pendingFolder();
  rmSync(join(dir, "former.json"));
  rmSync(join(dir, "journal-000001.ndjson"), { force: true });
  edit(dir, (text) => text.replace("example.com/1", "example.com/changed"));
  await expect(open(dir)).rejects.toThrow(/its former state isn't available/);
});

test("a change by another program while running is kept aside and announced", async () => {
  const dir = await closedFolder();
  const store = await open(dir);
  edit(dir, (text) => text.replace("example.com/1", "foreign.example"));
  await addLinks(store, 1);
  await store.close();
  expect(store.warnings.map(({ message }) => message).join()).toContain(
    "was changed by another program while Waypost was running",
  );
  const [kept = ""] = filesOf(dir, /foreign/);
  expect(readFileSync(join(dir, kept), "utf8")).toContain("foreign.example");
  expect(linksOf(await openForTest(dir))).toEqual([1, 2, 3, 4, 5].map((id) => link(id)));
});
