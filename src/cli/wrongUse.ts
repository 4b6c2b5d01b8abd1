import type { Command, CommanderError } from "commander";
import { nearest } from "./nearest.ts";

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
  const known = typed.startsWith("-") ? flagsOf(command) : namesOf(command);
  const bare = (word: string) => word.replace(/^--/, "");
  const found = nearest(bare(typed), known.map(bare));
  return known.find((word) => bare(word) === found);
}

/** What was wrong with a line, what was probably meant, and where it is told. */
export function wrongUseText(
  { message }: CommanderError,
  program: Command,
  line: readonly string[],
): string {
  const what = message.replace(/^error: |\.$/g, "").replaceAll(/'([^']*)'/g, '"$1"');
  const command = meant(program, line);
  const [, typed] = /^unknown (?:option|command) "([^"]*)"/.exec(what) ?? [];
  const found = typed === undefined ? undefined : suggestion(typed, command);
  const help = [program.name(), ...wayTo(command), "--help"].join(" ");
  return `${what}.${found === undefined ? "" : ` Did you mean ${found}?`} See ${help}`;
}
