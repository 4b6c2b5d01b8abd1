import type { Command, CommanderError } from "commander";
import { otherNames } from "../contract/otherNames.ts";
import { nearest } from "../contract/nearest.ts";
import { quoted } from "./typed.ts";

/** The command that a line is about, as far as its words name one. */
function meant(program: Command, line: readonly string[]): Command {
  const [word, ...rest] = line;
  const next = program.commands.find((one) => one.name() === word);
  return next === undefined ? program : meant(next, rest);
}

function flagsOf(command: Command): string[] {
  const { parent } = command;
  const own = command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long }) => long ?? []);
  return parent === null ? own : [...own, ...flagsOf(parent)];
}

function namesOf(command: Command): string[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((one) => one.name());
}

/** How a command is called from the program on. */
function wayTo(command: Command): string[] {
  return command.parent === null ? [] : [...wayTo(command.parent), command.name()];
}

function suggestion(typed: string, command: Command): string | undefined {
  const isFlag = typed.startsWith("-");
  const known = isFlag ? flagsOf(command) : namesOf(command);
  const bare = (word: string) => word.replace(/^--/, "");
  const words = known.map(bare);
  const ours = otherNames[bare(typed)];
  const found = ours !== undefined && words.includes(ours) ? ours : nearest(bare(typed), words);
  const near = known.find((word) => bare(word) === found);
  return near ?? (isFlag ? undefined : shown(typed, command));
}

/** `settings rateLimit` without a verb probably means `show`. */
function shown(typed: string, command: Command): string | undefined {
  if (command.name() !== "settings") return undefined;
  return `show ${quoted(typed)}`;
}

function faultOf({ message }: CommanderError, command: Command): string {
  const what = message.replace(/^error: |\.$/g, "").replaceAll(/'([^']*)'/g, '"$1"');
  const [, extra] = /^too many arguments .*: (\S+)$/.exec(what) ?? [];
  // The command that stands for a group by itself has got a word that is no command of the group.
  return extra === undefined || command.commands.length === 0 ? what : `unknown command "${extra}"`;
}

/** What was wrong with a line, what was probably meant, and where its help is. */
export function wrongUseText(
  error: CommanderError,
  program: Command,
  line: readonly string[],
): string {
  const command = meant(program, line);
  const what = faultOf(error, command);
  const [, typed] = /^unknown (?:option|command) "([^"]*)"/.exec(what) ?? [];
  const found = typed === undefined ? undefined : suggestion(typed, command);
  const help = [program.name(), ...wayTo(command), "--help"].join(" ");
  return `${what}.${found === undefined ? "" : ` Did you mean ${found}?`} See ${help}`;
}
