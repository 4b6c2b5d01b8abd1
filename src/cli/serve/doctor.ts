import { mendFolder, type Salvaged } from "../../app/index.ts";
import { print, printJson } from "../output.ts";
import { dataDirOf, type ServiceFlags } from "../runningService.ts";

function linesOf(dir: string, { kept, lost, keptAside, findings }: Salvaged): string[] {
  if (findings.length === 0 && keptAside.length === 0) {
    return [`Nothing is wrong with ${dir}: ${kept} records.`];
  }
  return [
    ...findings,
    `Mended ${dir}: ${kept} records are safe.`,
    ...(lost === 0 ? [] : [`Lost: ${lost} that could not be read any more.`]),
    ...(keptAside.length === 0
      ? []
      : ["The files as they were found:", ...keptAside.map((file) => `  ${file}`)]),
  ];
}

/** Mends a damaged data folder; refused while a service runs on it. */
export async function doctor(flags: ServiceFlags): Promise<void> {
  const dir = dataDirOf(flags.data);
  const salvaged = await mendFolder(dir);
  if (flags.json === true) return printJson(salvaged);
  for (const line of linesOf(dir, salvaged)) print(line);
}
