import { Option } from "commander";

export const dataFlag = () =>
  new Option("--data <dir>", "data folder (default: the system's own place)");

export const jsonFlag = () => new Option("--json", "print the service's own answer, for scripts");

export function examples(...lines: readonly string[]): string {
  const title = lines.length === 1 ? "Example" : "Examples";
  return `\n${title}:\n${lines.map((line) => `  $ ${line}`).join("\n")}`;
}
