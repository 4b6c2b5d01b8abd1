import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";

const src = resolve(import.meta.dirname, "../../../src");
const home = join(src, "mirror", "home");

/** What a start loads: whatever is imported, and not only its types, and not only when it is asked for. */
function loadedFrom(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file) || !existsSync(file)) return loaded;
  loaded.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, types, path = ""] of text.matchAll(
    /^(?:import|export)\s+(type\s)?[^;]*?from\s+"(\.[^"]+)";/gm,
  )) {
    if (types === undefined) loadedFrom(join(dirname(file), path), loaded);
  }
  return loaded;
}

test("a server without a mirror loads nothing that one is made of", () => {
  const loaded = [...loadedFrom(join(src, "app", "index.ts"))];
  const ofHome = loaded.filter((file) => file.startsWith(home));
  expect(ofHome.map((file) => file.slice(home.length + 1)).toSorted()).toEqual([
    "edge.ts",
    "edgeRecord.ts",
    "handlers.ts",
    "model.ts",
    "setUpProgress.ts",
  ]);
  for (const room of ["wire", "worker"]) {
    expect(loaded.filter((file) => file.startsWith(join(src, "mirror", room)))).toEqual([]);
  }
});
