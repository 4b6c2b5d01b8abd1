import {
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { isOutOfSpace } from "../../src/server/store/fileSystem.ts";
import { removeSmallDisk, smallDisk } from "../support/smallDisk.ts";
import { startService } from "../support/serviceProcess.ts";
import { storedLinks } from "./readBack.ts";

const disk = smallDisk("90m");
if (disk === null)
  console.log("An import on a full disk is not tested: only root on Linux can mount a small one.");

const mebibyte = 1024 * 1024;
const piece = Buffer.alloc(mebibyte, 1);
const rows = 3000;
const table = [
  "alias,url,title",
  ...Array.from(
    { length: rows },
    (_, row) => `old-${row},https://example.com/${row},${"A long name of it. ".repeat(10)}`,
  ),
].join("\n");

/** Leaves so many bytes of a disk free, whatever else is written meanwhile. */
function fillDisk(ballast: string, room: number): void {
  const file = openSync(ballast, "w");
  let bytes = 0;
  try {
    for (;;) bytes += writeSync(file, piece);
  } catch (error) {
    if (!isOutOfSpace(error)) throw error;
    ftruncateSync(file, bytes - room);
  } finally {
    closeSync(file);
  }
}

interface Job {
  readonly id: number;
  readonly state: string;
  readonly message: string;
  readonly change: number | null;
  readonly result: { readonly token: string; readonly imported?: number } | null;
}

test.skipIf(disk === null)(
  "where the disk fills up an import ends with the reason, leaves nothing half, and redirects go on",
  async () => {
    const dir = disk ?? "";
    const dataDir = join(dir, "data");
    const service = await startService(dataDir, ["--rate-limit", "1000000000"]);
    onTestFinished(async () => {
      await service.stop("SIGKILL").catch(() => {});
      removeSmallDisk(dir);
    });
    const api = async (method: string, path: string, body?: unknown) =>
      (await (await service.api(method, path, body)).json()) as { job: Job } & {
        preview: { token: string };
      };
    async function over(started: Job): Promise<Job> {
      let job = started;
      while (job.state === "running") {
        await wait(20);
        ({ job } = await api("GET", `/api/jobs/${job.id}`));
      }
      return job;
    }
    const upload = (body: string | Buffer) =>
      fetch(`${service.ready.baseUrl}/api/import`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${service.ready.apiKey}`,
          "content-type": "application/octet-stream",
        },
        body: typeof body === "string" ? body : new Uint8Array(body),
      });
    await api("POST", "/api/url/add", { url: "https://example.com/here", custom: "here" });
    const redirects = async () => (await service.visit("here")).status;

    const refused = await upload(Buffer.alloc(60 * mebibyte, "a"));
    expect([refused.status, await refused.json()]).toEqual([
      507,
      { error: 1, message: expect.stringContaining("The disk is full") as string, code: "full" },
    ]);
    const left = existsSync(join(dataDir, "jobs")) ? readdirSync(join(dataDir, "jobs")) : [];
    expect(left).toEqual([]);
    expect(await redirects()).toBe(302);

    const preview = await over(((await (await upload(table)).json()) as { job: Job }).job);
    expect(preview).toMatchObject({ state: "done" });
    const apply = () =>
      api("POST", `/api/import/${preview.id}/apply`, { token: preview.result?.token });
    const ballast = join(dir, "ballast");
    const { bsize } = statfsSync(dir);
    // With one block the job begins, and the number of its change can't be saved any more.
    for (const room of [bsize, mebibyte / 2]) {
      fillDisk(ballast, room);
      const failed = await over((await apply()).job);
      expect(failed).toMatchObject({
        state: "failed",
        message: expect.stringMatching(/disk is full/i) as string,
      });
      expect(await redirects()).toBe(302);
      const stored = await storedLinks(service);
      expect(stored.length).toBeLessThan(rows);
      expect(stored.length - 1).toBe(failed.result?.imported ?? 0);
      const foreign = stored.filter(({ longurl }) => !longurl.startsWith("https://example.com/"));
      expect(foreign).toEqual([]);

      rmSync(ballast);
      // History may have taken the one block, so that the job didn't begin.
      if (room === bsize && failed.change === null) continue;
      expect(failed.message).toMatch(/undo \d+/);
      const path = `/api/changes/${failed.change}/undo`;
      const looked = await api("POST", path, { preview: true });
      expect(looked).toEqual({ error: 0, preview: expect.anything() as unknown });
      const { token } = looked.preview;
      expect(await over((await api("POST", path, { token })).job)).toMatchObject({ state: "done" });
      expect(await storedLinks(service)).toHaveLength(1);
    }
    expect(await over((await apply()).job)).toMatchObject({ state: "done" });
    expect(await storedLinks(service)).toHaveLength(rows + 1);
  },
  120_000,
);
