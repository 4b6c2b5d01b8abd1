import { hint } from "./terminal/print.ts";
import { fromCommand } from "./typed.ts";

/** Commands by their former names, which work for one more version. */
const formerCommands: Readonly<Record<string, string>> = {
  "edge set-up": "edge setup",
  "edge take-over": "edge claim",
  "edge drain": "edge pull",
  "edge at-home": "edge local-only",
  "public prove": "public verify",
  "public dark on": "public pause",
  "public dark off": "public resume",
};

/** The line with the present name of its command; notes that name where the line has a former one. */
export function withPresentName(line: readonly string[]): readonly string[] {
  const words = fromCommand(line);
  for (const [former, present] of Object.entries(formerCommands)) {
    const { length } = former.split(" ");
    if (words.slice(0, length).join(" ") !== former) continue;
    hint(`"${former}" has a new name`, present);
    const flags = line.slice(0, line.length - words.length);
    return [...flags, ...present.split(" "), ...words.slice(length)];
  }
  return line;
}
