import { expect, test } from "vitest";
import type { Command } from "commander";
import { generatedCommands } from "../../src/cli/generated/commands.ts";
import { readCommandLine } from "../../src/cli/generated/readCommandLine.ts";
import type { Flags } from "../../src/cli/generated/flags.ts";
import { buildProgram } from "../../src/cli/program.ts";
import { browserCommand } from "../../src/cli/commands/open.ts";
import { shortened, table, widthOf, type Column } from "../../src/cli/terminal/table.ts";

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

test("each system opens an address in its own way", () => {
  expect(browserCommand("darwin", {})).toEqual(["open"]);
  expect(browserCommand("win32", {})?.[0]).toBe("rundll32");
  expect(browserCommand("linux", { DISPLAY: ":0" })).toEqual(["xdg-open"]);
  expect(browserCommand("linux", { WAYLAND_DISPLAY: "wayland-0" })).toEqual(["xdg-open"]);
});

test("where there is no screen no browser is looked for", () => {
  expect(browserCommand("linux", {})).toBeNull();
  expect(browserCommand("linux", { DISPLAY: "" })).toBeNull();
});

interface Row {
  readonly id: number;
  readonly url: string;
}

const columns: readonly Column<Row>[] = [
  { title: "ID", value: ({ id }) => String(id), align: "right" },
  { title: "LEADS TO", value: ({ url }) => url, shrinks: true },
  { title: "END", value: () => "x" },
];

test("columns are aligned, numbers to the right, without spaces at the end", () => {
  expect(
    table(
      columns,
      [
        { id: 7, url: "https://a.example" },
        { id: 123, url: "b" },
      ],
      80,
    ),
  ).toEqual([
    " ID  LEADS TO           END",
    "  7  https://a.example  x",
    "123  b                  x",
  ]);
});

test("only the column that may shrink gives way on a narrow screen", () => {
  const lines = table(columns, [{ id: 1, url: "https://example.org/a/long/way/to/go" }], 30);
  expect(lines).toEqual([
    "ID  LEADS TO               END",
    "1".padStart(2) + "  https://example.org/…  x",
  ]);
  expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(30);
});

test("a pipe has no edge", () => {
  const url = "https://example.org/".padEnd(500, "a");
  expect(table(columns, [{ id: 1, url }], Number.POSITIVE_INFINITY)[1]).toContain(url);
});

test("wide characters, Persian and emoji keep the columns aligned", () => {
  const ends = ["日本", "بهار", "👍🏽", "plain"].map((url) =>
    widthOf((table(columns, [{ id: 1, url }], 80)[1] ?? "").replace(/x$/, "")),
  );
  expect(new Set(ends).size).toBe(1);
});

test("nothing that a title holds can move the cursor or break the line", () => {
  const [, line] = table(columns, [{ id: 1, url: "a\u001B[2J\nb\u2028c" }], 80);
  expect(line).toBe(" 1  a [2J b c  x");
});

test("text is cut between whole characters", () => {
  expect(shortened("日本語", 4)).toBe("日…");
  expect(shortened("👨‍👩‍👧 and more", 4)).toBe("👨‍👩‍👧 …");
});
