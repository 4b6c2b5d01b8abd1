import { serviceOperations } from "../contract/service.ts";
import { forgetVisitors } from "../app/index.ts";
import { onServiceOrFolder } from "./onServiceOrFolder.ts";
import { print, printJson } from "./output.ts";
import type { ServiceFlags } from "./runningService.ts";
import type { Typed } from "./typed.ts";

/** Draws a new key for visitors, by the running service or on its folder. */
export async function forgetAllVisitors(flags: ServiceFlags, typed: Typed): Promise<void> {
  await onServiceOrFolder(flags, typed, {
    service: async ({ call }) => {
      await call(serviceOperations.forgetVisitors);
    },
    folder: (dir) => forgetVisitors(dir),
  });
  const message =
    "All visitors have been forgotten: nobody can tell any more who the counted ones were. Whoever comes again counts as new.";
  if (flags.json === true) printJson({ error: 0, message });
  else print(message);
}
