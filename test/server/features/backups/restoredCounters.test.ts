import { expect, onTestFinished, test } from "vitest";
import { createBackups } from "../../../../src/server/features/backups/backups.ts";
import { createStatistics } from "../../../../src/server/features/clicks/statistics.ts";
import { DocumentFull, type Origin, StoreFull } from "../../../../src/server/store/store.ts";
import { startTestServer, type TestServer } from "../../../support/server.ts";
import { failingFiles } from "../../store/failingFiles.ts";
import { click, copyOf, link, linksOf, newFolder, now, open } from "../../store/testFolder.ts";

const origin: Origin = { by: "restore", operation: "restoreBackup", scope: "owner" };
/** More than one commit restores. */
const count = 600;

function freshStatistics() {
  return createStatistics({ clock: () => now, timeZone: () => "UTC" });
}

async function serverOn(dataDir: string): Promise<TestServer> {
  const server = await startTestServer({ dataDir });
  onTestFinished(() => server.close());
  return server;
}

/** A zip of everything, in which the first link was clicked as often as it may be, and the others for hours. */
async function zipOfEverything(busyHours: number): Promise<Buffer> {
  const dir = newFolder();
  const statistics = freshStatistics();
  const store = await open(dir, { keeper: statistics });
  await store.commit(
    Array.from({ length: count }, (_, place) => ({
      put: "links",
      record: link(place + 1, { maxClicks: 3 }),
    })),
  );
  for (let clicks = 0; clicks < 3; clicks += 1) await click(store, 1);
  for (let hour = 0; hour < busyHours; hour += 1) {
    for (let id = 2; id <= count; id += 1) {
      // As unlike as real ones, which pack a little.
      const site = `site-${(id * hour) % 97}.example`;
      if (id % (hour + 2) > 0)
        statistics.apply({ at: now + hour * 3_600_000, link: id, referrer: site });
    }
  }
  await store.clicks.settle();
  await store.close();
  const server = await serverOn(dir);
  const zip = await fetch(`${server.baseUrl}/api/export/everything`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.localKey}`, "content-type": "application/json" },
    body: "{}",
  });
  return Buffer.from(await zip.arrayBuffer());
}

/** A restore into a folder that is in use, which is told of each of its phases and slices. */
async function restoring({ busyHours = 0, freeMemory = Infinity } = {}) {
  const told = { began: () => {}, slice: (_ending: AbortController) => {} };
  const zip = await zipOfEverything(busyHours);
  const dir = newFolder();
  const failing = failingFiles();
  const statistics = freshStatistics();
  const { files } = failing;
  const store = await open(dir, { keeper: statistics, files, freeMemory: () => freeMemory });
  const backups = createBackups(
    { store, dataDir: dir, statistics },
    () => origin,
    () => undefined,
  );
  async function restore() {
    const opened = await backups.open({
      content: (async function* () {
        yield zip;
      })(),
    });
    const { token } = await opened.preview();
    const ending = new AbortController();
    try {
      await opened.restore(token, {
        signal: ending.signal,
        phase: (name) => {
          if (name === "changing") told.began();
        },
        began: async () => undefined,
        progress: (done) => {
          if (done > 0) told.slice(ending);
        },
        fail: () => undefined,
      });
    } finally {
      await opened.close();
    }
  }
  return { dir, store, statistics, failing, told, restore };
}

/** What the next start tells of the link that was used up. */
async function expectUsedUp(dir: string): Promise<void> {
  const server = await serverOn(dir);
  expect((await server.api("GET", "/api/url/1")).body.data).toMatchObject({ clicks: 3 });
  expect((await server.visit("/alias-1")).status).not.toBe(302);
}

test("links of a restore that was canceled keep their clicks and limits at the next start", async () => {
  const { dir, store, told, restore } = await restoring();
  told.slice = (ending) => ending.abort();
  await expect(restore()).rejects.toThrow(/abort/i);
  expect(linksOf(store).length).toBeLessThan(count);
  await store.close();
  await expectUsedUp(dir);
});

test("links of a restore that was killed keep their clicks and limits at the next start", async () => {
  const { dir, store, told, restore } = await restoring();
  const copies: string[] = [];
  // As a kill would leave it.
  told.slice = () => void copies.push(copyOf(dir));
  await restore();
  await store.close();
  await expectUsedUp(copies[0] ?? "");
});

test("a restore whose clicks can't be saved changes nothing, and a later one restores them", async () => {
  const { dir, store, statistics, failing, told, restore } = await restoring();
  told.began = () => failing.failAlways(["write"], "ENOSPC");
  await expect(restore()).rejects.toBeInstanceOf(StoreFull);
  expect([linksOf(store).length, statistics.hasCounters({ link: 1 })]).toEqual([0, false]);
  told.began = () => failing.failAlways([], "ENOSPC");
  failing.failAlways([], "ENOSPC");
  await restore();
  await store.close();
  await expectUsedUp(dir);
});

test("a restore whose clicks take more memory than a start has is refused, and changes nothing", async () => {
  const { store, statistics, restore } = await restoring({
    busyHours: 150,
    freeMemory: 15_000_000,
  });
  await expect(restore()).rejects.toBeInstanceOf(DocumentFull);
  expect([linksOf(store).length, statistics.hasCounters({ link: 2 })]).toEqual([0, false]);
  await store.close();
});
