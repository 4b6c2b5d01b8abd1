import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

export const src = resolve(import.meta.dirname, "../../src");

/** Files and packages that a start loads: whatever is imported, and not only its types, and not only when it is asked for. */
function loadedFrom(file: string, loaded: Set<string>): Set<string> {
  if (loaded.has(file) || !existsSync(file)) return loaded;
  loaded.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, types, path = ""] of text.matchAll(
    /^(?:import|export)\s+(type\s)?[^;]*?from\s+"([^"]+)";/gm,
  )) {
    if (types !== undefined) continue;
    if (path.startsWith(".")) loadedFrom(join(dirname(file), path), loaded);
    else loaded.add(path);
  }
  return loaded;
}

/** What these files below `src` load. */
export function loadedBy(...files: readonly string[]): readonly string[] {
  const loaded = new Set<string>();
  for (const file of files) loadedFrom(join(src, file), loaded);
  return [...loaded];
}

/** What a start of the server loads. */
export function loadedAtStart(): readonly string[] {
  return loadedBy("app/index.ts");
}
