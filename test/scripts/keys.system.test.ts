import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { projectDir } from "../../scripts/say.mjs";
import { nodeProgram, runProgram } from "../support/serviceProcess.ts";

/** Keys stand in no process's arguments and in no output that isn't a terminal. */

const folder = mkdtempSync(join(tmpdir(), "waypost-keys-"));
const data = join(folder, "data");
const programs = join(folder, "programs");
const starts = join(folder, "starts");

/** A display, an Electron that can't use it, and a browser that stays for a moment. */
function environment(): Record<string, string> {
  return {
    HOME: folder,
    PATH: `${programs}:${process.env["PATH"]}`,
    DISPLAY: ":77",
    ELECTRON_OVERRIDE_DIST_PATH: programs,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, "recordStarts.mjs")}`,
    WAYPOST_STARTS: starts,
  };
}

function program(name: string, script: string): void {
  const file = join(programs, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

/** The arguments of every process of the machine, this moment. */
function argumentsNow(): string {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8");
      } catch {
        return "";
      }
    })
    .join("\n");
}

function keys(): readonly string[] {
  const { localKey } = JSON.parse(readFileSync(join(data, "run.json"), "utf8")) as {
    localKey: string;
  };
  const secrets = JSON.parse(readFileSync(join(data, "secrets.json"), "utf8")) as object;
  const found = [localKey, ...Object.values(secrets)].filter((one) => typeof one === "string");
  return found.filter((one) => one.length >= 20);
}

function expectNoKey(text: string): void {
  expect(keys().length).toBeGreaterThan(2);
  for (const key of keys()) expect(text).not.toContain(key);
}

describe.skipIf(process.platform !== "linux")("keys", () => {
  let npm: ReturnType<typeof spawn>;
  let said = "";

  beforeAll(async () => {
    mkdirSync(programs);
    program("electron", "exit 1");
    program("xdg-open", `echo "$@" > ${folder}/opened; exec sleep 5`);
    npm = spawn("npm", ["start", "--", `--data=${data}`, "--port=0", "--gui-port=0"], {
      cwd: projectDir,
      env: environment(),
    });
    for (const stream of [npm.stdout, npm.stderr])
      stream?.on("data", (chunk: Buffer) => (said += chunk.toString()));
    await vi.waitUntil(() => said.includes("Ctrl-C ends it."), { timeout: 50_000 });
  });
  afterAll(() => {
    npm.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  test("npm start opens the browser without one, and prints none where nobody looks", async () => {
    const opened = join(folder, "opened");
    await vi.waitUntil(() => existsSync(opened) && readFileSync(opened, "utf8").endsWith("\n"), {
      timeout: 30_000,
    });
    expect(said).toMatch(/Opening in your browser: http:\/\/127(?:\.\d+){3}:/);
    expectNoKey(said + argumentsNow() + readFileSync(opened, "utf8"));
    const started = readFileSync(starts, "utf8");
    for (const part of ["npm", "scripts/start.mjs", '"serve"', "xdg-open"])
      expect(started).toContain(part);
    expectNoKey(started);
  });

  test("no command but key hands one out, or over", async () => {
    const script = `
      import { buildProgram, run } from "./src/cli/program.ts";
      const start = { environment: {}, script: "waypost", workingDir: "." };
      const linesOf = (command, before) =>
        command.commands.flatMap((one) =>
          one.commands.length > 0 ? linesOf(one, [...before, one.name()]) : [[...before, one.name()]]);
      // They end this process, or it is their work to show a key.
      const lines = linesOf(buildProgram([]), []).filter(([first]) => !["serve", "key"].includes(first));
      for (const line of lines) {
        let command = buildProgram(line);
        for (const name of line) command = command.commands.find((one) => one.name() === name);
        const words = command.registeredArguments.filter(({ required }) => required).map(() => "1");
        for (const flags of [[], ["--json"]]) {
          process.stdout.write("ran " + line.join(" ") + "\\n");
          await run([...line, ...words, ...flags, "--data", ${JSON.stringify(data)}], start);
        }
      }
      process.exitCode = 0;`;
    const { DISPLAY: _, ...withoutDisplay } = environment();
    const exit = await runProgram([nodeProgram, "--input-type=module", "--eval", script], {
      environment: { ...withoutDisplay, DISPLAY: "", WAYLAND_DISPLAY: "" },
    }).exited;
    expect(exit).toMatchObject({ code: 0, signal: null });
    const ran = new Set(exit.stdout.match(/^ran .+$/gm));
    expect([...ran]).toEqual(expect.arrayContaining(["ran open", "ran running", "ran link list"]));
    expect(ran.size).toBeGreaterThan(70);
    expectNoKey(exit.stdout + exit.stderr);
    expectNoKey(readFileSync(starts, "utf8"));
  });

  test("serve prints none where nobody looks", async () => {
    const other = join(folder, "other");
    const line = ["serve", "--data", other, "--port", "0", "--gui-port", "0"];
    const running = runProgram([nodeProgram, "src/cli/index.ts", ...line]);
    await running.firstLine;
    await vi.waitUntil(() => existsSync(join(other, "run.json")), { timeout: 30_000 });
    const { localKey } = JSON.parse(readFileSync(join(other, "run.json"), "utf8")) as {
      localKey: string;
    };
    running.child.kill("SIGTERM");
    const { stdout, stderr } = await running.exited;
    expect(stdout).toContain("Your links");
    expect(stdout + stderr).not.toContain(localKey);
  });

  test("a browser that hasn't come yet keeps nothing from ending", async () => {
    const startedAt = performance.now();
    npm.kill("SIGTERM");
    await once(npm, "close");
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    expect(existsSync(join(data, "run.json"))).toBe(false);
  });

  test("each of our npm scripts is looked at here, or has no key to hand over", () => {
    const text = readFileSync(join(projectDir, "package.json"), "utf8");
    const { scripts } = JSON.parse(text) as { scripts: Record<string, string> };
    const lookedAt = ["start", "serve", "waypost"];
    // They know services of their own only, on folders that they make and remove.
    const withoutOwner = [
      "test",
      "test:full",
      "test:cloudflare",
      "check",
      "build",
      "bench",
      "torture",
      "format",
      "package",
    ];
    const named = Object.keys(scripts).filter((name) => !name.startsWith("pre"));
    expect(named.toSorted()).toEqual([...lookedAt, ...withoutOwner].toSorted());
  });
});
