import { hint } from "./terminal/print.ts";

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

/** Where the line has words other than the flags that every command takes, which may stand anywhere. */
function wordPlaces(line: readonly string[]): number[] {
  return [...line.keys()].filter((at) => {
    const word = line[at] ?? "";
    const isCommonFlag = word === "--json" || word === "--data" || word.startsWith("--data=");
    return !isCommonFlag && line[at - 1] !== "--data";
  });
}

/** The line with the present name of its command; notes that name where the line has a former one. */
export function withPresentName(line: readonly string[]): readonly string[] {
  const places = wordPlaces(line);
  for (const [former, present] of Object.entries(formerCommands)) {
    const named = places.slice(0, former.split(" ").length);
    if (named.map((at) => line[at]).join(" ") !== former) continue;
    hint(`"${former}" has been renamed`, present);
    const rest = line.filter((_, at) => !named.includes(at));
    return rest.toSpliced(named[0] ?? 0, 0, ...present.split(" "));
  }
  return line;
}
