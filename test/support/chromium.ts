import { findChromium } from "../../scripts/chromium.mjs";
import { chrome } from "./userAgents.ts";

/** How the tests start a Chromium, on any machine. */
export function chromiumOptions() {
  const executablePath = findChromium();
  return {
    ...(executablePath === null ? {} : { executablePath }),
    // Its own says `HeadlessChrome`, which would make every visit a bot's.
    userAgent: chrome,
    args: [
      // Chromium refuses to run its sandbox as root.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      // On a closed network these keep waiting for an answer.
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      // Drawn by the processor one way or the other: a process of its own for that costs a seventh of all.
      "--disable-gpu",
      "--disable-software-rasterizer",
      "--in-process-gpu",
    ],
  };
}
