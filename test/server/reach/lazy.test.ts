import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";

const server = resolve(import.meta.dirname, "../../../src/server");

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

test("a service without a mirror loads nothing that one is made of", () => {
  const loaded = [...loadedFrom(join(server, "index.ts"))];
  const reach = loaded.filter((file) => file.startsWith(join(server, "reach")));
  expect(reach.map((file) => file.slice(join(server, "reach").length + 1)).toSorted()).toEqual([
    "edge.ts",
    "model.ts",
    "setUpProblems.ts",
    "setUpProgress.ts",
  ]);
  expect(loaded.filter((file) => file.includes(join("src", "edge")))).toEqual([]);
});
