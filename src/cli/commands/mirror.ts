import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { RunningProgram } from "../../app/mirrorProgram.ts";
import { CommandFailed, exitCodes, wrongUse } from "../failures.ts";
import { hint, note, print, printJson, printLines, strong } from "../terminal/print.ts";
import { keyValueLines } from "../terminal/table.ts";
import { secretOf } from "../terminal/secretInput.ts";
import type { AddCommand, Context, Definition } from "./command.ts";
import { stopRequested } from "./stopRequested.ts";

const usualPort = 4083;

interface MirrorFlags {
  readonly port?: string;
  readonly host?: string;
  readonly secret?: string;
  readonly proxies?: string;
}

/** Never Waypost's own folder: a copy's is on a server, and may be deleted. */
function folderOf(flag: string | undefined): string {
  const named = flag ?? process.env["WAYPOST_DATA"] ?? "";
  if (named.trim() === "") throw wrongUse("Choose a folder for the copy with --data.");
  const folder = resolve(named);
  if (existsSync(join(folder, "waypost.json"))) {
    throw wrongUse(
      `${folder} is the data folder of a Waypost. Choose another folder for the copy.`,
    );
  }
  return folder;
}

function portOf(flag: string | undefined): number {
  const port = Number(flag ?? usualPort);
  if (!Number.isInteger(port) || port < 0 || port > 65_535 || flag === "") {
    throw wrongUse("--port must be a whole number from 0 to 65535.");
  }
  return port;
}

async function start(
  flags: MirrorFlags,
  folder: string,
): Promise<{ readonly program: RunningProgram; readonly file: string }> {
  const port = portOf(flags.port);
  const given = await secretOf(flags.secret);
  // Each module that comes before this one stays in a small computer's memory for months.
  const app = await import("../../app/mirrorProgram.ts");
  const { BadProxies, BadSecret, keepSecret, StartFailed, startProgram, StoreUnavailable } = app;
  try {
    const { text, file } = await keepSecret(folder, given);
    const program = await startProgram({
      folder,
      host: flags.host ?? "127.0.0.1",
      port,
      secret: text,
      version: app.packageVersion(),
      proxies: flags.proxies ?? "",
      log: note,
    });
    return { program, file };
  } catch (error) {
    if (error instanceof BadSecret || error instanceof BadProxies) throw wrongUse(error.message);
    if (!(error instanceof StartFailed || error instanceof StoreUnavailable)) throw error;
    throw new CommandFailed(exitCodes.failed, error.message);
  }
}

/** Answers visitors until a signal. */
export async function runMirror({
  flags,
  isJson,
}: Pick<Context<MirrorFlags>, "flags" | "isJson">): Promise<void> {
  const stop = stopRequested();
  const folder = folderOf(flags.data);
  const { program, file } = await start(flags, folder);
  const { url, warning } = program;
  // Scripts wait for this line; its keys are a promise.
  if (isJson) printJson({ ready: true, url, dataDir: folder, secret: file, pid: process.pid });
  else {
    print(strong("The always-on copy is running. Press Ctrl+C to stop it."));
    const facts = keyValueLines([
      ["Listens at", url],
      ["Data folder", folder],
      ["Secret", file],
    ]);
    printLines(facts.map((line) => `  ${line}`));
    hint(
      "On your own computer, with the secret on standard input",
      "waypost edge connect --address https://copy.example.org --secret -",
    );
  }
  if (warning !== null) note(warning);
  await stop;
  if (!isJson) note("Stopping…");
  await program.close();
  // Idle connections of clients that never hang up would keep the process waiting.
  process.exit(0);
}

export const mirrorCommand: Definition<MirrorFlags, []> = {
  usage: "mirror",
  summary: "Run an always-on copy on this computer, without Cloudflare",
  description:
    "Run an always-on copy on a server of your own until Ctrl+C, without Cloudflare. A proxy in front of the copy serves HTTPS. --data names the copy's own folder. At the first start, the copy creates its secret there.",
  options: [
    ["--port <n>", `port for visitors and for your Waypost (default: ${usualPort})`],
    ["--host <address>", "address to listen on (default: 127.0.0.1, for a proxy on this computer)"],
    ["--secret <->", "- to read the copy's secret from standard input at the first start"],
    [
      "--proxies <list>",
      "IP addresses or networks of proxies on other computers to trust (default: none)",
    ],
  ],
  json: "print only one line of JSON, when the copy is ready",
  examples: ["mirror --data ./copy", "mirror --data ./copy --port 0 --json"],
  run: runMirror,
};

export function addMirror(add: AddCommand): void {
  add(mirrorCommand);
}
