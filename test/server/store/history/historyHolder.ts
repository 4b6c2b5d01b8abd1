/** A process of its own that adds links, asks what was changed, and says what is safe. */
import { openStore } from "../../../../src/server/store/openStore.ts";
import { counts, link } from "../records.ts";

const [dir = ""] = process.argv.slice(2);
const store = await openStore({
  dir,
  keeper: counts(),
  clock: Date.now,
  rotateAfterBytes: 2000,
  compactAfterBytes: 20_000,
  origin: () => ({ by: "script", operation: "addLink", scope: "api" }),
});
console.log("open");

async function addLinks(): Promise<void> {
  for (;;) {
    const record = link(store.nextId("links"), { password: "scrypt$kept" });
    await store.commit([{ put: "links", record }]);
    console.log(record.id);
  }
}

async function ask(): Promise<void> {
  for (;;) await store.history.sets({ offset: 0, limit: 10 });
}

await Promise.all([addLinks(), ask()]);
