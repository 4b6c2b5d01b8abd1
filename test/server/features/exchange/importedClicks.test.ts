import { fixedSettings } from "../../../../src/server/features/settings/settings.ts";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTick } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { message } from "../../../../src/contract/messages/messages.ts";
import { openImportedClicks } from "../../../../src/server/features/exchange/importedClicks.ts";
import type { ImportedClickLine } from "../../../../src/server/features/exchange/importedLines.ts";
import { createStatistics } from "../../../../src/server/features/clicks/statistics.ts";
import { link, newFolder, now, openForTest } from "../../store/testFolder.ts";
import { testApp } from "../../../support/app.ts";
import { countTurns } from "../../../support/turns.ts";

const goingOn = new AbortController().signal;

/** As long as Waypost's own. */
const rowId = (name: string) => name.padEnd(22, "-");

const line = (name: string, fields: Partial<ImportedClickLine> = {}): ImportedClickLine => ({
  id: rowId(name),
  at: now - 60_000,
  link: 1,
  imported: true,
  country: "DE",
  ...fields,
});

const day = 86_400_000;

interface Bounds {
  since: number;
  maxBytes: number;
}

const usual: Bounds = { since: now - day, maxBytes: 2 ** 30 };

function refuse(sentence: string): void {
  throw new Error(sentence);
}

async function openFolder(dir: string, freeMemory = () => Infinity) {
  const statistics = createStatistics({ clock: () => now, timeZone: () => "UTC" });
  const store = await openForTest(dir, { freeMemory, keeper: statistics });
  if (store.links.get(1) === undefined) await store.commit([{ put: "links", record: link(1) }]);
  statistics.linkAdded(1);
  return { dir, store, statistics };
}

type OpenFolder = Awaited<ReturnType<typeof openFolder>>;

function appOn({ dir, store, statistics }: OpenFolder, bounds: Bounds = usual, log = refuse) {
  return testApp({
    dataDir: dir,
    store,
    statistics,
    settings: {
      get: (name) =>
        fixedSettings({ "privacy.retentionDays": 1, "clicks.maxBytes": bounds.maxBytes }).get(name),
    },
    clock: () => bounds.since + day,
    log,
  });
}

async function opened(
  dir = newFolder(),
  bounds: Bounds = usual,
  log = refuse,
  { mostKnown, freeMemory }: { mostKnown?: number; freeMemory?: () => number } = {},
) {
  const folder = await openFolder(dir, freeMemory);
  const clicks = openImportedClicks(appOn(folder, bounds, log), mostKnown);
  onTestFinished(() => clicks.close());
  await clicks.ready;
  return { ...folder, clicks };
}

type OpenImport = Awaited<ReturnType<typeof opened>>;

const names = (dir: string) =>
  readdirSync(join(dir, "clicks")).filter((name) => /import-\d+\.ndjson/.test(name));

/** A file of clicks that came along; its path, once it is kept. */
async function bring(here: OpenImport, lines: readonly ImportedClickLine[]): Promise<string> {
  const { store, clicks } = here;
  const set = await store.beginSet({ by: "import", operation: "applyImport", scope: "api" });
  const writer = await clicks.begin(set.id);
  const record = {
    id: store.nextId("clickImports"),
    set: set.id,
    name: "visits.csv",
    format: "shlink-visits",
    clicks: lines.length,
    bots: 0,
    createdAt: new Date(now).toISOString(),
  };
  try {
    await store.commit([{ put: "clickImports", record }], { set });
    await writer.write(lines);
  } finally {
    await writer.close();
  }
  await set.end();
  await clicks.known(goingOn);
  return join(here.dir, "clicks", `import-${set.id}.ndjson`);
}

const kept = (path: string): object[] =>
  readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((text) => JSON.parse(text));

async function reopened(
  { dir, store, clicks }: OpenImport,
  bounds?: Bounds,
  log?: (sentence: string) => void,
): Promise<OpenImport> {
  await clicks.close();
  await store.close();
  return opened(dir, bounds, log);
}

test("lines that grow too old become sums, and what they add up to stays, also after a start", async () => {
  const bounds = { since: now - 30 * day, maxBytes: 2 ** 30 };
  const first = await opened(newFolder(), bounds);
  const path = await bring(first, [
    line("a", { at: now - 20 * day }),
    line("b", { at: now - 20 * day, country: "FR" }),
    line("c", { at: now - 20 * day, bot: "Bot" }),
    line("d", { at: now - day }),
  ]);
  await first.clicks.look();
  expect(kept(path)).toHaveLength(4);
  const whole = first.statistics.of(1);
  expect(whole).toMatchObject({ clicks: 3, botClicks: 1 });

  bounds.since = now - 10 * day;
  await first.clicks.look();
  expect(kept(path)).toEqual([
    line("d", { at: now - day }),
    { link: 1, clicks: 2, bots: 1, ids: ["a", "b", "c"].map(rowId) },
  ]);
  expect(first.statistics.of(1)).toEqual(whole);
  const second = await reopened(first, bounds);
  expect(second.statistics.of(1)).toEqual(whole);
  expect((await second.clicks.known(goingOn)).find(rowId("b"))).toBeGreaterThan(0);
});

test("lines that were set aside by an undo grow old too, and come back with what they add up to", async () => {
  const bounds = { since: now - 30 * day, maxBytes: 2 ** 30 };
  const here = await opened(newFolder(), bounds);
  const path = await bring(here, [line("a", { at: now - 20 * day }), line("b")]);
  const whole = here.statistics.of(1);
  const [record] = [...here.store.clickImports.values()];
  if (record === undefined) throw new Error("no record");
  await here.store.commit([{ remove: "clickImports", id: record.id }]);
  bounds.since = now - 10 * day;
  await here.clicks.look();
  expect(kept(`${path}.undone`)).toEqual([
    line("b"),
    { link: 1, clicks: 1, bots: 0, ids: [rowId("a")] },
  ]);
  await here.store.commit([{ put: "clickImports", record }]);
  await here.clicks.known(goingOn);
  expect(here.statistics.of(1)).toEqual(whole);
});

test("more lines than there may be lose the oldest", async () => {
  const bounds = { since: 0, maxBytes: 2 ** 30 };
  const here = await opened(newFolder(), bounds);
  const lines = Array.from({ length: 1000 }, (_, at) =>
    line(`row-${at}`, { at: now - at * 3_600_000, referrer: "news.example.com" }),
  );
  const path = await bring(here, lines);
  const whole = here.statistics.of(1);
  bounds.maxBytes = 60_000;
  await here.clicks.look();
  const size = readFileSync(path).length;
  expect(size).toBeLessThan(60_000);
  const left = kept(path).filter((one) => "at" in one);
  expect(left.length).toBeGreaterThan(100);
  expect(left).toEqual(lines.slice(0, left.length));
  expect(here.statistics.of(1)).toEqual(whole);
});

test("counters that aren't those of the lines are passed over, and the lines counted", async () => {
  const first = await opened();
  const path = await bring(first, [line("a"), line("b")]);
  await first.clicks.close();
  appendFileSync(path, `${JSON.stringify(line("c"))}\n`);
  const second = await reopened(first);
  expect(second.statistics.of(1)).toMatchObject({ clicks: 3, countries: [["Germany", 3]] });
  await second.clicks.close();
  rmSync(path.replace(".ndjson", ".counters.ndjson"));
  const third = await reopened(second);
  expect(third.statistics.of(1)).toMatchObject({ clicks: 3 });
});

test("counters and file go with the record and come back with it", async () => {
  const { dir, store, statistics, clicks } = await opened();
  const origin = { by: "import", operation: "applyImport", scope: "api" } as const;
  const set = await store.beginSet(origin);
  const writer = await clicks.begin(set.id);
  const record = {
    id: store.nextId("clickImports"),
    set: set.id,
    name: "visits.csv",
    format: "shlink-visits",
    clicks: 3,
    bots: 1,
    createdAt: new Date(now).toISOString(),
  };
  await store.commit([{ put: "clickImports", record }], { set });
  await writer.write([line("a"), line("b", { bot: "Bot" }), line("c", { at: 1000 })]);
  await writer.close();
  await set.end();
  statistics.apply({ at: now, link: 1, visitor: "somebody", country: "FR" });
  const both = { clicks: 3, uniqueClicks: 1, botClicks: 1 };
  expect(statistics.of(1)).toMatchObject(both);
  expect(statistics.of(1).countries).toEqual([
    ["France", 1],
    ["Germany", 1],
  ]);
  expect([...statistics.snapshot()]).toMatchObject([{ link: 1, counters: { clicks: 1 } }]);

  await store.commit([{ remove: "clickImports", id: record.id }]);
  expect(statistics.of(1)).toMatchObject({ clicks: 1, botClicks: 0, countries: [["France", 1]] });
  expect((await clicks.known(goingOn)).find(rowId("a"))).toBeUndefined();
  expect(names(dir)).toEqual([`import-${set.id}.ndjson.undone`]);

  await store.commit([{ put: "clickImports", record }]);
  expect((await clicks.known(goingOn)).find(rowId("a"))).toBe(set.id);
  expect(statistics.of(1)).toMatchObject(both);
  expect(names(dir)).toEqual([`import-${set.id}.ndjson`]);
});

test("lines that nobody wrote like that are skipped, and one that is too long is named", async () => {
  const sentences: string[] = [];
  const first = await opened();
  const path = await bring(first, [line("a"), line("b")]);
  await first.clicks.close();
  const odd = [null, 5, { ids: 5 }, line("c", { at: 2 ** 53 - 1 }), line("d", { at: -1 })];
  appendFileSync(path, odd.map((one) => `${JSON.stringify(one)}\n`).join(""));
  const long = JSON.stringify(line("f", { browser: "a".repeat(1 << 14) }));
  appendFileSync(path, `${long}\n${JSON.stringify(line("e"))}\n${long}\n`);
  const second = await reopened(first, undefined, (sentence) => void sentences.push(sentence));
  expect(second.statistics.of(1)).toMatchObject({ clicks: 3 });
  expect((await second.clicks.known(goingOn)).find(rowId("e"))).toBeGreaterThan(0);
  expect(sentences).toEqual([
    `Line 8 of ${path} is longer than 16384 bytes. Such lines are skipped.`,
  ]);
});

test("totals count only with one ID of Waypost's own length for each click", async () => {
  const first = await opened();
  const path = await bring(first, [line("a")]);
  await first.clicks.close();
  const sums = [
    { link: 1, clicks: 1, bots: 1, ids: ["b", "c"].map(rowId) },
    { link: 1, clicks: 1000, bots: 0, ids: [rowId("d")] },
    { link: 1, clicks: 1, bots: 0, ids: ["e", "f"].map(rowId) },
    { link: 1, clicks: 1, bots: 0, ids: ["g"] },
  ];
  appendFileSync(path, sums.map((one) => `${JSON.stringify(one)}\n`).join(""));
  const second = await reopened(first);
  expect(second.statistics.of(1)).toMatchObject({ clicks: 2, botClicks: 1 });
  const known = await second.clicks.known(goingOn);
  const found = ["a", "b", "c", "d", "e", "f"].filter((name) => known.find(rowId(name)));
  expect(found).toEqual(["a", "b", "c"]);
});

test("more clicks than can be compared with a file are refused", async () => {
  const here = await opened(newFolder(), undefined, undefined, { mostKnown: 3 });
  await bring(here, [line("a"), line("b"), line("c")]);
  await expect(bring(here, [line("d")])).rejects.toMatchObject({
    reason: message("file.tooManyKnown", { most: 3 }),
  });
});

test("counters of imports take no more memory than a start has, and a start with less goes on without some", async () => {
  const here = await opened(newFolder(), undefined, undefined, { freeMemory: () => 400_000 });
  const bringMany = async () => {
    for (let count = 0; count < 1_000; count += 1) await bring(here, [line(`row-${count}`)]);
  };
  await expect(bringMany()).rejects.toThrow("data has reached its maximum size");
  const counted = here.statistics.clicksOf(1);
  expect(counted).toBeGreaterThan(15);
  await here.clicks.close();
  await here.store.close();
  const said: string[] = [];
  const log = (sentence: string) => void said.push(sentence);
  const again = await opened(here.dir, undefined, log, { freeMemory: () => 200_000 });
  expect(again.statistics.clicksOf(1)).toBeGreaterThan(3);
  expect(again.statistics.clicksOf(1)).toBeLessThan(counted);
  expect(said[0]).toMatch(
    /import-\d+\.ndjson can't be counted: Waypost's data has reached its maximum size/,
  );
  const { clicks, store } = again;
  expect(clicks.notices()).toEqual([
    message("service.clicksUncounted", {
      imports: store.clickImports.size - again.statistics.clicksOf(1),
    }),
  ]);
  await clicks.close();
  await store.close();
  const whole = await opened(here.dir, undefined, refuse, { freeMemory: () => 533_000 });
  expect(whole.statistics.clicksOf(1)).toBe(counted);
  expect(whole.clicks.notices()).toEqual([]);
});

test("an import with many hours and names takes more of the memory than one with a click", async () => {
  const bounds = { since: now - 20 * day, maxBytes: 2 ** 30 };
  const here = await opened(newFolder(), bounds, refuse, { freeMemory: () => 2 ** 30 });
  const shareOf = async (lines: readonly ImportedClickLine[]) => {
    const before = here.store.share;
    await bring(here, lines);
    return here.store.share - before;
  };
  const one = await shareOf([line("one")]);
  const many = Array.from({ length: 300 }, (_, count) =>
    line(`many-${count}`, { at: now - count * 3_600_000, referrer: `site-${count % 150}.example` }),
  );
  expect(await shareOf(many)).toBeGreaterThan(2 * one);
});

test("what was undone stays as long as history could bring its record back, however old the import is", async () => {
  const here = await opened();
  const { dir, store, clicks } = here;
  const writer = await clicks.begin(999);
  const createdAt = new Date(now).toISOString();
  const about = { name: "visits.csv", format: "shlink-visits", clicks: 1, bots: 0, createdAt };
  const record = { id: store.nextId("clickImports"), set: 999, ...about };
  await store.commit([{ put: "clickImports", record }]);
  await writer.write([line("a")]);
  await writer.close();
  const undo = await store.beginSet({ by: "undo", operation: "undoChange", scope: "api" });
  await store.commit([{ remove: "clickImports", id: record.id }], { set: undo });
  await undo.end();
  await clicks.known(goingOn);
  const again = await reopened(here);
  await again.clicks.known(goingOn);
  expect(names(dir)).toEqual(["import-999.ndjson.undone"]);
  await again.store.commit([{ put: "clickImports", record }]);
  expect((await again.clicks.known(goingOn)).find(rowId("a"))).toBe(999);
});

test("an import that is undone while its counters are read counts nothing", async () => {
  const dir = newFolder();
  const many = Array.from({ length: 900 }, (_, place) => place + 1);
  const before = await opened(dir);
  await before.store.commit(many.map((id) => ({ put: "links", record: link(id) })));
  await bring(
    before,
    many.map((id) => line(`row-${id}`, { link: id })),
  );
  await before.clicks.close();
  await before.store.close();
  const folder = await openFolder(dir);
  const { store, statistics } = folder;
  const [record] = [...store.clickImports.values()];
  const clicks = openImportedClicks(appOn(folder));
  while (statistics.clicksOf(1) === 0) await nextTick();
  expect(statistics.clicksOf(900)).toBe(0);
  await store.commit([{ remove: "clickImports", id: record?.id ?? 0 }]);
  await clicks.ready;
  await clicks.close();
  expect(many.filter((id) => statistics.clicksOf(id) > 0)).toEqual([]);
});

test("a file that lies aside is kept when its record comes back while history is asked", async () => {
  const before = await opened();
  const path = await bring(before, [line("a")]);
  const [record] = [...before.store.clickImports.values()];
  if (record === undefined) throw new TypeError("The import has no record.");
  await before.store.commit([{ remove: "clickImports", id: record.id }]);
  await before.clicks.known(goingOn);
  await before.clicks.close();
  await before.store.close();
  const folder = await openFolder(before.dir);
  const { store, statistics } = folder;
  // As if history had forgotten it, and a restore brings it back.
  vi.spyOn(store.history, "removed").mockImplementation(async function* () {});
  vi.spyOn(store.history, "set").mockImplementation(async () => {
    if (store.clickImports.get(record.id) === undefined) {
      await store.commit([{ put: "clickImports", record }]);
    }
    return undefined;
  });
  const again = openImportedClicks(appOn(folder));
  await again.ready;
  await again.known(goingOn);
  await again.close();
  expect(existsSync(path)).toBe(true);
  expect(statistics.clicksOf(1)).toBe(1);
});

test("known clicks and exports pass over an import whose file is missing", async () => {
  const here = await opened();
  rmSync(await bring(here, [line("a")]));
  expect((await here.clicks.known(goingOn)).find(rowId("a"))).toBeUndefined();
  const found: ImportedClickLine[] = [];
  for await (const lines of here.clicks.between(0, now)) found.push(...lines);
  expect(found).toEqual([]);
});

test("an import that is written while the server stops keeps its totals", async () => {
  const here = await opened();
  const path = await bring(here, [line("a")]);
  const writer = await here.clicks.begin(999);
  await writer.write([line("b")]);
  const record = [...here.store.clickImports.values()][0];
  if (record === undefined) throw new Error("no record");
  await here.store.commit([{ put: "clickImports", record: { ...record, id: 999, set: 999 } }]);
  const written = nextTick().then(() => writer.close());
  await here.clicks.close(written);
  const counters = path.replace(/import-\d+\.ndjson/, "import-999.counters.ndjson");
  expect(existsSync(counters)).toBe(true);
});

test("a write that the disk refuses leaves nothing behind that nobody counts", async () => {
  const here = await opened();
  const { id } = await here.store.beginSet({
    by: "import",
    operation: "applyImport",
    scope: "api",
  });
  const writer = await here.clicks.begin(id);
  await writer.write([line("a")]);
  const path = join(here.dir, "clicks", `import-${id}.ndjson`);
  const handle = await open(path);
  const sync = vi.spyOn(Object.getPrototypeOf(handle), "datasync");
  sync.mockRejectedValueOnce(new Error("The disk is full."));
  await expect(writer.write([line("b"), line("c")])).rejects.toThrow("full");
  sync.mockRestore();
  await handle.close();
  await writer.close();
  expect(kept(path)).toMatchObject([{ id: rowId("a") }]);
});

test("what a refused write leaves behind is counted by the next start", async () => {
  const here = await opened();
  const handle = await open(await bring(here, [line("a")]));
  const methods = Object.getPrototypeOf(handle);
  await handle.close();
  vi.spyOn(methods, "datasync").mockRejectedValueOnce(new Error("The disk is full."));
  vi.spyOn(methods, "truncate").mockRejectedValueOnce(new Error("The disk failed."));
  onTestFinished(() => void vi.restoreAllMocks());
  await expect(bring(here, [line("b"), line("c")])).rejects.toThrow("full");
  expect((await reopened(here)).statistics.clicksOf(1)).toBe(3);
});

test("lines that can't be read let others have their turn, and too many end the file", async () => {
  const sentences: string[] = [];
  const first = await opened();
  const path = await bring(first, [line("a")]);
  await first.clicks.close();
  appendFileSync(path, `${"\n".repeat(9000)}${JSON.stringify(line("b"))}\n`);
  appendFileSync(path, `${"{}\n".repeat(1001)}${JSON.stringify(line("c"))}\n`);
  const second = await reopened(first, undefined, (one) => void sentences.push(one));
  expect(second.statistics.of(1)).toMatchObject({ clicks: 2 });

  let time = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (time += 1));
  onTestFinished(() => clock.mockRestore());
  const turns = countTurns();
  const known = await second.clicks.known(goingOn);
  expect(turns()).toBeGreaterThan(500);
  expect([known.find(rowId("b")), known.find(rowId("c"))]).toEqual([expect.any(Number), undefined]);
  expect(sentences).toEqual([
    `${path} has more than 10000 lines that can't be read. The rest is ignored.`,
  ]);
});

test("a server that stops while lines become sums keeps the lines, and ends the import that waits for them", async () => {
  const bounds = { since: 0, maxBytes: 2 ** 30 };
  const here = await opened(newFolder(), bounds);
  const lines = Array.from({ length: 1200 }, (_, at) => line(`${at}`));
  const path = await bring(here, lines);
  let time = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (time += 1));
  onTestFinished(() => clock.mockRestore());
  bounds.since = now;
  void here.clicks.look();
  const ending = new AbortController();
  const known = here.clicks.known(ending.signal);
  while (!existsSync(`${path}.tmp`)) await nextTick();
  ending.abort(new Error("The server stops."));
  const over = known.catch(String);
  await here.clicks.close(over.then(() => undefined));
  expect(await over).toContain("The server stops.");
  expect(existsSync(`${path}.tmp`)).toBe(false);
  expect(kept(path)).toEqual(lines);
});

test("a file without a record makes room for a new import", async () => {
  const sentences: string[] = [];
  const here = await opened(newFolder(), undefined, (sentence) => void sentences.push(sentence));
  mkdirSync(join(here.dir, "clicks"), { recursive: true });
  for (let set = 1; set < 5; set += 1) {
    writeFileSync(join(here.dir, "clicks", `import-${set}.ndjson`), "\n");
  }
  const path = await bring(here, [line("a")]);
  expect(kept(path)).toEqual([line("a")]);
  expect(readFileSync(`${path}.stray`, "utf8")).toBe("\n");
  expect(sentences).toHaveLength(1);
});

test("a file that two records name counts once, until both are gone", async () => {
  const first = await opened();
  await bring(first, [line("a"), line("b")]);
  const [record] = first.store.clickImports.values();
  if (record === undefined) throw new Error("No import was recorded.");
  await first.store.commit([{ put: "clickImports", record: { ...record, id: record.id + 1 } }]);
  const { store, statistics, clicks } = await reopened(first);
  expect(statistics.of(1)).toMatchObject({ clicks: 2 });
  const found: string[] = [];
  for await (const lines of clicks.between(0, now)) found.push(...lines.map(({ id }) => id));
  expect(found).toEqual(["a", "b"].map(rowId));
  expect(await clicks.files()).toHaveLength(1);
  await store.commit([{ remove: "clickImports", id: record.id }]);
  await clicks.known(goingOn);
  expect(statistics.of(1)).toMatchObject({ clicks: 2 });
  await store.commit([{ remove: "clickImports", id: record.id + 1 }]);
  await clicks.known(goingOn);
  expect(statistics.of(1)).toMatchObject({ clicks: 0 });
});

test("the records are not looked through for each line", async () => {
  const { dir, store, statistics, clicks } = await opened();
  mkdirSync(join(dir, "clicks"), { recursive: true });
  const lines = Array.from({ length: 1_000 }, (_, number) => JSON.stringify(line(`${number}`)));
  writeFileSync(join(dir, "clicks", "import-9.ndjson"), `${lines.join("\n")}\n`);
  const looks = vi.spyOn(store.clickImports, "values");
  const createdAt = new Date(now).toISOString();
  const record = { id: 1, set: 9, name: "a", format: "b", clicks: 0, bots: 0, createdAt };
  await store.commit([{ put: "clickImports", record }]);
  await clicks.known(goingOn);
  expect(statistics.of(1)).toMatchObject({ clicks: 1_000 });
  expect(looks.mock.calls.length).toBeLessThan(10);
});

test("clicks of links that there never were aren't counted, and that is said", async () => {
  const sentences: string[] = [];
  const first = await opened();
  const path = await bring(first, [line("a")]);
  await first.clicks.close();
  const strange = [line("b", { link: 7 }), { link: 8, clicks: 1, bots: 0, ids: [rowId("c")] }];
  appendFileSync(path, strange.map((one) => `${JSON.stringify(one)}\n`).join(""));
  const { statistics } = await reopened(first, undefined, (one) => void sentences.push(one));
  expect(statistics.of(1)).toMatchObject({ clicks: 1 });
  expect(statistics.clicksOf(7) + statistics.clicksOf(8)).toBe(0);
  expect(statistics.gone(() => false).links).toEqual([]);
  expect(sentences).toEqual([`${path} has lines whose links don't exist. They aren't counted: 2.`]);
});
