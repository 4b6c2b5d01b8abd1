import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  onTerminal,
  runCommand,
  startService,
  terminal,
  waypost,
  type RunningCommand,
} from "../support/serviceProcess.ts";

const folder = mkdtempSync(join(tmpdir(), "waypost-open-"));
const dataDir = join(folder, "data");
let service: RunningCommand;
let gui: string;

beforeAll(async () => {
  const flags = ["--json", "--data", dataDir, "--port", "0", "--gui-port", "0"];
  service = runCommand(["serve", ...flags]);
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
    /^The key that opens it is shown on a terminal only: .* open --data /,
  );
  const line = ["open", "--json", "--data", dataDir];
  const scripted = await waypost(line, { environment: noScreen });
  expect(JSON.parse(scripted.stdout)).toEqual({ gui: address, opened: false });
});

test.runIf(existsSync(terminal))("on a terminal the address has its key", async () => {
  const shown = await onTerminal(["open", "--data", dataDir], { environment: noScreen });
  expect(shown).toMatchObject({ code: 0, stdout: `${gui}\r\n` });
});

test.runIf(process.platform === "linux")(
  "the browser gets an address without the key, which leads there once",
  async () => {
    const programs = mkdtempSync(join(folder, "programs-"));
    const seen = join(programs, "seen");
    const browser = `import { writeFileSync } from "node:fs";
const [address] = process.argv.slice(2);
const visit = async () => {
  const answer = await fetch(address, { redirect: "manual" }).catch(() => undefined);
  return [answer?.status ?? null, answer?.headers.get("location") ?? null];
};
const wrong = await fetch(new URL("/guess", address)).then(({ status }) => status);
const first = await visit();
const second = await visit();
writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ arguments: process.argv.slice(2), wrong, first, second }));
`;
    writeFileSync(join(programs, "browser.mjs"), browser);
    const opener = join(programs, "xdg-open");
    const finished = `${seen}.pipe`;
    writeFileSync(
      opener,
      `#!/bin/sh\n"${process.execPath}" "${join(programs, "browser.mjs")}" "$@"\nmv "${seen}" "${finished}"\n`,
    );
    chmodSync(opener, 0o700);
    const opened = await waypost(["open", "--data", dataDir], {
      environment: { DISPLAY: ":0", PATH: `${programs}${delimiter}${process.env["PATH"] ?? ""}` },
    });
    expect(opened).toMatchObject({ code: 0, stdout: `${new URL("/", gui).href}\n`, stderr: "" });
    const told = await fileTold(finished);
    const key = new URL(gui).hash.slice("#key=".length);
    expect(key.length).toBeGreaterThan(20);
    expect(told.arguments.join(" ")).not.toContain(key);
    expect(told).toMatchObject({ wrong: 404, first: [303, gui] });
    expect(told.second).not.toEqual(told.first);
  },
);

interface Told {
  readonly arguments: readonly string[];
  readonly wrong: number;
  readonly first: unknown;
  readonly second: unknown;
}

/** The browser outlives the command that started it. */
async function fileTold(path: string): Promise<Told> {
  return vi.waitUntil(() => (existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : false), {
    timeout: 30_000,
  });
}

test("says so where no GUI is served", async () => {
  const plainDir = join(folder, "plain");
  const plain = await startService(plainDir);
  const exit = await waypost(["open", "--data", plainDir]);
  await plain.stop();
  expect(exit).toMatchObject({ code: 1, stdout: "" });
  expect(exit.stderr).toContain("--no-gui");
});
