import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { runCommand, startService, type ServiceProcess } from "../../support/serviceProcess.ts";

const links = 20_000;

interface Job {
  readonly id: number;
  readonly state: string;
  readonly done: number;
  readonly change: number | null;
  readonly message: string;
  readonly result: { readonly token: string };
}

test("a change of many links that ends in between says what stands, and one undo takes it back", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "waypost-bulk-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const start = () => startService(dataDir, ["--rate-limit", "1000000"]);
  let service: ServiceProcess = await start();

  async function api(method: string, path: string, body?: object) {
    const answer = await service.api(method, path, body);
    return await answer.json();
  }
  const job = async (id: number): Promise<Job> => (await api("GET", `/api/jobs/${id}`)).job;
  const tagged = async (tag: string): Promise<number> =>
    (await api("GET", `/api/urls?limit=1&tag=${tag}`)).data.result;

  /** Waits until a job has changed some links. */
  async function underWay(id: number): Promise<Job> {
    for (;;) {
      const found = await job(id).catch(() => undefined);
      if (found?.change !== undefined && found.change !== null && found.done > 0) return found;
    }
  }

  /** However long a busy machine takes. */
  async function ended(begun: Job): Promise<Job> {
    let seen = begun;
    while (seen.state === "running") {
      await pause(100);
      seen = await job(seen.id);
    }
    return seen;
  }

  async function undo(change: number | null): Promise<Job> {
    const path = `/api/changes/${change}/undo`;
    const { token } = (await api("POST", path, { preview: true })).preview;
    return ended((await api("POST", path, { token, wait: 10 })).job);
  }

  const rows = Array.from({ length: links }, (_, row) => `old-${row},https://example.com/${row}`);
  const sent = await fetch(`${service.ready.baseUrl}/api/import?wait=10`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${service.ready.apiKey}`,
      "content-type": "application/octet-stream",
    },
    body: ["alias,url", ...rows, ""].join("\n"),
  });
  const file = await ended((await sent.json()).job);
  const { token } = file.result;
  const applied = await api("POST", `/api/import/${file.id}/apply`, { token, wait: 10 });
  const made = await ended(applied.job);
  expect(made).toMatchObject({ state: "done", done: links });

  const command = runCommand([
    "bulk",
    "--all",
    "--add-tag",
    "interrupted",
    "--yes",
    "--data",
    dataDir,
  ]);
  const { change } = await underWay(made.id + 1);
  command.child.kill("SIGINT");
  const { code, stderr } = await command.exited;
  expect(code).toBe(1);
  expect(stderr).toMatch(new RegExp(`To undo this: \\S.* undo ${change} --data ${dataDir}\n`));
  const [, stands] = /Canceled\. The changes made so far \((\d+)\) are saved\./.exec(stderr) ?? [];
  expect(Number(stands)).toBeLessThan(links);
  expect(await tagged("interrupted")).toBe(Number(stands));
  expect(await undo(change)).toMatchObject({ state: "done" });
  expect(await tagged("interrupted")).toBe(0);

  const body = { kind: "links", select: { all: true }, add: { tags: ["killed"] } };
  const preview = (await api("POST", "/api/bulk", { ...body, preview: true })).preview;
  const { job: begun } = await api("POST", "/api/bulk", { ...body, token: preview.token });
  const told = (await underWay(begun.id)).done;
  process.kill(service.ready.pid, "SIGKILL");
  await service.exited;

  service = await start();
  const cut = await job(begun.id);
  expect(cut).toMatchObject({
    state: "interrupted",
    message: expect.stringContaining(`"waypost undo ${cut.change}"`) as string,
  });
  const here = await tagged("killed");
  expect(here).toBeGreaterThanOrEqual(told);
  expect(here).toBeLessThan(links);
  expect(await api("GET", `/api/changes/${cut.change}`)).toMatchObject({
    change: { state: "interrupted" },
  });
  expect(await undo(cut.change)).toMatchObject({ state: "done" });
  expect(await tagged("killed")).toBe(0);
  await service.stop();
}, 60_000);
