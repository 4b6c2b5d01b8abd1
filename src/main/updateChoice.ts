import { readFileSync } from "node:fs";
import { z } from "zod";
import { replaceFileNow } from "../app/index.ts";
import type { UpdatesParts } from "./updates.ts";

const kept = z.object({ isDaily: z.boolean() });

/** Kept with the shell's files. Missing or broken means no: nothing is asked of the web unasked. */
export function openUpdateChoice(file: string): UpdatesParts["choice"] {
  let isDaily = read(file);
  return {
    isDaily: () => isDaily,
    setDaily(wanted) {
      isDaily = wanted;
      replaceFileNow(file, `${JSON.stringify({ isDaily })}\n`);
    },
  };
}

function read(file: string): boolean {
  try {
    return kept.parse(JSON.parse(readFileSync(file, "utf8"))).isDaily;
  } catch {
    return false;
  }
}
