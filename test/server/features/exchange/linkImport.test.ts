import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { RunningApp } from "../../../../src/app/app.ts";
import { createHandlers } from "../../../../src/app/handlers.ts";
import { composeService } from "../../../../src/app/server.ts";
import type { Change } from "../../../../src/server/store/store.ts";
import { makeDataDir } from "../../../support/server.ts";
import { link } from "../../store/records.ts";

const undo: (() => Promise<void>)[] = [];
let dataDir: string;
let app: RunningApp;

beforeAll(async () => {
  dataDir = await makeDataDir();
  const settings = { timeZone: "UTC", "targets.ask": "false", verifyDomains: "false" };
  ({ app } = await composeService({ dataDir, guiPort: null, port: 0, settings }, undo));
});
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
  await rm(dataDir, { recursive: true });
});

/** Imports a file over what is here; the changes happen while its change set begins. */
async function overwrite(rows: string, meanwhile: readonly Change[]) {
  const handlers = createHandlers(app);
  const owner = { isLocal: true };
  const body = (async function* () {
    yield Buffer.from(rows);
  })();
  const { job } = await handlers.startImport({ params: {}, query: { wait: 10 }, body }, owner);
  const { token } = job.result as { readonly token: string };
  const { store } = app;
  const begun = store.beginSet.bind(store);
  vi.spyOn(store, "beginSet").mockImplementationOnce(async (origin) => {
    const set = await begun(origin);
    await store.commit(meanwhile);
    return set;
  });
  const sent = { token, onConflict: "overwrite", wait: 10 } as const;
  return handlers.applyImport({ params: { id: job.id }, query: {}, body: sent }, owner);
}

test("an import keeps what links were given, and that they were deleted, while it begins", async () => {
  const [edited, deleted] = [link(1, { alias: "edited" }), link(2, { alias: "deleted" })];
  await app.store.commit([edited, deleted].map((record) => ({ put: "links", record })));
  const { job } = await overwrite(
    "alias,url\nedited,https://example.com/e\ndeleted,https://example.com/d\n",
    [
      { put: "links", record: { ...edited, password: "scrypt" } },
      { remove: "links", id: deleted.id },
    ],
  );
  expect(job.result).toMatchObject({ overwritten: 1, imported: 1 });
  expect(app.store.links.get(edited.id)).toMatchObject({
    url: "https://example.com/e",
    password: "scrypt",
  });
  expect(app.store.links.get(deleted.id)).toBeUndefined();
  expect([...app.store.links.spelled("deleted", undefined)]).toMatchObject([
    { url: "https://example.com/d" },
  ]);
});

test("a row that a link came with and a row for its new alias add up", async () => {
  const url = "https://example.com/10";
  await overwrite(`alias,url\nformer,${url}\n`, []);
  const [came] = [...app.store.links.spelled("former", undefined)];
  if (came === undefined) throw new TypeError("The link was not imported.");
  await app.store.commit([{ put: "links", record: { ...came, alias: "renamed" } }]);
  const rows = `alias,url,name,tags\nformer,${url},A name,\nrenamed,${url},,spring\n`;
  const { job } = await overwrite(rows, []);
  expect(job.result).toMatchObject({ overwritten: 2 });
  expect(app.store.links.get(came.id)).toMatchObject({ name: "A name", tags: ["spring"] });
});
