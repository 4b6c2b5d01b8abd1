import { counted } from "../../contract/counted.ts";
import { serviceOperations } from "../../contract/server/service.ts";
import type { Salvaged } from "../../app/index.ts";
import { dataDirOf, serviceIfRunning } from "../service/runningService.ts";
import { print, printJson, printLines } from "../terminal/print.ts";
import type { AddCommand, Context } from "./command.ts";

function repairLines(dir: string, { kept, lost, keptAside, findings }: Salvaged): string[] {
  if (findings.length === 0 && keptAside.length === 0) {
    return [`${dir} isn't damaged. It has ${counted(kept, "record")}.`];
  }
  return [
    ...findings,
    `Repaired ${dir}. It has ${counted(kept, "intact record")}.`,
    ...(lost === 0 ? [] : [`Lost: ${counted(lost, "record")} that couldn't be read.`]),
    ...(keptAside.length === 0 ? [] : ["Waypost set the damaged files aside:"]),
    ...keptAside.map((file) => `  ${file}`),
  ];
}

/** Repairs a damaged data folder; refused while a service runs on it. */
async function doctor({ flags, isJson }: Context): Promise<void> {
  const { repairFolder } = await import("../../app/index.ts");
  const dir = dataDirOf(flags.data);
  const salvaged = await repairFolder(dir);
  if (isJson) return printJson(salvaged);
  printLines(repairLines(dir, salvaged));
}

/** Replaces the key of anonymous visitor IDs, through the running service or in its folder. */
async function forgetVisitors({ flags, isJson, typed }: Context): Promise<void> {
  const service = await serviceIfRunning(flags.data, typed);
  if (service === null) {
    const server = await import("../../app/index.ts");
    await server.forgetVisitors(dataDirOf(flags.data));
  } else {
    await service.call(serviceOperations.forgetVisitors);
  }
  const message =
    "Forgot all visitors. Waypost can't recognize past visitors anymore. Returning visitors count as new visitors.";
  if (isJson) printJson({ error: 0, message });
  else print(message);
}

export function addDoctor(add: AddCommand): void {
  add({
    usage: "doctor",
    summary: "Repair a damaged data folder",
    description:
      "Save all intact records of a damaged data folder, and set the damaged files aside. Stop the server first.",
    json: "print the result as JSON",
    run: doctor,
  });
}

export function addForgetVisitors(add: AddCommand): void {
  add({
    usage: "forget-visitors",
    summary: "Forget visitors: replace the key of their anonymous IDs",
    description:
      "Replace the key of anonymous visitor IDs, so that nobody can recognize past visitors, not even on this computer. Totals don't change. Returning visitors count as new visitors.",
    json: "print the result as JSON",
    run: forgetVisitors,
  });
}
