import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../support/server.ts";
import { asking, type Body } from "./everything.ts";

const links = 4000;

let server: TestServer;
const { ask, preview, run, undo } = asking(() => server);

beforeAll(async () => {
  server = await startTestServer();
  const rows = Array.from({ length: links }, (_, row) => `many-${row},https://example.com/${row}`);
  const answer = await fetch(`${server.baseUrl}/api/import?wait=10`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${server.localKey}`,
      "content-type": "application/octet-stream",
    },
    body: ["alias,url", ...rows, ""].join("\n"),
  });
  const { job }: Body = await answer.json();
  const { token } = job.result;
  await ask("POST", `/api/import/${job.id}/apply`, { token, wait: 10 });
});
afterAll(() => server.stop());

/** How many links a filter finds. */
async function found(filter: string): Promise<number> {
  return (await ask("GET", `/api/urls?limit=1&${filter}`)).data.result;
}

/** What the files of the history say. */
async function historyFiles(): Promise<string> {
  const folder = join(server.dataDir, "history");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".gz"));
  const texts = names.map(async (name) => gunzipSync(await readFile(join(folder, name))));
  return (await Promise.all(texts)).join("");
}

test("what a cancelled job did by then stands, and one undo takes it back", async () => {
  expect(await found("")).toBe(links);
  const body = { kind: "links", select: { all: true }, add: { tags: ["half"] } };
  const { token } = await preview("/api/bulk", body);
  let { job } = await ask("POST", "/api/bulk", { ...body, token, wait: 0 });
  while (job.done === 0) ({ job } = await ask("GET", `/api/jobs/${job.id}`));
  ({ job } = await ask("DELETE", `/api/jobs/${job.id}`));
  expect(job).toMatchObject({
    state: "cancelled",
    message: `Cancelled. What was done by then (${job.done}) stands. To take it back: "waypost undo ${job.change}"`,
  });
  expect(job.done).toBeLessThan(links);
  expect(await found("tag=half")).toBe(job.done);
  const undone = await undo(job.change);
  expect(undone).toMatchObject({ state: "done", result: { changed: job.done, conflicts: 0 } });
  expect(await found("tag=half")).toBe(0);
});

test("a change whose lines are in the files of the history is taken back from there", async () => {
  const { change } = await run("/api/bulk", {
    kind: "links",
    select: { all: true },
    change: { name: "Spring", description: "d".repeat(1200) },
  });
  await expect.poll(historyFiles, { timeout: 10_000 }).toContain(`"set":${change},`);
  const undone = await undo(change);
  expect(undone).toMatchObject({ state: "done", result: { changed: links, conflicts: 0 } });
  expect(await found("q=Spring")).toBe(0);
  const again = await undo(undone.change);
  expect(again).toMatchObject({ state: "done", result: { changed: links, conflicts: 0 } });
  const { urls } = (await ask("GET", "/api/urls?limit=1&q=Spring")).data;
  expect((await ask("GET", `/api/url/${urls[0].id}`)).details.description).toHaveLength(1200);
});
