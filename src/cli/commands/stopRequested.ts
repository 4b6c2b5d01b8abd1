const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type StopSignal = (typeof stopSignals)[number];

/** As shells number them, for an exit code of 128 and more. */
const numbers: Readonly<Record<StopSignal, number>> = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };

/**
 * npm passes on the signals that it gets, and a Ctrl+C in a terminal reaches both npm and us: one
 * key press then arrives twice. Within so many milliseconds the second is the echo of the first.
 */
const echo = 250;

/** Milliseconds between two looks at who our parent is. */
const parentInterval = 200;

/**
 * npm dies of a SIGHUP without passing it on, and passes a SIGTERM to the shell that it starts us
 * through where that stays between us. Losing the parent is the signal then.
 */
function whenOrphaned(run: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    run();
  }, parentInterval);
  watch.unref();
}

/** Resolves at the first signal to stop. A further one ends the process at once. */
export function stopRequested(): Promise<void> {
  const isUnderNpm = process.env["npm_lifecycle_event"] !== undefined;
  return new Promise((resolve) => {
    let first: { readonly signal: StopSignal; readonly at: number } | undefined;
    for (const signal of stopSignals) {
      process.on(signal, () => {
        const now = performance.now();
        if (first === undefined) {
          first = { signal, at: now };
          resolve();
        } else if (!(isUnderNpm && signal === first.signal && now - first.at < echo)) {
          process.exit(128 + numbers[signal]);
        }
      });
    }
    if (isUnderNpm) whenOrphaned(resolve);
    // `npm start` holds a channel to us: when it lets go, or dies, that is a signal to stop too.
    if (process.send !== undefined) {
      if (process.connected) process.once("disconnect", resolve);
      else resolve();
    }
  });
}
