import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startService, waypost } from "../support/serviceProcess.ts";

function freshDir(): string {
  const folder = mkdtempSync(join(tmpdir(), "waypost-doctor-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "data");
}

/** A folder with links `one`, `two` and `three`, closed cleanly unless it was killed. */
async function folderWithLinks(end: "SIGTERM" | "SIGKILL"): Promise<string> {
  const dataDir = freshDir();
  const service = await startService(dataDir);
  for (const custom of ["one", "two", "three"]) {
    await service.api("POST", "/api/url/add", { url: `https://example.org/${custom}`, custom });
  }
  await service.stop(end);
  return dataDir;
}

test("a healthy folder is left as it is", async () => {
  const dataDir = await folderWithLinks("SIGTERM");
  const before = readFileSync(join(dataDir, "waypost.json"), "utf8");
  const exit = await waypost(["doctor", "--data", dataDir]);
  expect(exit).toMatchObject({ code: 0, stderr: "" });
  expect(exit.stdout).toContain("Nothing is wrong");
  expect(readFileSync(join(dataDir, "waypost.json"), "utf8")).toBe(before);
});

test("a damaged folder stops the start, which names the doctor; the doctor saves every good record", async () => {
  const dataDir = await folderWithLinks("SIGKILL");
  const journal = readdirSync(dataDir)
    .filter((name) => name.startsWith("journal-"))
    .toSorted()
    .at(-1);
  const file = join(dataDir, journal ?? "");
  writeFileSync(file, readFileSync(file, "utf8").replace("example.org/two", "example.org/TWO"));

  const refused = await waypost(["serve", "--data", dataDir, "--port", "0", "--no-gui"]);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain(journal);
  expect(refused.stderr).toContain("waypost doctor");

  const exit = await waypost(["doctor", "--json", "--data", dataDir]);
  expect(exit).toMatchObject({ code: 0, stderr: "" });
  const { lost, keptAside } = JSON.parse(exit.stdout) as { lost: number; keptAside: string[] };
  expect(lost).toBe(1);
  expect(keptAside.length).toBeGreaterThan(0);

  const service = await startService(dataDir);
  const answers = await Promise.all(["one", "two", "three"].map((alias) => service.visit(alias)));
  await service.stop();
  expect(answers.map(({ status }) => status)).toEqual([302, 404, 302]);
});

test("a folder that doesn't exist is said, and not made", async () => {
  const dataDir = freshDir();
  const exit = await waypost(["doctor", "--data", dataDir]);
  expect(exit).toMatchObject({ code: 1, stdout: "" });
  expect(exit.stderr).toContain(dataDir);
});
