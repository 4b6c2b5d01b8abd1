/** As shells number them, for an exit code of 128 and more. */
const numbers = /** @type {const} */ ({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 });

/** @typedef {keyof typeof numbers} StopSignal */

/** Milliseconds between two looks at who our parent is. */
const parentInterval = 200;

/**
 * Tells each signal to end. npm doesn't pass every one on: losing it is the signal then.
 * @param {(signal: StopSignal) => void} stop
 */
export function listenForStops(stop) {
  for (const signal of /** @type {StopSignal[]} */ (Object.keys(numbers))) {
    process.on(signal, () => stop(signal));
  }
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop("SIGTERM");
  }, parentInterval);
  watch.unref();
}

/** What is to be given back or ended waits for the event "exit". */
export function exitAtOnce(/** @type {StopSignal} */ signal) {
  process.exit(128 + numbers[signal]);
}
