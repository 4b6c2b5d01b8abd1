import { Command, CommanderError } from "commander";
import { packageVersion } from "../app/local.ts";
import { CommandFailed, exitCodes } from "./exitCodes.ts";
import { addChanges } from "./changesProgram.ts";
import { addEdge } from "./edgeProgram.ts";
import { addExport, addImport } from "./exchangeProgram.ts";
import { several } from "./contract/flags.ts";
import { note, outliveClosedPipes, printJson } from "./output.ts";
import { dataFlag, examples, jsonFlag } from "./programParts.ts";
import type { BackupFlags } from "./backups.ts";
import type { RestoreFlags } from "./restore.ts";
import type { ServiceFlags } from "./runningService.ts";
import type { ServeFlags } from "./serve/serveFlags.ts";
import { addSettings } from "./settingsProgram.ts";
import { addPublic } from "./publicProgram.ts";
import { addTunnel } from "./tunnelProgram.ts";
import { addTableCommands, isIncomplete } from "./contract/tableProgram.ts";
import {
  dataIn,
  fromCommand,
  programName,
  retyped,
  typedAs,
  type Start,
  type Typed,
} from "./typed.ts";
import { wrongUseText } from "./wrongUse.ts";
import { errorText } from "../util/errorText.ts";

function addServe(program: Command, typed: Typed): void {
  program
    .command("serve")
    .summary("run the service")
    .description("Run the service until Ctrl+C. Port 0 takes a free one.")
    .addOption(dataFlag())
    .option("--port <n>", "port of the service: API and short links (default: 4080)")
    .option("--public-port <n>", "open the public door, where a tunnel points (default: closed)")
    .option("--gui-port <n>", "port of the GUI (default: 4082)")
    .option("--no-gui", "serve no GUI")
    .option(
      "--host <address>",
      "address that the doors named by their ports listen on (default: 127.0.0.1, this computer only)",
    )
    .option("--base-url <url>", "public address that short links are printed with")
    .option("--rate-limit <n>", "requests a minute for the API key (default: 30)")
    .option("--dialect <name>", "document or vendor (default: document)")
    .option("--set <name=value>", "a setting for this run; may be repeated", several)
    .option("--json", "print one line of JSON once ready, and nothing else")
    .addHelpText(
      "after",
      examples(
        program.name(),
        "serve",
        "serve --port 0 --gui-port 0 --data ./links --json",
        "serve --public-port 4081 --base-url https://go.example.org --set geo.provider=cloudflare",
      ),
    )
    .action(async (flags: ServeFlags) => {
      const { serve } = await import("./serve/serve.ts");
      await serve(flags, typed);
    });
}

function addServiceCommands(program: Command, typed: Typed): void {
  program
    .command("open")
    .summary("open the GUI in the browser")
    .description("Open the running service's GUI in the browser and print its address.")
    .addOption(dataFlag())
    .addOption(jsonFlag())
    .action(async (flags: ServiceFlags) => {
      const { openWindow } = await import("./gui/window.ts");
      await openWindow(flags, typed);
    });
  program
    .command("running", { hidden: true })
    .addOption(dataFlag())
    .addOption(jsonFlag())
    .action(async (flags: ServiceFlags) => {
      const { tellRunning } = await import("./running.ts");
      await tellRunning(flags, typed);
    });
  program
    .command("doctor")
    .summary("mend a damaged data folder")
    .description(
      "Save every good record of a damaged data folder. The damaged files are kept aside; no service may run on it.",
    )
    .addOption(dataFlag())
    .option("--json", "print the findings as JSON")
    .action(async (flags: ServiceFlags) => {
      const { doctor } = await import("./serve/doctor.ts");
      await doctor(flags);
    });
}

function addDataCommands(program: Command, typed: Typed): void {
  program
    .command("backup")
    .argument("[file]", "a zip to write everything into (default: one more in the list of backups)")
    .summary("make a backup now")
    .description(
      "Back up links and everything around them. Into a file goes everything but the keys: with counters and pictures, enough to have all of it back.",
    )
    .option("--clicks", "into a file: with the single clicks, not only their sums")
    .option("--replace", "write over a file that is there")
    .addOption(dataFlag())
    .option("--json", "print what was made as JSON")
    .addHelpText(
      "after",
      examples(program.name(), "backup", "backup ~/copies/waypost.zip --clicks"),
    )
    .action(async (file: string | undefined, flags: BackupFlags) => {
      const { makeBackup } = await import("./backups.ts");
      await makeBackup(file, flags, typed);
    });
  program
    .command("backups")
    .summary("list the backups of the data folder")
    .description(
      "List the daily backups, those made before a restore and those asked for, newest first.",
    )
    .addOption(dataFlag())
    .option("--json", "print them as JSON")
    .action(async (flags: ServiceFlags) => {
      const { showBackups } = await import("./backups.ts");
      await showBackups(flags, typed);
    });
  program
    .command("forget-visitors")
    .summary("draw a new key for visitors")
    .description(
      "Nobody can tell any more who the counted visitors were, not even with this computer in hand. Counts stay; whoever comes again counts as new.",
    )
    .addOption(dataFlag())
    .option("--json", "print the outcome as JSON")
    .action(async (flags: ServiceFlags) => {
      const { forgetAllVisitors } = await import("./forgetVisitors.ts");
      await forgetAllVisitors(flags, typed);
    });
  program
    .command("restore")
    .argument("<backup>", "a day such as 2026-03-12, a name of the list, or a file")
    .summary("go back to a backup")
    .description(
      "Make links and everything around them what they were in a backup; one change, which can be undone. Keys stay what they are, and so does what is counted of links that are here.",
    )
    .option("--preview", "only say what would change")
    .option(
      "--only <kind[:ids]>",
      "restore only these records, such as links:3,9 or settings; can be given several times",
      (one: string, others?: string[]) => [...(others ?? []), one],
    )
    .addOption(dataFlag())
    .option("--json", "print what changed as JSON")
    .addHelpText(
      "after",
      examples(
        program.name(),
        "backups",
        "restore 2026-03-12 --preview",
        "restore 2026-03-12 --only links:30 --only settings",
        "restore ~/copies/waypost-2026-03-12.zip",
      ),
    )
    .action(async (which: string, flags: RestoreFlags) => {
      const { restore } = await import("./restore.ts");
      await restore(which, flags, typed);
    });
}

/**
 * @param line says which command's flags are wanted
 * @param name what stands in front of a command where the reader is
 */
export function buildProgram(line: readonly string[], name = "waypost"): Command {
  const typed = typedAs(name, dataIn(line));
  const program = new Command(name)
    .description("Your own link shortener, on your own computer.")
    .version(packageVersion(), "--version", "print the version")
    .addOption(dataFlag())
    .exitOverride()
    .showSuggestionAfterError(false)
    // What went wrong is said in one place, like every other failure.
    .configureOutput({ outputError: () => {} })
    .addHelpText(
      "after",
      `${examples(name, "serve", "add https://example.org --custom spring", "qr add link https://example.org --out code.png")}\n
Exit codes: 0 done, 1 the service refused or failed, 2 wrong use, 3 no service is running.`,
    );
  // The folder is taken before the command as well as after it.
  program.hook("preAction", (_, action) => {
    const { data } = program.opts<ServiceFlags>();
    if (data !== undefined) action.setOptionValue("data", data);
  });
  program.commandsGroup("The service:");
  addServe(program, typed);
  addServiceCommands(program, typed);
  addDataCommands(program, typed);
  addImport(program, typed);
  addExport(program, typed, fromCommand(line)[0] === "export");
  addChanges(program, typed, fromCommand(line)[0]);
  addSettings(program, typed);
  addPublic(program, typed);
  addTunnel(program, typed);
  addEdge(program, typed);
  addTableCommands(program, fromCommand(line), typed);
  return program;
}

/** What the shell gets for a failure, after the owner was told. */
function failed(error: unknown, line: readonly string[], program: string): number {
  if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.ok;
  const typed = typedAs(program, dataIn(line));
  const message =
    error instanceof CommanderError
      ? wrongUseText(error, buildProgram(line, program), fromCommand(line))
      : retyped(errorText(error), typed);
  note(`waypost: ${message}`);
  if (line.includes("--json") && fromCommand(line)[0] !== "serve") printJson({ error: 1, message });
  if (error instanceof CommanderError) return exitCodes.wrongUse;
  return error instanceof CommandFailed ? error.exitCode : exitCodes.failed;
}

/** `help link edit` asks for the same as `link edit --help`. */
function spokenOut(line: readonly string[]): readonly string[] {
  const [first, ...command] = fromCommand(line);
  if (first === "help" && command.length > 0) return [...command, "--help"];
  return isIncomplete(fromCommand(line)) ? [...line, "--help"] : line;
}

/** The help of a command that doesn't exist is wrong use, as the command itself is. */
function knownOrWrong(program: Command, line: readonly string[]): string[] {
  const [first] = fromCommand(line);
  const isKnown = program.commands.some((command) => command.name() === first);
  if (first === undefined || first.startsWith("-") || isKnown) return [...line];
  return line.filter((word) => word !== "--help" && word !== "-h");
}

/** A process that runs one command line, without the program's own name in front. */
export async function main(given: readonly string[], start: Start): Promise<void> {
  outliveClosedPipes();
  await run(given, start);
  // The channel to `npm start` would keep a process running whose command has ended.
  if (process.connected) process.disconnect();
}

/** Leaves its result in `process.exitCode`. */
export async function run(given: readonly string[], start: Start): Promise<void> {
  const name = programName(start);
  const line = spokenOut(given);
  try {
    const program = buildProgram(line, name);
    await program.parseAsync(knownOrWrong(program, line), { from: "user" });
  } catch (error) {
    process.exitCode = failed(error, line, name);
  }
}
