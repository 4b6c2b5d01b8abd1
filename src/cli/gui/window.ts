import { serviceOperations } from "../../contract/service.ts";
import { CommandFailed, exitCodes } from "../exitCodes.ts";
import { openBrowser } from "../openBrowser.ts";
import { pageForBrowser } from "./pageForBrowser.ts";
import { isOnTerminal, note, print, printJson, shownGui } from "../output.ts";
import { dataDirOf, runningService, type ServiceFlags } from "../runningService.ts";
import type { Typed } from "../typed.ts";

/** Opens the running service's GUI and prints its address, for where no browser can be opened. */
export async function openWindow(flags: ServiceFlags, typed: Typed): Promise<void> {
  const { call, gui } = runningService(flags.data, typed);
  // Says so when the service is gone, before a browser shows an error page.
  await call(serviceOperations.getService);
  if (gui === null) {
    throw new CommandFailed(
      exitCodes.failed,
      "The running Waypost serves no GUI in the browser: use its own window, or start it without --no-gui.",
    );
  }
  const page = pageForBrowser(dataDirOf(flags.data), gui);
  const opened = await openBrowser(page.address);
  if (flags.json === true) printJson({ gui: shownGui(gui), opened });
  else print(shownGui(gui));
  if (!opened && !isOnTerminal()) note(keyHint(typed));
  if (opened && !(await page.isUsed()))
    note("The browser didn't open Waypost within 20 seconds. Open the address above yourself.");
  page.remove();
}

/** For a reader who needs the key where it isn't written. */
export function keyHint(typed: Typed): string {
  return `The key that opens it is shown on a terminal only: ${typed("open")}`;
}
