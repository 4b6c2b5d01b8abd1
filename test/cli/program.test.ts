import { expect, test } from "vitest";
import { generatedCommands } from "../../src/cli/generated/commands.ts";
import { readCommandLine } from "../../src/cli/generated/readCommandLine.ts";
import type { Flags } from "../../src/cli/generated/flags.ts";
import { buildProgram } from "../../src/cli/program.ts";

const subjects = generatedCommands.map(
  (command) => [`${command.noun} ${command.verb}`, command] as const,
);

/** The program's own view of one of its commands. */
function commandNamed(name: string) {
  const [noun = "", verb = ""] = name.split(" ");
  const resource = buildProgram([noun, verb]).commands.find((one) => one.name() === noun);
  const made = resource?.commands.find((one) => one.name() === verb);
  if (made === undefined) throw new Error(`there is no ${name}`);
  return made;
}

/** Words of a line, as a shell would take them. */
function shellWords(line: string): string[] {
  return Array.from(
    line.matchAll(/'([^']*)'|(\S+)/g),
    ([, inQuotes, bare]) => inQuotes ?? bare ?? "",
  );
}

test.each(subjects)("the help of `%s` has an example that the command takes", (name, command) => {
  const made = commandNamed(name);
  let help = "";
  made.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  expect(help).toContain(command.row.summary.slice(0, 20));
  const [, example = ""] = /Example:\n {2}\$ waypost (.*)/.exec(help) ?? [];
  expect(example.startsWith(name)).toBe(true);

  let words: readonly unknown[] = [];
  let flags: Flags = {};
  made.action((...all: unknown[]) => {
    words = all.slice(0, -2);
    flags = all.at(-2) as Flags;
  });
  made.exitOverride().parse(shellWords(example).slice(2), { from: "user" });
  const { body } = readCommandLine(command, words, flags);
  if (command.row.method !== "POST") return;
  expect(command.row.body.safeParse(body).error?.issues ?? []).toEqual([]);
});

test("links have short forms", () => {
  const names = buildProgram([]).commands.map((one) => one.name());
  expect(names).toEqual(
    expect.arrayContaining(["add", "list", "show", "edit", "remove", "restore", "qr", "key"]),
  );
  expect(new Set(names).size).toBe(names.length);
});

test("resources stand in the list of commands under words that there are", () => {
  const summaries = buildProgram([]).commands.map((one) => one.summary());
  expect(summaries.find((one) => one.startsWith("alias"))).toBe("aliases: show");
  expect(summaries.find((one) => one.startsWith("statistic"))).toMatch(/^statistics: show, /);
  expect(summaries).toContain("settings: list, show, set, unset");
});
