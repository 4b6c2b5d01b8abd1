import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { runCommand, startService, waypost } from "../support/serviceProcess.ts";

const rows = 20_000;

test.skipIf(process.platform === "win32")(
  "Ctrl-C ends an import, and says what is done and how to take it back",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "waypost-import-"));
    const dataDir = join(folder, "data");
    const service = await startService(dataDir, ["--rate-limit", "1000000000"]);
    onTestFinished(async () => {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    });
    const path = join(folder, "links.csv");
    const lines = Array.from({ length: rows }, (_, at) => `old-${at},https://example.com/${at}`);
    await writeFile(path, ["alias,url", ...lines].join("\n"));
    const linkCount = async () => {
      const answer = await service.api("GET", "/api/urls?limit=1");
      return ((await answer.json()) as { data: { result: number } }).data.result;
    };

    const running = runCommand(["import", path, "--data", dataDir]);
    while ((await linkCount()) === 0) await wait(10);
    running.child.kill("SIGINT");
    const { code, stderr } = await running.exited;
    expect(code).toBe(1);
    const [, set = ""] = /To undo this: .*undo (\d+)/.exec(stderr) ?? [];
    expect([stderr, set]).toEqual([stderr, expect.stringMatching(/^\d+$/)]);
    const imported = await linkCount();
    expect(imported).toBeLessThan(rows);
    expect(stderr).toMatch(/canceled/i);

    expect(await waypost(["undo", set, "--data", dataDir])).toMatchObject({ code: 0 });
    expect(await linkCount()).toBe(0);
  },
  60_000,
);
