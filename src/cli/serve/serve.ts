import {
  BadSetting,
  defaultDataDir,
  doorFlags,
  PortTaken,
  startServer,
  type RunningServer,
  type ServerOptions,
} from "../../app/index.ts";
import { CommandFailed, exitCodes } from "../exitCodes.ts";
import { isOnTerminal, note, print, printJson, shownGui, strong } from "../output.ts";
import { serverOptions, type ServeFlags } from "./serveFlags.ts";
import { stopRequested } from "./stopSignals.ts";
import { dataIn, typedAs, type Typed } from "../typed.ts";

/** The one line that scripts wait for; its keys are a promise. */
function readyLine(server: RunningServer): object {
  return {
    ready: true,
    baseUrl: server.baseUrl,
    publicUrl: server.publicUrl,
    shortBase: server.shortBase,
    apiKey: server.apiKey,
    gui: server.gui,
    dataDir: server.dataDir,
    pid: process.pid,
  };
}

function yourLinks(gui: string | null, typed: Typed): string {
  if (gui === null) return "no window asked for (--no-gui)";
  return isOnTerminal() ? gui : `${shownGui(gui)} (opened by: ${typed("open")})`;
}

function greet(server: RunningServer, typed: Typed): void {
  const rows: readonly (readonly [name: string, value: string])[] = [
    ["Your links", yourLinks(server.gui, typed)],
    ["API", `${server.baseUrl}/api (its key: ${typed("key")})`],
    ["Short links", `${server.shortBase}/…`],
    ["Public door", server.publicUrl ?? `closed (opened by: ${typed("public open")})`],
    ["Kept in", server.dataDir],
  ];
  print(strong("Waypost is running. Ctrl+C stops it."));
  for (const [name, value] of rows) print(`  ${name.padEnd(13)}${value}`);
}

/** How the reader starts it once more: `npm start` runs this command too. */
function started(flags: string, typed: Typed): string {
  if (process.env["npm_lifecycle_event"] !== "start") return typed(`serve ${flags}`);
  const data = dataIn(process.argv.slice(2));
  return typedAs("npm start --", data)(flags);
}

/** A setting that doesn't exist was mistyped, like a flag; a port that is taken may be another one. */
async function start(options: ServerOptions, typed: Typed): Promise<RunningServer> {
  try {
    return await startServer(options);
  } catch (error) {
    if (error instanceof Error && error.cause instanceof BadSetting) {
      throw new CommandFailed(exitCodes.wrongUse, error.message);
    }
    if (error instanceof PortTaken) {
      throw new CommandFailed(
        exitCodes.failed,
        `${error.message} To use any free port: ${started(`${doorFlags[error.door]} 0`, typed)}`,
      );
    }
    throw error;
  }
}

/** Serves until it is told to stop; what is in flight is finished and the store closed before. */
export async function serve(flags: ServeFlags, typed: Typed): Promise<void> {
  const options = serverOptions(flags, defaultDataDir);
  // Asked for before the start: a signal that comes meanwhile must not leave the store half open.
  const stop = stopRequested();
  const server = await start(options, typed);
  if (flags.json === true) printJson(readyLine(server));
  else greet(server, typed);
  for (const said of [...server.warnings, ...server.notices]) note(said);
  await stop;
  if (flags.json !== true) note("Stopping…");
  await server.close();
  // Idle connections of clients that never hang up would keep the process waiting.
  process.exit(0);
}
