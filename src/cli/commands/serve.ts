import type { RunningServer, StartFlags } from "../../app/index.ts";
import { CommandFailed, exitCodes, wrongUse } from "../failures.ts";
import { repeated } from "../options.ts";
import {
  isOnTerminal,
  note,
  print,
  printJson,
  printLines,
  shownGui,
  strong,
} from "../terminal/print.ts";
import { keyValueLines } from "../terminal/table.ts";
import { dataIn, typedAs, type Typed } from "../typed.ts";
import type { AddCommand, Context } from "./command.ts";
import { stopRequested } from "./stopRequested.ts";

/** The one line that scripts wait for; its keys are a promise. */
function readyLine(server: RunningServer): object {
  const { baseUrl, publicUrl, shortBase, apiKey, gui, dataDir } = server;
  return { ready: true, baseUrl, publicUrl, shortBase, apiKey, gui, dataDir, pid: process.pid };
}

function guiText(gui: string | null, typed: Typed): string {
  if (gui === null) return "none (--no-gui)";
  return isOnTerminal() ? gui : `${shownGui(gui)} (to open it: ${typed("open")})`;
}

function greet(server: RunningServer, typed: Typed): void {
  print(strong("Waypost is running. Press Ctrl+C to stop it."));
  const lines = keyValueLines([
    ["Your links", guiText(server.gui, typed)],
    ["API", `${server.baseUrl}/api (to get the key: ${typed("key")})`],
    ["Short links", `${server.shortBase}/…`],
    ["Public port", server.publicUrl ?? `closed (to open it: ${typed("public open")})`],
    ["Data folder", server.dataDir],
  ]);
  printLines(lines.map((line) => `  ${line}`));
}

/** How the reader starts it once more: `npm start` runs this command too. */
function startCommand(flags: string, typed: Typed): string {
  if (process.env["npm_lifecycle_event"] !== "start") return typed(`serve ${flags}`);
  const data = dataIn(process.argv.slice(2));
  return typedAs("npm start --", data)(flags);
}

/** A flag or setting that doesn't exist was mistyped; instead of a port in use there may be another. */
async function start(flags: StartFlags, typed: Typed): Promise<RunningServer> {
  const { BadFlag, BadSetting, defaultDataDir, doorFlags, PortTaken, readStartFlags, startServer } =
    await import("../../app/index.ts");
  try {
    return await startServer(readStartFlags(flags, defaultDataDir));
  } catch (error) {
    if (error instanceof BadFlag) throw wrongUse(error.message);
    if (error instanceof Error && error.cause instanceof BadSetting) throw wrongUse(error.message);
    if (!(error instanceof PortTaken)) throw error;
    const command = startCommand(`${doorFlags[error.door]} 0`, typed);
    throw new CommandFailed(exitCodes.failed, `${error.message} To use any free port: ${command}`);
  }
}

/** Serves until a signal; requests in flight are finished and the store is closed before the end. */
async function serve({ flags, isJson, typed }: Context<StartFlags>): Promise<void> {
  // Asked for before the start: a signal that comes meanwhile must not leave the store half open.
  const stop = stopRequested();
  const server = await start(flags, typed);
  if (isJson) printJson(readyLine(server));
  else greet(server, typed);
  for (const message of [...server.warnings, ...server.notices]) note(message);
  await stop;
  if (!isJson) note("Stopping…");
  await server.close();
  // Idle connections of clients that never hang up would keep the process waiting.
  process.exit(0);
}

export function addServe(add: AddCommand): void {
  add({
    usage: "serve",
    summary: "Run the server",
    description: "Run the server until Ctrl+C. Port 0 picks a free port.",
    options: [
      ["--port <n>", "port of the API and short links (default: 4080)"],
      ["--public-port <n>", "open this public port for a tunnel or proxy (default: closed)"],
      ["--gui-port <n>", "port of the GUI (default: 4082)"],
      ["--no-gui", "don't serve the GUI"],
      [
        "--host <address>",
        "IP address to listen on, for the ports that you set (default: 127.0.0.1, this computer only)",
      ],
      ["--base-url <url>", "base URL of short links"],
      ["--rate-limit <n>", "requests per minute for the API key (default: 30)"],
      ["--dialect <name>", "format of lists: document or vendor (default: document)"],
      repeated("--set <name=value>", "setting for this run only; may be repeated"),
    ],
    json: "print only one line of JSON, when the server is ready",
    examples: [
      "serve",
      "serve --port 0 --gui-port 0 --data ./links --json",
      "serve --public-port 4081 --base-url https://go.example.org --set geo.provider=cloudflare",
    ],
    run: serve,
  });
}
