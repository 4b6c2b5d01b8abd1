import { Argument as Word, type Command } from "commander";
import { dataFlag, examples, jsonFlag } from "../options.ts";
import { quoted, type Typed } from "../typed.ts";
import {
  type GeneratedCommand,
  generatedCommands,
  isShownByHand,
  sibling,
  titleOf,
} from "./commands.ts";
import { type Field, fieldsOf, lowerFirst } from "./fields.ts";
import { flagOf, type Flags, furtherFlags, optionsOf, written } from "./flags.ts";
import { qrParts } from "./qrCodes.ts";
import {
  type Argument,
  argumentsOf,
  flagFieldsOf,
  hasContent,
  titleOfArgument,
} from "./readCommandLine.ts";
import { runCommand } from "./runCommand.ts";

/** Short forms of what is done with links all day. */
const shortcuts = ["add", "list", "show", "edit", "remove"];

/** For resources that nobody manages or lists. */
const purposes: Readonly<Record<string, string>> = {
  alias: "Check whether an alias is free.",
  reach: "Check whether the public address is reachable.",
  statistics: "Show and export statistics.",
  visitors: "Forget past visitors.",
};

/** What a person would write for an argument. */
function exampleWord(command: GeneratedCommand, argument: Argument): string {
  const { source, name, field } = argument;
  if (source !== "params") {
    // What most codes are made for.
    if (hasContent(command) && name === "type") return "link";
    return written(field.kind, field.example).map(quoted).join(" ");
  }
  if (titleOfArgument(command, argument) === "link") return "spring-sale";
  return field.kind.is === "choice" ? String(field.kind.of[0]) : "5";
}

function exampleOf(command: GeneratedCommand, name: string): string {
  const words = argumentsOf(command).map((argument) => exampleWord(command, argument));
  const flags =
    command.row.method === "PUT"
      ? exampleFlag(flagFieldsOf(command))
      : [...neededFlags(command), ...extraFlags(command)];
  return [name, ...words, ...flags].join(" ");
}

/** One flag, so that a change changes something. */
function exampleFlag(fields: readonly Field[]): string[] {
  const field = fields.find(({ kind }) => kind.is === "text") ?? fields[0];
  if (field === undefined) return [];
  return [`--${flagOf(field.name)}`, ...written(field.kind, field.example).map(quoted)];
}

function neededFlags(command: GeneratedCommand): string[] {
  return flagFieldsOf(command)
    .filter(({ isRequired }) => isRequired)
    .flatMap((field) => exampleFlag([field]));
}

function extraFlags(command: GeneratedCommand): string[] {
  if (hasContent(command)) return ["--out", "code.png"];
  return "page" in command.row.query.shape ? ["--limit", "100", "--page", "2"] : [];
}

function argumentHelp({ noun }: GeneratedCommand, title: string, { kind, meaning }: Field): string {
  if (title === "link") return "ID, alias or short URL";
  if (kind.is !== "number") return meaning;
  return `ID of the ${titleOf(title === "id" ? noun : title).one}`;
}

const withPicture = ["add", "show", "edit"];

function addPictureFlags(made: Command): void {
  made
    .option("--out <file>", "save the image in this file, which ends in .png or .svg")
    .option("--size <n>", "with --out: width in pixels, from 100 to 4,000");
}

function addFileFlags(made: Command): void {
  made
    .option("--out <file>", "file or folder to write to (default: standard output)")
    .option("--replace", "replace an existing file");
}

/** Lists of commands show them, too. */
function addArguments(made: Command, command: GeneratedCommand): void {
  for (const argument of argumentsOf(command)) {
    const title = titleOfArgument(command, argument);
    const text = argument.isOptional ? `[${title}]` : `<${title}>`;
    made.addArgument(new Word(text, argumentHelp(command, title, argument.field)));
  }
}

/** Flags and help. */
function addWords(made: Command, program: string, command: GeneratedCommand, name: string): void {
  const fields = [...fieldsOf(command.row.query), ...flagFieldsOf(command)];
  for (const option of fields.flatMap((field) => optionsOf(field))) made.addOption(option);
  for (const { flag, field } of furtherFlags(command.noun, flagFieldsOf(command))) {
    made.option(`--${flag} <${field.placeholder}>`, `same as --${field.name}`);
  }
  if (hasContent(command)) {
    for (const part of qrParts()) {
      const of = `${part.types.join(", ")}: ${part.meaning}`.replace(/: $/, "");
      for (const option of optionsOf({ ...part, meaning: of })) made.addOption(option);
    }
  }
  if (command.noun === "qr" && withPicture.includes(command.verb)) addPictureFlags(made);
  if (command.row.answer === "file") addFileFlags(made);
  if (hasContent(command) || fields.some(({ name: field }) => field === "password")) {
    made.addHelpText("after", "\nA password given as - is read from standard input.");
  }
  made.addHelpText("after", examples(program, exampleOf(command, name)));
}

interface Meant {
  /** What stands in front of a command where the reader is. */
  readonly program: string;
  /** Whether the line is about this command; the flags of others aren't made. */
  readonly isMeant: boolean;
  readonly typed: Typed;
}

function add(
  parent: Command,
  command: GeneratedCommand,
  name: string,
  { program, isMeant, typed }: Meant,
): void {
  const [last = name] = name.split(" ").slice(-1);
  const renewal = isShownAlone(command) ? sibling(command, "renew") : undefined;
  const made = parent
    .command(last, { isDefault: last !== name && isShownAlone(command) })
    .description(command.row.summary)
    .summary(command.row.summary.replace(/\.$/, ""))
    .action(async (...all: unknown[]) => {
      // Commander hands over the words, then the flags, then itself.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const { renew: isRenewed, ...flags } = all.at(-2) as Flags;
      const meant = isRenewed === true ? (renewal ?? command) : command;
      await runCommand(meant, all.slice(0, -2), flags, typed);
    });
  addArguments(made, command);
  if (isMeant) addWords(made, program, command, name);
  if (renewal !== undefined) {
    made.option("--renew", lowerFirst(renewal.row.summary.replace(/\.$/, "")));
  }
  made.addOption(dataFlag()).addOption(jsonFlag());
}

function ofNoun(noun: string): GeneratedCommand[] {
  return generatedCommands.filter((command) => command.noun === noun);
}

/**
 * What there is one of is shown without a word for it, and what is called by its plural is listed:
 * `waypost key`, `waypost tags`.
 */
function isShownAlone({ noun, verb, row }: GeneratedCommand): boolean {
  if (Object.keys(row.params.shape).length > 0) return false;
  return verb === "show" || (verb === "list" && titleOf(noun).many === noun);
}

/** Whether nothing or only a resource was named: that shows the commands there are. */
export function isIncomplete([noun, ...more]: readonly string[]): boolean {
  if (noun === undefined) return true;
  const commands = ofNoun(noun);
  if (more.length > 0 || commands.length === 0 || isShownByHand(noun)) return false;
  return !commands.some(isShownAlone);
}

/** What a group is about, and its commands. */
export function summaryOf(title: string, group: Command): string {
  return `${title}: ${group.commands.map((one) => one.name()).join(", ")}`;
}

/** What a resource without commands written by hand is for. */
function purposeOf(noun: string): string {
  const isOnlyShown = ofNoun(noun).every(({ row }) => row.method === "GET");
  return purposes[noun] ?? `${isOnlyShown ? "Show" : "Manage"} ${titleOf(noun).many}.`;
}

/** Adds the resources to commands written by hand, and the short forms for links. */
export function addGeneratedCommands(
  program: Command,
  [first, second]: readonly string[],
  typed: Typed,
): void {
  const reader = { program: program.name(), typed };
  program.commandsGroup("Short links:");
  for (const verb of shortcuts) {
    const command = ofNoun("link").find((one) => one.verb === verb);
    if (command !== undefined) add(program, command, verb, { ...reader, isMeant: first === verb });
  }
  program.commandsGroup("Resources:");
  for (const noun of new Set(generatedCommands.map((command) => command.noun))) {
    const { many } = titleOf(noun);
    const resource =
      program.commands.find((one) => one.name() === noun) ??
      program.command(noun).description(purposeOf(noun));
    for (const command of ofNoun(noun)) {
      add(resource, command, `${noun} ${command.verb}`, {
        ...reader,
        isMeant: first === noun && (second === command.verb || isShownAlone(command)),
      });
    }
    resource.summary(summaryOf(many, resource));
  }
}
