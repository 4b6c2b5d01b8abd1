import { app } from "electron";
import type { RunningServer } from "../app/index.ts";

/**
 * Milliseconds after which the end counts as failed. What is in flight and the store take three
 * seconds at most by themselves; a busy machine takes longer for the same.
 */
const patience = 10_000;

export interface Quitting {
  /** Whether the owner must be asked first: a job is under way, and nobody said yet to end it. */
  mustAsk(): boolean;
  /** Ends Waypost and starts it again, unless the owner would rather keep working. */
  restart(): Promise<void>;
}

/** Ends the service before the process, however the end was asked for. */
export function setupQuit(options: {
  readonly server: Pick<RunningServer, "close" | "runningJobs">;
  readonly askToQuit: (jobs: number) => Promise<boolean>;
  /** Without a window, too. */
  readonly keepsServing: () => boolean;
  readonly goesOn: () => void;
}): Quitting {
  const { server, askToQuit, keepsServing, goesOn } = options;
  let isClosing = false;
  let isAgreed = false;
  const mustAsk = () => !isAgreed && server.runningJobs() > 0;
  async function agree(): Promise<boolean> {
    if (!mustAsk()) return true;
    isAgreed = await askToQuit(server.runningJobs());
    return isAgreed;
  }

  async function quitIfAgreed(): Promise<void> {
    if (await agree()) app.quit();
  }

  app.on("before-quit", (event) => {
    if (!mustAsk()) return;
    event.preventDefault();
    void quitIfAgreed();
  });
  // After the windows closed (they remember their place then) and before the process ends.
  app.on("will-quit", (event) => {
    event.preventDefault();
    if (isClosing) return;
    isClosing = true;
    void closeWithin(server, patience).then((code) => app.exit(code));
  });
  app.on("window-all-closed", () => {
    // On macOS a program stays until it is quit.
    if (process.platform === "darwin") return;
    if (keepsServing()) goesOn();
    else app.quit();
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => {
      // Nobody is there to be asked when the system goes down.
      isAgreed = true;
      app.quit();
    });
  return {
    mustAsk,
    async restart() {
      if (!(await agree())) return;
      app.relaunch();
      app.quit();
    },
  };
}

/** @returns the exit code: 1 where something may not be safe on disk */
async function closeWithin(server: Pick<RunningServer, "close">, limit: number): Promise<0 | 1> {
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
