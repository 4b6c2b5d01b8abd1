import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { _electron, chromium, expect, type Browser, type Page } from "@playwright/test";
import type * as Electron from "electron";
import { shellUnderTest } from "../../../scripts/shellUnderTest.mjs";

const projectDir = join(import.meta.dirname, "../../..");
const entry = join(projectDir, "out/main/index.js");

/** The shell's built bundle, running in real Electron or under the stand-in. */
export interface Shell {
  readonly kind: "real Electron" | "stand-in";
  readonly pid: number;
  /** The page in the first window. */
  readonly page: Page;
  /** The page at an address, once it is there. */
  findPage(address: string | RegExp): Promise<Page>;
  /** Runs in the main process, as Playwright's `electronApplication.evaluate`. */
  evaluate<Value, Argument = undefined>(
    run: (electron: typeof Electron, argument: Argument) => Value | Promise<Value>,
    argument?: Argument,
  ): Promise<Value>;
  /** What it wrote on stdout so far. */
  output(): string;
  /** Resolves with the exit code when it ends. */
  ended(): Promise<number | null>;
  /** Asks it to quit, and waits for the end. */
  quit(): Promise<number | null>;
}

/** Which of the two the specs run in here. */
export function shellKind(): Shell["kind"] {
  return shellUnderTest().kind;
}

export async function launchShell(flags: readonly string[]): Promise<Shell> {
  const target = shellUnderTest();
  return target.kind === "real Electron"
    ? await launchElectron(target.binary, flags)
    : await launchStandIn(flags);
}

/** A second start on the same folder: it must end by itself. */
export async function startAgain(flags: readonly string[]) {
  const target = shellUnderTest();
  const child =
    target.kind === "real Electron"
      ? fork(projectDir, flags, { execPath: target.binary, execArgv: sandboxFlags(), silent: true })
      : forkStandIn(flags);
  const output = collect(child);
  return { code: await ended(child), output: output() };
}

async function launchElectron(binary: string, flags: readonly string[]): Promise<Shell> {
  const application = await _electron.launch({
    executablePath: binary,
    args: [...sandboxFlags(), projectDir, ...flags],
  });
  const child = application.process();
  const output = collect(child);
  const end = ended(child);
  return {
    kind: "real Electron",
    pid: child.pid ?? 0,
    page: await application.firstWindow(),
    findPage: (address) => findPage(() => application.windows(), address),
    evaluate: (run, argument) =>
      application.evaluate(run as Parameters<typeof application.evaluate>[0], argument) as never,
    output,
    ended: () => end,
    async quit() {
      await application.evaluate(({ app }) => app.quit()).catch(() => undefined);
      return await end;
    },
  };
}

async function launchStandIn(flags: readonly string[]): Promise<Shell> {
  const child = forkStandIn(flags);
  const output = collect(child);
  const end = ended(child);
  const browser = await connectBrowser(child, output);
  const [context] = browser.contexts();
  const page = context?.pages()[0];
  if (page === undefined) throw new Error("The stand-in has no page.");
  await page.waitForURL(/^https:/);
  let questions = 0;
  const evaluate: Shell["evaluate"] = async (run, argument) => {
    questions += 1;
    const id = questions;
    const answer = new Promise<Answer>((resolve) => {
      const listen = (message: Answer) => {
        if (message.kind !== "answer" || message.id !== id) return;
        child.off("message", listen);
        resolve(message);
      };
      child.on("message", listen);
    });
    child.send({ kind: "evaluate", id, source: String(run), argument });
    const { failure, value } = await answer;
    if (failure !== undefined) throw new Error(failure);
    return value as never;
  };
  return {
    kind: "stand-in",
    pid: child.pid ?? 0,
    page,
    findPage: (address) => findPage(() => context?.pages() ?? [], address),
    evaluate,
    output,
    ended: () => end,
    async quit() {
      if (child.connected) await evaluate(({ app }) => app.quit());
      const code = await end;
      await browser.close();
      return code;
    },
  };
}

interface Answer {
  readonly kind: "answer" | "browser";
  readonly id?: number;
  readonly value?: unknown;
  readonly failure?: string;
  readonly endpoint?: string;
}

function forkStandIn(flags: readonly string[]): ChildProcess {
  return fork(entry, flags, {
    execArgv: ["--import", join(import.meta.dirname, "register.ts")],
    silent: true,
  });
}

async function connectBrowser(child: ChildProcess, output: () => string): Promise<Browser> {
  const endpoint = await new Promise<string>((resolve, reject) => {
    child.on("message", (message: Answer) => {
      if (message.endpoint !== undefined) resolve(message.endpoint);
    });
    child.once("close", () => reject(new Error(`The shell ended before its window: ${output()}`)));
  });
  return await chromium.connectOverCDP(endpoint);
}

async function findPage(pages: () => Page[], address: string | RegExp): Promise<Page> {
  const isThere = (page: Page) =>
    typeof address === "string" ? page.url() === address : address.test(page.url());
  const found = () => pages().find(isThere);
  await expect.poll(() => found() !== undefined).toBe(true);
  const page = found();
  if (page === undefined) throw new Error(`No page at ${String(address)}.`);
  return page;
}

function sandboxFlags(): string[] {
  return process.getuid?.() === 0 ? ["--no-sandbox"] : [];
}

function collect(child: ChildProcess): () => string {
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return () => text;
}

async function ended(child: ChildProcess): Promise<number | null> {
  const [code] = (await once(child, "close")) as [number | null];
  return code;
}
