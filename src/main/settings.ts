import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { replaceFileNow } from "../server/index.ts";
import { windowPlace, type WindowPlace } from "./bounds.ts";

const shellSettings = z.object({ window: windowPlace.nullable() });

/** What the shell itself remembers; everything else is a setting of the service. */
export interface Settings {
  window(): WindowPlace | null;
  rememberWindow(place: WindowPlace): void;
}

/** A missing or broken file means nothing is remembered: it only holds the window's place. */
export function openSettings(file: string): Settings {
  let window = read(file);
  return {
    window: () => window,
    rememberWindow(place) {
      window = place;
      write(file, { window });
    },
  };
}

function read(file: string): WindowPlace | null {
  try {
    return shellSettings.parse(JSON.parse(readFileSync(file, "utf8"))).window;
  } catch {
    return null;
  }
}

/** A window that can't be remembered is no reason to disturb anyone. */
function write(file: string, settings: z.output<typeof shellSettings>): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    replaceFileNow(file, `${JSON.stringify(settings, null, 2)}\n`);
  } catch {
    // Full disk or read-only folder: the service says so where it matters.
  }
}
