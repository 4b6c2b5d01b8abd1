import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startService, waypost, type Exit } from "../support/serviceProcess.ts";

async function timed(line: readonly string[]): Promise<{ exit: Exit; milliseconds: number }> {
  const startedAt = performance.now();
  const exit = await waypost(line);
  return { exit, milliseconds: performance.now() - startedAt };
}

test("a second service is refused within 2 s, naming the holder; after kill -9 one starts", async () => {
  const folder = mkdtempSync(join(tmpdir(), "waypost-second-"));
  const dataDir = join(folder, "data");
  const first = await startService(dataDir);
  onTestFinished(async () => {
    await first.stop("SIGKILL").catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  });
  const made = await first.api("POST", "/api/url/add", {
    url: "https://example.org/kept",
    custom: "kept",
  });
  expect(made.status).toBe(200);

  const [second, helped] = await Promise.all([
    timed(["serve", "--data", dataDir, "--port", "0", "--no-gui"]),
    timed(["serve", "--help"]),
  ]);
  // A process that does nothing starts in a fifth of a second: what a busy machine adds to it counts for both.
  expect(second.milliseconds).toBeLessThan(Math.max(2000, 5 * helped.milliseconds));
  expect(second.exit).toMatchObject({ code: 1, stdout: "" });
  expect(second.exit.stderr).toContain(String(first.ready.pid));
  expect((await first.visit("kept")).status).toBe(302);

  await first.stop("SIGKILL");
  const third = await startService(dataDir);
  expect((await third.visit("kept")).headers.get("location")).toBe("https://example.org/kept");
  expect(await third.stop()).toMatchObject({ code: 0 });
});
