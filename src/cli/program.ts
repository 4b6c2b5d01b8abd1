import { Command, CommanderError } from "commander";
import { packageVersion } from "../app/local.ts";
import { addBackups } from "./commands/backups.ts";
import { addBulk } from "./commands/bulk.ts";
import { addChanges } from "./commands/changes.ts";
import { type AddCommand, commandAdder } from "./commands/command.ts";
import { addDoctor, addForgetVisitors } from "./commands/dataFolder.ts";
import { addEdge } from "./commands/edge.ts";
import { addExport } from "./commands/export.ts";
import { addImport } from "./commands/import.ts";
import { addJobs } from "./commands/jobs.ts";
import { addMcp } from "./commands/mcp.ts";
import { addMirror } from "./commands/mirror.ts";
import { addOpen } from "./commands/open.ts";
import { addPublic } from "./commands/public.ts";
import { addRestore } from "./commands/restore.ts";
import { addServe } from "./commands/serve.ts";
import { addSettings } from "./commands/settings.ts";
import { addTunnel } from "./commands/tunnel.ts";
import { CommandFailed, exitCodes } from "./failures.ts";
import { addGeneratedCommands, isIncomplete, summaryOf } from "./generated/addCommands.ts";
import { type CommonFlags, dataFlag, examples } from "./options.ts";
import { note, outliveClosedPipes, printJson, hint } from "./terminal/print.ts";
import { dataIn, fromCommand, programName, retyped, type Start, typedAs } from "./typed.ts";
import { wrongUseText } from "./wrongUse.ts";
import { errorText } from "../util/errorText.ts";

/** Commands by their former names, which work for one more version. */
const formerCommands: Readonly<Record<string, string>> = {
  "edge set-up": "edge setup",
  "edge take-over": "edge claim",
  "edge drain": "edge pull",
  "edge at-home": "edge local-only",
  "public prove": "public verify",
  "public dark on": "public pause",
  "public dark off": "public resume",
};

/** Where the line has words other than the flags that every command takes, which may stand anywhere. */
function wordPlaces(line: readonly string[]): number[] {
  return [...line.keys()].filter((at) => {
    const word = line[at] ?? "";
    const isCommonFlag = word === "--json" || word === "--data" || word.startsWith("--data=");
    return !isCommonFlag && line[at - 1] !== "--data";
  });
}

/** The line with the present name of its command; notes that name where the line has a former one. */
function withPresentName(line: readonly string[]): readonly string[] {
  const places = wordPlaces(line);
  for (const [former, present] of Object.entries(formerCommands)) {
    const named = places.slice(0, former.split(" ").length);
    if (named.map((at) => line[at]).join(" ") !== former) continue;
    hint(`"${former}" has been renamed`, present);
    const rest = line.filter((_, at) => !named.includes(at));
    return rest.toSpliced(named[0] ?? 0, 0, ...present.split(" "));
  }
  return line;
}

interface Group {
  readonly name: string;
  readonly description: string;
  /** The command that the group's name alone stands for. */
  readonly bare: string;
  readonly add: (add: AddCommand) => void;
}

/** Groups with commands written by hand, beside which the contract's own have their place. */
const groups: readonly Group[] = [
  {
    name: "settings",
    description: "Show and change settings, whether or not the server is running.",
    bare: "list",
    add: addSettings,
  },
  {
    name: "public",
    description: "Set up and verify the public address of short links.",
    bare: "status",
    add: addPublic,
  },
  {
    name: "tunnel",
    description: "Run a tunnel that connects visitors to the public port.",
    bare: "status",
    add: addTunnel,
  },
  {
    name: "edge",
    description:
      "Set up an always-on copy, which works while this computer is off. The copy runs at Cloudflare or on a server of your own.",
    bare: "status",
    add: addEdge,
  },
];

/**
 * @param line the command whose flags are wanted
 * @param name what the reader types in front of a command
 */
export function buildProgram(line: readonly string[], name = "waypost"): Command {
  const typed = typedAs(name, dataIn(line));
  const program = new Command(name)
    .description("A self-hosted link shortener that runs on your own computer.")
    .version(packageVersion(), "--version", "print the version")
    .addOption(dataFlag())
    .exitOverride()
    .showSuggestionAfterError(false)
    // Failures are printed in one place, by run().
    .configureOutput({ outputError: () => {} })
    .addHelpText(
      "after",
      `${examples(name, "serve", "add https://example.org --custom spring", "qr add link https://example.org --out code.png")}\n
Exit codes: 0 success, 1 failure, 2 wrong usage, 3 no server is running.`,
    );
  // The data folder may be given before the command as well as after it.
  program.hook("preAction", (_, action) => {
    const { data } = program.opts<CommonFlags>();
    if (data !== undefined) action.setOptionValue("data", data);
  });
  program.commandsGroup("Server and data:");
  const words = fromCommand(line);
  const [first] = words;
  const add = commandAdder(program, typed);
  addServe(add);
  addOpen(add);
  addMcp(add);
  addMirror(add);
  addDoctor(add);
  addBackups(add);
  addForgetVisitors(add);
  addRestore(add);
  addImport(add);
  addJobs(add);
  addExport(add, first === "export");
  addChanges(add);
  addBulk(add, first === "bulk");
  for (const { name: groupName, description, bare, add: addOwn } of groups) {
    const group = program.command(groupName).description(description);
    addOwn(commandAdder(program, typed, { group, bare }));
    group.summary(summaryOf(groupName, group));
  }
  addGeneratedCommands(program, words, typed);
  return program;
}

/** Prints why a command failed; answers the exit code. */
function report(error: unknown, line: readonly string[], program: string): number {
  if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.ok;
  const typed = typedAs(program, dataIn(line));
  const message =
    error instanceof CommanderError
      ? wrongUseText(error, buildProgram(line, program), fromCommand(line))
      : retyped(errorText(error), typed);
  note(`waypost: ${message}`);
  const isServing = ["serve", "mirror"].includes(fromCommand(line)[0] ?? "");
  if (line.includes("--json") && !isServing) printJson({ error: 1, message });
  if (error instanceof CommanderError) return exitCodes.wrongUse;
  return error instanceof CommandFailed ? error.exitCode : exitCodes.failed;
}

/** `help link edit` asks for the same as `link edit --help`. */
function withHelpFlag(line: readonly string[]): readonly string[] {
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
  const line = withPresentName(withHelpFlag(given));
  try {
    const program = buildProgram(line, name);
    await program.parseAsync(knownOrWrong(program, line), { from: "user" });
  } catch (error) {
    process.exitCode = report(error, line, name);
  }
}
