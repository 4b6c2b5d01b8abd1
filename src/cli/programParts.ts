import { type Command, Option } from "commander";

export const dataFlag = () =>
  new Option("--data <dir>", "data folder (default: WAYPOST_DATA, else the system's own place)");

export const jsonFlag = () => new Option("--json", "print the service's own answer, for scripts");

/** @param program what the reader types in front of a command */
export function examples(program: string, ...commands: readonly string[]): string {
  const title = commands.length === 1 ? "Example" : "Examples";
  return `\n${title}:\n${commands.map((command) => `  $ ${program} ${command}`).join("\n")}`;
}

/**
 * Makes the commands of a group, each with the flags that all of them have.
 * @param otherwise the one that the group's name alone stands for
 */
export function commandsOf(program: Command, group: Command, otherwise: string) {
  return (usage: string, summary: string, ...shown: readonly string[]) =>
    group
      .command(usage, { isDefault: usage === otherwise })
      .summary(summary.replace(/\.$/, ""))
      .description(summary)
      .addOption(dataFlag())
      .addOption(jsonFlag())
      .addHelpText("after", examples(program.name(), ...shown));
}
