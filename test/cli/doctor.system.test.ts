import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { startService, waypost } from "../support/serviceProcess.ts";
import { runHere } from "./runHere.ts";
import { startTestServer } from "../support/server.ts";

function freshDir(): string {
  const folder = mkdtempSync(join(tmpdir(), "waypost-doctor-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "data");
}

/** A folder with links `one`, `two` and `three`, closed cleanly unless it was killed. */
async function folderWithLinks(end: "SIGTERM" | "SIGKILL"): Promise<string> {
  const dataDir = freshDir();
  const service =
    end === "SIGTERM" ? await startTestServer({ dataDir }) : await startService(dataDir);
  for (const custom of ["one", "two", "three"]) {
    await service.api("POST", "/api/url/add", { url: `https://example.org/${custom}`, custom });
  }
  await service.stop(end);
  return dataDir;
}

/** Where visitors of a service on the folder are sent. */
async function followed(dataDir: string, ...aliases: readonly string[]) {
  const service = await startTestServer({ dataDir });
  const answers = await Promise.all(aliases.map((alias) => service.visit(`/${alias}`)));
  await service.stop();
  return answers.map(({ headers }) => headers.location);
}

test("a healthy folder is left as it is", async () => {
  const dataDir = await folderWithLinks("SIGTERM");
  const before = readFileSync(join(dataDir, "waypost.json"), "utf8");
  const exit = await runHere(["doctor", "--data", dataDir]);
  expect(exit).toMatchObject({ code: 0, stderr: "" });
  expect(exit.stdout).toContain(" isn't damaged. It has ");
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
  expect(refused.stderr).toContain(` doctor --data ${dataDir}`);

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
  const exit = await runHere(["doctor", "--data", dataDir]);
  expect(exit).toMatchObject({ code: 1, stdout: "" });
  expect(exit.stderr).toContain(dataDir);
});

test("a folder that isn't Waypost's is named, and nothing is made in it", async () => {
  const folder = join(freshDir(), "..");
  writeFileSync(join(folder, "thesis.txt"), "");
  const exit = await runHere(["doctor", "--data", folder]);
  expect(exit).toMatchObject({ code: 1, stdout: "" });
  expect(exit.stderr).toContain(`${folder} isn't a Waypost data folder`);
  expect(readdirSync(folder)).toEqual(["thesis.txt"]);
});

test("two links with one alias after a hand edit: both stay, the younger under a name of its own", async () => {
  const dataDir = await folderWithLinks("SIGTERM");
  const file = join(dataDir, "waypost.json");
  writeFileSync(file, readFileSync(file, "utf8").replace('"alias":"three"', '"alias":"one"'));
  const refused = await runHere(["serve", "--data", dataDir, "--port", "0", "--no-gui"]);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toMatch(/links 1 and links 3 have the same alias.*doctor/);

  const exit = await runHere(["doctor", "--data", dataDir]);
  expect(exit).toMatchObject({ code: 0, stderr: "" });
  expect(exit.stdout).toContain(
    "“one” was the name of two records: links 1 and links 3. The second record is now called “one-2”.",
  );
  expect(await followed(dataDir, "one", "two", "one-2")).toEqual(
    ["one", "two", "three"].map((path) => `https://example.org/${path}`),
  );
});

test("broken secrets and a setting that can't be are mended, and what can be kept is kept", async () => {
  const dataDir = await folderWithLinks("SIGTERM");
  const secrets = join(dataDir, "secrets.json");
  const { apiKey } = JSON.parse(readFileSync(secrets, "utf8")) as { apiKey: string };
  writeFileSync(secrets, readFileSync(secrets, "utf8").slice(0, -30));
  const file = join(dataDir, "waypost.json");
  const text = readFileSync(file, "utf8");
  writeFileSync(
    file,
    text.replace('{"id":1,"formerBases"', '{"id":1,"values":{"dialect":"loud"},"formerBases"'),
  );
  const refused = await runHere(["serve", "--data", dataDir, "--port", "0", "--no-gui"]);
  expect(refused.stderr).toMatch(/secrets\.json is damaged.*doctor/);

  const exit = await runHere(["doctor", "--data", dataDir]);
  expect(exit).toMatchObject({ code: 0, stderr: "" });
  expect(exit.stdout).toMatch(/secrets\.json was damaged.*The API key hasn.t changed/);
  expect(exit.stdout).toMatch(/"dialect" must be .*reset to the default/);
  const service = await startService(dataDir);
  expect(service.ready.apiKey).toBe(apiKey);
  expect((await service.visit("one")).status).toBe(302);
  await service.stop();
  expect((await runHere(["doctor", "--data", dataDir])).stdout).toContain(
    " isn't damaged. It has ",
  );
});

test("a damaged line of the click log is said, counted and kept aside, by the start and by the doctor", async () => {
  const dataDir = await folderWithLinks("SIGTERM");
  const service = await startService(dataDir);
  for (let visit = 0; visit < 3; visit += 1) await service.visit("one");
  await service.stop("SIGKILL");
  const [month = ""] = readdirSync(join(dataDir, "clicks"));
  const log = join(dataDir, "clicks", month);
  const damagedLine = readFileSync(log, "utf8").split("\n")[1] ?? "";
  writeFileSync(
    log,
    readFileSync(log, "utf8").replace(damagedLine, damagedLine.replace('"at":', '"at"#')),
  );
  const copy = freshDir();
  cpSync(dataDir, copy, { recursive: true });

  const exit = await runHere(["doctor", "--data", dataDir]);
  expect(exit.stdout).toMatch(/had a damaged line.*the line as damaged-/);
  expect((await runHere(["doctor", "--data", dataDir])).stdout).toContain(
    " isn't damaged. It has ",
  );

  const again = await startService(copy);
  const names = readdirSync(join(copy, "clicks")).filter((name) => name.startsWith("damaged-"));
  expect(readFileSync(join(copy, "clicks", names[0] ?? ""), "utf8")).toContain('"at"#');
  const answer = await again.api("GET", "/api/url/1");
  expect(await answer.json()).toMatchObject({ data: { clicks: 2 } });
  await again.stop();
  const once = await runHere(["doctor", "--data", copy]);
  expect(once.stdout).toContain(" isn't damaged. It has ");
});

test("a document that is gone comes back from the newest backup and the journals", async () => {
  const dataDir = await folderWithLinks("SIGTERM");
  const service = await startService(dataDir);
  // It is made a while after the start; an end would break it off on a busy machine.
  await vi.waitFor(
    () =>
      expect(readdirSync(join(dataDir, "backups"))).toContainEqual(expect.stringMatching(/json$/)),
    { timeout: 60_000 },
  );
  await service.stop();
  for (const name of readdirSync(dataDir)) {
    if (/^(waypost|former)\.json$|^journal-000001/.test(name)) rmSync(join(dataDir, name));
  }
  const refused = await runHere(["serve", "--data", dataDir, "--port", "0", "--no-gui"]);
  expect(refused.stderr).toMatch(/is missing.*doctor/);
  expect(await runHere(["doctor", "--data", dataDir])).toMatchObject({ code: 0 });
  expect(await followed(dataDir, "two")).toEqual(["https://example.org/two"]);
});
