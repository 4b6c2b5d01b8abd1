import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { build } from "vite";
import { expect, test } from "vitest";
import { resolve } from "../../../src/server/resolve/resolve.ts";
import { link, visit } from "./builders.ts";

const entry = fileURLToPath(new URL("../../../src/server/resolve/resolve.ts", import.meta.url));

async function bundled(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ["iife"], name: "decision" },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const chunks = outputs.flatMap((one) => ("output" in one ? one.output : []));
  return chunks.map((chunk) => (chunk.type === "chunk" ? chunk.code : "")).join("\n");
}

test("the decision runs where there is nothing but the language: no clock, no dice, no URL", async () => {
  const bare = createContext(Object.create(null), {
    codeGeneration: { strings: false, wasm: false },
  });
  runInContext("delete globalThis.Date; delete globalThis.Intl; delete Math.random;", bare);
  runInContext(await bundled(), bare);

  const targeted = link({
    url: "https://example.com/?a=1#b",
    countries: [{ country: "DE", url: "https://example.com/germany?a=1#b" }],
    parameters: [{ name: "utm source", value: "ü" }],
  });
  const visitor = visit({ country: "DE" });
  const decided: unknown = runInContext(
    `JSON.stringify(decision.resolve(${JSON.stringify(targeted)}, ${JSON.stringify(visitor)}))`,
    bare,
  );

  expect(JSON.parse(String(decided))).toEqual(resolve(targeted, visitor));
  expect(runInContext("typeof URL + typeof Date + typeof process", bare)).toBe(
    "undefinedundefinedundefined",
  );
});
