import { app } from "electron";
import type { RunningServer } from "../server/index.ts";

/**
 * Milliseconds after which the end counts as failed. What is in flight and the store take three
 * seconds at most by themselves; a busy machine takes longer for the same.
 */
const patience = 10_000;

/** Ends the service before the process, however the end was asked for. */
export function setupQuit(server: RunningServer): void {
  let isClosing = false;
  // After the windows closed (they remember their place then) and before the process ends.
  app.on("will-quit", (event) => {
    event.preventDefault();
    if (isClosing) return;
    isClosing = true;
    void closeWithin(server, patience).then((code) => app.exit(code));
  });
  app.on("window-all-closed", () => {
    // On macOS a program stays until it is quit.
    if (process.platform !== "darwin") app.quit();
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => app.quit());
}

/** @returns the exit code: 1 where something may not be safe on disk */
async function closeWithin(server: RunningServer, limit: number): Promise<0 | 1> {
  const tooLate = new Promise<1>((resolve) => {
    setTimeout(resolve, limit, 1);
  });
  return await Promise.race([
    server.close().then(
      () => 0 as const,
      () => 1 as const,
    ),
    tooLate,
  ]);
}
