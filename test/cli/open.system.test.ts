import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { asOther, canBeOther } from "../support/otherUser.ts";
import {
  onTerminal,
  runCommand,
  startService,
  terminal,
  waypost,
  type RunningCommand,
} from "../support/serviceProcess.ts";

const folder = mkdtempSync(join(tmpdir(), "waypost-open-"));
const dataDir = join(folder, ".data");
/** Of the service and of the commands alike, as both are the same user's. */
const home = { HOME: folder };
let service: RunningCommand;
let gui: string;

beforeAll(async () => {
  const flags = ["--json", "--data", dataDir, "--port", "0", "--gui-port", "0"];
  service = runCommand(["serve", ...flags], { environment: home });
  ({ gui } = JSON.parse(await service.firstLine) as { gui: string });
});
afterAll(async () => {
  service.child.kill("SIGTERM");
  await service.exited;
  rmSync(folder, { recursive: true, force: true });
});

const noScreen = { DISPLAY: "", WAYLAND_DISPLAY: "" };

test("where there is no screen the address is printed; its key on a terminal only", async () => {
  const address = new URL("/", gui).href;
  const exit = await waypost(["open", "--data", dataDir], { environment: noScreen });
  expect(exit).toMatchObject({ code: 0, stdout: `${address}\n` });
  expect(exit.stderr).toMatch(
    /^The address contains a key, so Waypost prints it only in a terminal\. Run this command there: .* open --data /,
  );
  const line = ["open", "--json", "--data", dataDir];
  const scripted = await waypost(line, { environment: noScreen });
  expect(JSON.parse(scripted.stdout)).toEqual({ gui: address, opened: false });
});

test.runIf(existsSync(terminal))("on a terminal the address has its key", async () => {
  const shown = await onTerminal(["open", "--data", dataDir], { environment: noScreen });
  expect(shown).toMatchObject({ code: 0, stdout: `${gui}\r\n` });
});

describe.runIf(process.platform === "linux")("the page that the browser gets", () => {
  /** Opens with a browser that only writes down what it was started with. */
  async function openIn() {
    // What is in it is closed to others by its own mode.
    chmodSync(folder, 0o755);
    const programs = mkdtempSync(join(folder, "programs-"));
    const seen = join(programs, "seen");
    writeFileSync(
      join(programs, "xdg-open"),
      `#!/bin/sh\nprintf '%s' "$*" > "${seen}.tmp"\nmv "${seen}.tmp" "${seen}"\n`,
      { mode: 0o700 },
    );
    const opening = runCommand(["open", "--data", dataDir], {
      environment: {
        ...home,
        DISPLAY: ":0",
        PATH: `${programs}${delimiter}${process.env["PATH"] ?? ""}`,
      },
    });
    const words = await vi.waitUntil(() => existsSync(seen) && readFileSync(seen, "utf8"), {
      timeout: 30_000,
    });
    return { words, opening };
  }

  function targetIn(path: string): string {
    return /url=([^"]+)"/.exec(readFileSync(path, "utf8"))?.[1] ?? "";
  }

  test("is a file of this user alone, with nothing to listen to, and goes once used", async () => {
    const { words, opening } = await openIn();
    expect(words).toMatch(/^file:\/\/\/\S+\.html$/);
    const path = fileURLToPath(words);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    // A browser in a snap can't read the data folder, which is hidden.
    expect(dirname(path)).toBe(folder);
    const target = new URL(targetIn(path));
    expect(target.hash).toBe(new URL(gui).hash);
    target.hash = "";
    const arrived = await fetch(target, { redirect: "manual" });
    expect(arrived.status).toBe(303);
    expect(new URL(arrived.headers.get("location") ?? "", target).href).toBe(
      new URL("/", gui).href,
    );
    expect(existsSync(path)).toBe(false);
    expect(await opening.exited).toMatchObject({
      code: 0,
      stdout: `${new URL("/", gui).href}\n`,
      stderr: "",
    });
  });

  test.runIf(canBeOther)("can't be read by another user", async () => {
    const { words, opening } = await openIn();
    const thief = asOther("/bin/cat", [fileURLToPath(words)]);
    opening.child.kill("SIGTERM");
    await opening.exited;
    expect(thief).toMatchObject({ stdout: "", stderr: expect.stringContaining("denied") });
  });

  test("stays for a browser that only knows the file's name", async () => {
    const { words, opening } = await openIn();
    const path = fileURLToPath(words);
    const [, name = ""] = /waypost-open-(\w+)\.html$/.exec(path) ?? [];
    await fetch(new URL(`/opened/${name}`, gui), { redirect: "manual" });
    await fetch(new URL("/opened/../..", gui), { redirect: "manual" });
    expect(existsSync(path)).toBe(true);
    opening.child.kill("SIGTERM");
    expect(await opening.exited).toMatchObject({ code: 143 });
    expect(existsSync(path)).toBe(false);
  });
});

test("says so where no GUI is served", async () => {
  const plainDir = join(folder, "plain");
  const plain = await startService(plainDir);
  const exit = await waypost(["open", "--data", plainDir]);
  await plain.stop();
  expect(exit).toMatchObject({ code: 1, stdout: "" });
  expect(exit.stderr).toContain("--no-gui");
});
