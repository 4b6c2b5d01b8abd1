import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../src/server/store/openStore.ts";
import { link, noClicks } from "./folders.ts";

/**
 * Run by itself: makes and changes links in a store of its own, and prints the processor time of
 * each in microseconds. `history` as its argument: with an author, so that the history is kept.
 */
const count = 20_000;
const together = 16;
const origin = { by: "script", operation: "updateLink", scope: "api" } as const;

const dir = mkdtempSync(join(tmpdir(), "waypost-writes-"));
const madeAt = Date.UTC(2026, 0, 1);
const store = await openStore({
  dir,
  keeper: noClicks,
  clock: () => madeAt,
  // A snapshot would be counted for whoever meets it.
  compactAfterBytes: 2 ** 30,
  ...(process.argv[2] === "history" && { origin: () => origin }),
});

async function timeOf(write: (id: number) => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let id = 1; id <= count; id += together) {
    await Promise.all(Array.from({ length: together }, (_, place) => write(id + place)));
  }
  // What the history takes up from the journals is a part of the cost.
  await store.history.keepWithin({ days: 0, maxBytes: 2 ** 40 });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

const create = (id: number) => store.commit([{ put: "links", record: link(id, madeAt) }]);
const update = (id: number) =>
  store.commit([
    { put: "links", record: { ...link(id, madeAt), url: `https://example.org/${id}` } },
  ]);

const creation = await timeOf(create);
const change = await timeOf(update);
await store.close();
rmSync(dir, { recursive: true, force: true });
console.log(JSON.stringify({ creation, change }));
