import { Option } from "commander";

/** Flags that every command has. */
export interface CommonFlags {
  readonly data?: string;
  readonly json?: boolean;
}

export const dataFlag = () =>
  new Option("--data <dir>", "data folder (default: WAYPOST_DATA, or the system's default)");

export const jsonFlag = (help = "print the API response as JSON") => new Option("--json", help);

/** A flag that may be repeated. */
export const repeated = (flags: string, help: string) => new Option(flags, help).argParser(several);

export function several(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}

/** @param program what the reader types in front of a command */
export function examples(program: string, ...commands: readonly string[]): string {
  const title = commands.length === 1 ? "Example" : "Examples";
  return `\n${title}:\n${commands.map((command) => `  $ ${program} ${command}`).join("\n")}`;
}
