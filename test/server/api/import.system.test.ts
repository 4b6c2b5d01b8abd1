import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startService } from "../../support/serviceProcess.ts";

const rows = 20_000;
const table = [
  "alias,url,title",
  ...Array.from(
    { length: rows },
    (_, row) => `old-${row},https://example.com/${row},Article ${row}`,
  ),
  "",
].join("\n");

interface Job {
  readonly id: number;
  readonly state: string;
  readonly done: number;
  readonly change: number | null;
  readonly message: string;
  readonly result: { readonly token: string };
}

test("a kill in the middle of an import loses no row that was told, and its set can be undone", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "waypost-import-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const start = () => startService(dataDir, ["--rate-limit", "1000000"]);
  let service = await start();

  async function api(method: string, path: string, body?: string | object) {
    const isFile = typeof body === "string";
    const answer = await fetch(`${service.ready.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${service.ready.apiKey}`,
        ...(body !== undefined && {
          "content-type": isFile ? "application/octet-stream" : "application/json",
        }),
      },
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
    });
    return await answer.json();
  }
  const job = async (id: number): Promise<Job> => (await api("GET", `/api/jobs/${id}`)).job;

  const preview: Job = (await api("POST", "/api/import?wait=10", table)).job;
  const applied: Job = (
    await api("POST", `/api/import/${preview.id}/apply`, { token: preview.result.token })
  ).job;
  let told = 0;
  while (told < 1000) told = (await job(applied.id)).done;
  process.kill(service.ready.pid, "SIGKILL");
  await service.exited;

  service = await start();
  const cut = await job(applied.id);
  expect(cut).toMatchObject({
    state: "interrupted",
    message: expect.stringMatching(/"waypost undo \d+"$/) as string,
  });
  const here = (await api("GET", "/api/urls?limit=1")).data.result;
  expect(here).toBeGreaterThanOrEqual(told);
  expect(here).toBeLessThan(rows);

  const path = `/api/changes/${cut.change}/undo`;
  const { token } = (await api("POST", path, { preview: true })).preview;
  expect((await api("POST", path, { token, wait: 10 })).job).toMatchObject({ state: "done" });
  expect((await api("GET", "/api/urls")).data.result).toBe(0);
  await service.stop();
}, 60_000);
