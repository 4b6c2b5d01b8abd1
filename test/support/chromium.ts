import { findChromium } from "../../scripts/chromium.mjs";

/** Desktop Chrome's own: `HeadlessChrome` in it would make every visit a bot's. */
const userAgent =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

/** How the tests start a Chromium, on any machine. */
export function chromiumOptions() {
  const executablePath = findChromium();
  return {
    ...(executablePath === null ? {} : { executablePath }),
    userAgent,
    args: [
      // Chromium refuses to run its sandbox as root.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      // On a closed network these keep waiting for an answer.
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  };
}
