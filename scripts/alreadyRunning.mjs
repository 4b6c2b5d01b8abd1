/** @typedef {{ pid: number, hasGui: boolean, hasWindow: boolean, settings: Record<string, string> }} Running */

/**
 * What `npm start` says of a Waypost that serves the folder already.
 * @param {Running} running
 * @param {readonly string[]} ignored flags that it doesn't have
 * @returns {string[]} lines
 */
export function alreadyRunning({ pid, hasGui, hasWindow }, ignored) {
  const stop = hasWindow ? "choose Quit in its menu" : "press Ctrl+C where it runs";
  const where = hasWindow ? ", in its own window" : hasGui ? "" : ", without a window (--no-gui)";
  return [
    `Waypost is already running (process ${pid})${where}.`,
    ...(hasGui || hasWindow
      ? []
      : [`To open a window, stop it (${stop}, or run: kill ${pid}) and run npm start again.`]),
    ...(ignored.length === 0
      ? []
      : [
          `It was started with other settings, so these flags have no effect: ${ignored.join(", ")}. ` +
            `To use them, stop it (${stop}, or run: kill ${pid}) and start again with the same flags.`,
        ]),
  ];
}
