import { basename, relative, resolve } from "node:path";

/** How the reader of a hint types a command of ours, for the data folder that is meant. */
export type Typed = (command: string) => string;

/** As a shell takes it for one word. */
export function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** What of a process tells how it was started. */
export interface Start {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The file that Node runs, as it was named. */
  readonly script: string;
  readonly workingDir: string;
  /** What stands in front of a command, where whoever started us knows. */
  readonly program?: string;
}

/** What stands in front of a command: `waypost`, where that is a command at all. */
export function programName({ environment, script, workingDir, program }: Start): string {
  if (program !== undefined) return program;
  if (environment["npm_command"] === "exec") return "npx waypost";
  if (/^waypost(\.\w+)?$/.test(basename(script))) return "waypost";
  // `npm start` and `npm run serve` lead here too; whoever started them has npm and the folder.
  if (environment["npm_package_name"] === "waypost") return "npm run -s waypost --";
  return `node ${quoted(relative(workingDir, script) || script)}`;
}

/** The data folder that a command line names, wherever it stands on it, or else `WAYPOST_DATA`: the next terminal may not have that. */
export function dataIn(line: readonly string[]): string | undefined {
  const at = line.findIndex((word) => word === "--data" || word.startsWith("--data="));
  const flag = at === -1 ? undefined : line[at];
  if (flag !== undefined) return flag === "--data" ? line[at + 1] : flag.slice("--data=".length);
  const named = process.env["WAYPOST_DATA"] ?? "";
  return named.trim() === "" ? undefined : resolve(named);
}

/** The line from its command on: flags that every command takes may stand in front of it. */
export function fromCommand(line: readonly string[]): readonly string[] {
  const [first = "", ...rest] = line;
  if (first === "--data") return fromCommand(rest.slice(1));
  return first === "--json" || first.startsWith("--data=") ? fromCommand(rest) : line;
}

/** @param data the folder as the command line named it */
export function typedAs(program: string, data: string | undefined): Typed {
  const folder = data === undefined ? "" : ` --data ${quoted(data)}`;
  return (command) => `${program} ${command}${folder}`;
}

/** Messages from below say `"waypost doctor"`; their reader may have to type something else. */
export function retyped(message: string, typed: Typed): string {
  return message.replaceAll(/"waypost ([a-z][\w. -]*)"/g, (_, command: string) => typed(command));
}
