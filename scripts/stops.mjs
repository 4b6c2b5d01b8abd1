import { constants } from "node:os";

const stopSignals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/** Milliseconds between two looks at who our parent is. */
const interval = 200;

/**
 * Tells each signal to end. npm dies of some without passing them on: losing it is the signal then.
 * @param {(signal: NodeJS.Signals) => void} stop
 */
export function listenForStops(stop) {
  for (const signal of stopSignals) process.on(signal, () => stop(signal));
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop("SIGTERM");
  }, interval);
  watch.unref();
}

/** What is to be given back or ended waits for the event "exit". */
export function exitAtOnce(/** @type {NodeJS.Signals} */ signal) {
  process.exit(128 + (constants.signals[signal] ?? 0));
}

export function isRunning(/** @type {number} */ pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
