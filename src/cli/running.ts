import { serviceOperations } from "../contract/service.ts";
import { printJson } from "./output.ts";
import { runningService, type ServiceFlags } from "./runningService.ts";
import type { Typed } from "./typed.ts";

/** For `npm start`: who serves the folder already, and what it was started as. */
export async function tellRunning(flags: ServiceFlags, typed: Typed): Promise<void> {
  const { call, gui, pid, settings } = runningService(flags.data, typed);
  await call(serviceOperations.getService);
  printJson({ pid, hasGui: gui !== null, settings });
}
