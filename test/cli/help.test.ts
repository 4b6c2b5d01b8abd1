import type { Command } from "commander";
import { expect, test } from "vitest";
import { buildProgram } from "../../src/cli/program.ts";

/** The words of every command, groups and the program itself included. */
function pathsBelow(command: Command, path: readonly string[] = []): (readonly string[])[] {
  return [path, ...command.commands.flatMap((one) => pathsBelow(one, [...path, one.name()]))];
}

/** On lines as long as they are, so that each option has one. */
function helpOf(path: readonly string[]): string {
  let command: Command | undefined = buildProgram(path);
  for (const name of path) command = command?.commands.find((one) => one.name() === name);
  let help = "";
  command
    ?.configureOutput({ writeOut: (text) => (help += text), getOutHelpWidth: () => 10_000 })
    .outputHelp();
  return help;
}

test("the help of every command has flags in kebab-case and says each default once", () => {
  const lines = pathsBelow(buildProgram([])).flatMap((path) =>
    helpOf(path)
      .split("\n")
      .map((line) => `waypost ${path.join(" ")}: ${line.trim()}`),
  );
  expect(lines.length).toBeGreaterThan(2000);
  const wrong = [
    /--[a-z.-]*[A-Z]/,
    /when not given.*when not given/,
    /at most [\d,]+ characters/,
    /--parameters .*Spring sale/,
  ];
  expect(lines.filter((line) => wrong.some((pattern) => pattern.test(line)))).toEqual([]);
});
