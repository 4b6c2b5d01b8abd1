import { settingsOperations } from "../contract/settings.ts";
import { printJson } from "./output.ts";
import { runningService, type ServiceFlags } from "./runningService.ts";
import type { Typed } from "./typed.ts";

/** For `npm start`: who serves the folder already, and what its settings are now. */
export async function tellRunning(flags: ServiceFlags, typed: Typed): Promise<void> {
  const { call, gui, hasWindow, pid } = runningService(flags.data, typed);
  const { listSettings } = settingsOperations;
  const { settings } = listSettings.response.parse(await call(listSettings));
  const held = settings.map(({ key, value }) => [key, String(value ?? "off")]);
  printJson({ pid, hasGui: gui !== null, hasWindow, settings: Object.fromEntries(held) });
}
