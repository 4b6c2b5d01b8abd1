import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startService, waypost } from "../support/serviceProcess.ts";
import { runHere } from "./runHere.ts";

function freshDir(): string {
  const folder = mkdtempSync(join(tmpdir(), "waypost-restore-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "data");
}

/** A folder that a former version left behind: twelve links, a backup of the day, changes since. */
function usedFolder(): string {
  const dataDir = freshDir();
  cpSync(join(import.meta.dirname, "../server/store/fixtures/version-1/folder"), dataDir, {
    recursive: true,
  });
  return dataDir;
}

const backup = "waypost-2026-03-12.json";

test("a running service goes back to a day, and back again", async () => {
  const dataDir = usedFolder();
  const service = await startService(dataDir, ["--base-url", "https://go.example.org"]);
  const list = await runHere(["backups", "--data", dataDir]);
  expect(list).toMatchObject({ code: 0 });
  expect(list.stdout).toContain(backup);

  const preview = await runHere(["restore", "2026-03-12", "--preview", "--data", dataDir]);
  expect(preview).toMatchObject({ code: 0 });
  expect(preview.stdout).toMatch(/links: 1 restored, 2 changed back, 1 deleted/);
  expect(preview.stdout).toContain("+ 11 doomed");
  expect((await service.visit("late")).status).toBe(302);

  const done = await runHere(["restore", "2026-03-12", "--json", "--data", dataDir]);
  const { changeSet, before } = JSON.parse(done.stdout) as { changeSet: number; before: string };
  expect(changeSet).toBeGreaterThan(0);
  const gone = await Promise.all(["late", "doomed"].map((alias) => service.visit(alias)));
  expect(gone.map(({ status }) => status)).toEqual([404, 302]);
  const added = await service.api("POST", "/api/url/add", { url: "https://example.org/" });
  expect(await added.json()).toMatchObject({ id: 14 });

  expect(await runHere(["restore", before, "--data", dataDir])).toMatchObject({ code: 0 });
  expect((await service.visit("late")).status).toBe(302);

  const made = await runHere(["backup", "--json", "--data", dataDir]);
  expect(made).toMatchObject({ code: 0 });
  expect(JSON.parse(made.stdout)).toMatchObject({
    backup: { name: expect.stringMatching(/^made-/) as string },
    second: null,
  });
  await service.stop("SIGKILL");

  // The run file of the killed service is still there.
  const offline = await waypost(["restore", backup, "--data", dataDir]);
  expect(offline).toMatchObject({ code: 0 });
  const again = await startService(dataDir);
  expect((await again.visit("late")).status).toBe(404);
  await again.stop();
});

test("a file from anywhere goes into an empty folder", async () => {
  const file = join(usedFolder(), "backups", backup);
  const dataDir = freshDir();
  const preview = await runHere(["restore", file, "--preview", "--data", dataDir]);
  expect(preview.stdout).toMatch(/is empty\. After the restore, the folder would have \d+ links/);
  expect(await runHere(["restore", file, "--data", dataDir])).toMatchObject({ code: 0 });
  const service = await startService(dataDir);
  expect((await service.visit("doomed")).status).toBe(302);
  // Ids that the backup had used up are not given again.
  const added = await service.api("POST", "/api/url/add", { url: "https://example.org/" });
  expect(await added.json()).toMatchObject({ id: 13 });
  await service.stop();
});

test("what isn't a backup is refused with a way on, and nothing is changed", async () => {
  const dataDir = usedFolder();
  const unknown = await runHere(["restore", "2001-01-01", "--data", dataDir]);
  expect(unknown).toMatchObject({ code: 2, stdout: "" });
  expect(unknown.stderr).toMatch(/no backup and no file called "2001-01-01".*backups/);

  const cut = join(freshDir(), "..", "cut.json");
  writeFileSync(cut, readFileSync(join(dataDir, "backups", backup)).subarray(0, 2000));
  const damaged = await runHere(["restore", cut, "--preview", "--data", dataDir]);
  expect(damaged).toMatchObject({ code: 1, stdout: "" });
  expect(damaged.stderr).toContain(`waypost: ${cut} is damaged`);
  expect(await runHere(["restore", cut, "--data", dataDir])).toMatchObject({ code: 1 });
  expect(readdirSync(join(dataDir, "backups")).join()).not.toContain("given-");

  // A file elsewhere that is called like a backup of the folder is itself, not that backup.
  const namesake = join(freshDir(), "..", backup);
  cpSync(cut, namesake);
  const elsewhere = await runHere(["restore", namesake, "--preview", "--data", dataDir]);
  expect(elsewhere).toMatchObject({ code: 1, stdout: "" });

  const foreign = await runHere(["restore", cut, "--data", join(import.meta.dirname)]);
  expect(foreign).toMatchObject({ code: 1, stdout: "" });
  expect(foreign.stderr).toContain("isn't a Waypost data folder");
});

test("everything goes into a file and out of it again, with a service and without", async () => {
  const dataDir = usedFolder();
  const service = await startService(dataDir);
  const file = join(dataDir, "..", "everything.zip");
  const taken = await runHere(["backup", file, "--clicks", "--json", "--data", dataDir]);
  expect(taken).toMatchObject({ code: 0 });
  expect(JSON.parse(taken.stdout)).toMatchObject({ file });
  await service.stop();
  const there = await runHere(["backup", file, "--data", dataDir]);
  expect([there.code, there.stderr]).toMatchObject([
    2,
    expect.stringContaining("To replace the file: --replace") as string,
  ]);
  const again = await runHere(["backup", file, "--replace", "--data", dataDir]);
  expect(again).toMatchObject({ code: 0 });
  expect(again.stdout).toContain(`Saved everything except the keys and History to ${file}`);
  expect(readdirSync(join(dataDir, "..")).filter((name) => name.startsWith("."))).toEqual([]);

  const fresh = freshDir();
  expect(await runHere(["restore", file, "--data", fresh])).toMatchObject({ code: 0 });
  const restored = await startService(fresh);
  expect((await restored.visit("late")).status).toBe(302);
  await restored.stop();
  // Into the folder that it came from: nothing differs.
  const same = await runHere(["restore", file, "--preview", "--data", dataDir]);
  expect(same.stdout).toContain("Nothing to restore: everything is the same as in this backup.");
});
