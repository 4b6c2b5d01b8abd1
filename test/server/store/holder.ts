/** A process of its own that holds a store and says so; with "write" it goes on adding links. */
import { openStore } from "../../../src/server/store/openStore.ts";
import { counts, link } from "./records.ts";

const [dir = "", mode = "hold"] = process.argv.slice(2);
const store = await openStore({
  dir,
  keeper: counts(),
  clock: Date.now,
  compactAfterBytes: 20_000,
});
console.log("open");
async function addLink(): Promise<void> {
  const record = link(store.nextId("links"));
  await store.commit([{ put: "links", record }]);
  console.log(record.id);
}
setInterval(() => undefined, 1000);
if (mode === "write") for (;;) await addLink();
