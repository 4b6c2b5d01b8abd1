import { spawn, type ChildProcess } from "node:child_process";
import { join, resolve } from "node:path";
import { node24 } from "../../scripts/node24.mjs";
import { compileCache } from "../../scripts/say.mjs";
import { chrome } from "./userAgents.ts";

/** The real command line in a process of its own, as users and scripts run it. */

const root = resolve(import.meta.dirname, "../..");

/** The Node that the project brings along, also where the tests were started with another. */
export const nodeProgram = node24();

export const sourceCommand = join(root, "src/cli/index.ts");
export const builtCommand = join(root, "out/main/cli.js");

/** `npm test` has just built it, and it starts in half the time; by themselves, tests run the sources. */
export const testedCommand =
  process.env["WAYPOST_TEST_BUILT"] === "1" ? builtCommand : sourceCommand;

export interface ReadyLine {
  readonly ready: true;
  readonly baseUrl: string;
  readonly publicUrl: string | null;
  readonly shortBase: string;
  readonly apiKey: string;
  readonly gui: string | null;
  readonly dataDir: string;
  readonly pid: number;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly command?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Program and arguments put in front, for example strace or taskset. */
  readonly before?: readonly string[];
  readonly input?: string;
  readonly cwd?: string;
}

export interface RunningCommand {
  readonly child: ChildProcess;
  readonly exited: Promise<Exit>;
  /** Resolves with stdout as soon as it has a whole line; rejects when the command ends before. */
  readonly firstLine: Promise<string>;
}

/** npm's own variables would make the command think that npm started it. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^npm_|^(NODE_ENV|NODE_OPTIONS|VITEST.*|FORCE_COLOR)$/i.test(name),
  );
  return { ...Object.fromEntries(kept), NODE_COMPILE_CACHE: compileCache };
}

/** `waypost` with these arguments. */
export function runCommand(line: readonly string[], options: RunOptions = {}): RunningCommand {
  return runProgram(
    [...(options.before ?? []), nodeProgram, options.command ?? testedCommand, ...line],
    options,
  );
}

export function runProgram(
  [program = nodeProgram, ...line]: readonly string[],
  options: Omit<RunOptions, "before" | "command"> = {},
): RunningCommand {
  const child = spawn(program, line, {
    cwd: options.cwd ?? root,
    env: { ...cleanEnvironment(), ...options.environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => {});
  child.stdin.end(options.input ?? "");
  let stdout = "";
  let stderr = "";
  const first = Promise.withResolvers<string>();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    if (stdout.includes("\n")) first.resolve(stdout);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const exited = new Promise<Exit>((settle, fail) => {
    child.once("error", fail);
    child.once("close", (code, signal) => settle({ code, signal, stdout, stderr }));
  });
  exited.then(
    (exit) => first.reject(new Error(`ended before it was ready: ${JSON.stringify(exit)}`)),
    first.reject,
  );
  first.promise.catch(() => {});
  return { child, exited, firstLine: first.promise };
}

/** Runs a command to its end. */
export function waypost(line: readonly string[], options?: RunOptions): Promise<Exit> {
  return runCommand(line, options).exited;
}

/** Gives a program a terminal, where the system has it. */
export const terminal = "/usr/bin/script";

/** Runs a command to its end as somebody sees it on a terminal. */
export function onTerminal(line: readonly string[], options?: RunOptions): Promise<Exit> {
  const words = [nodeProgram, testedCommand, ...line].map((word) => `'${word}'`);
  return runProgram([terminal, "-qec", words.join(" "), "/dev/null"], options).exited;
}

export interface ServiceProcess extends RunningCommand {
  readonly ready: ReadyLine;
  /** Milliseconds from the spawn to the ready line. */
  readonly startTime: number;
  stop(signal?: NodeJS.Signals): Promise<Exit>;
  /** A request of the owner's scripts. */
  api(method: string, path: string, body?: unknown): Promise<Response>;
  /** A visit by a person: the redirect is not followed. */
  visit(alias: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
}

/** `waypost serve` on free ports, once it is ready. */
export async function startService(
  dataDir: string,
  flags: readonly string[] = [],
  options?: RunOptions,
): Promise<ServiceProcess> {
  const startedAt = performance.now();
  const running = runCommand(
    // No test asks anything beyond this machine.
    [
      "serve",
      "--json",
      "--data",
      dataDir,
      "--port",
      "0",
      "--no-gui",
      "--set",
      "targets.ask=false",
      ...flags,
    ],
    options,
  );
  const ready = JSON.parse(await running.firstLine) as ReadyLine;
  const startTime = performance.now() - startedAt;
  return {
    ...running,
    ready,
    startTime,
    stop(signal = "SIGTERM") {
      try {
        process.kill(ready.pid, signal);
      } catch {
        // It has ended already; how, the exit tells.
      }
      return running.exited;
    },
    api: (method, path, body) =>
      fetch(`${ready.baseUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${ready.apiKey}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    visit: (alias, headers = {}) =>
      fetch(`${ready.baseUrl}/${alias}`, {
        headers: { "user-agent": chrome, ...headers },
        redirect: "manual",
      }),
  };
}
