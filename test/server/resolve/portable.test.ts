import { fileURLToPath } from "node:url";
import { type Context, createContext, runInContext } from "node:vm";
import * as fc from "fast-check";
import { build } from "vite";
import { expect, test } from "vitest";
import { resolve } from "../../../src/server/resolve/resolve.ts";
import { type Bundle, bundleIn } from "../../mirror/bundle.ts";
import { link, visit } from "./builders.ts";
import { edgeVisit } from "./edgeVisit.ts";
import { edgeRequest, storedLink } from "./generated.ts";

/** One script. */
async function bundle(entry: string): Promise<Bundle> {
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      minify: false,
      lib: {
        entry: fileURLToPath(new URL(entry, import.meta.url)),
        formats: ["iife"],
        name: "decision",
      },
    },
  });
  return bundleIn(built);
}

function bareContext(globals: Readonly<Record<string, unknown>>): Context {
  const bare = createContext(Object.assign(Object.create(null), globals), {
    codeGeneration: { strings: false, wasm: false },
  });
  return bare;
}

test("the decision runs where there is nothing but the language: no clock, no dice, no URL", async () => {
  const bare = bareContext({});
  runInContext("delete globalThis.Date; delete globalThis.Intl; delete Math.random;", bare);
  const { code } = await bundle("../../../src/server/resolve/resolve.ts");
  runInContext(code, bare);

  const targeted = link({
    url: "https://example.com/?a=1#b",
    countries: [{ country: "DE", url: "https://example.com/germany?a=1#b" }],
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

test("a thousand visits end the same where there are only the web's own globals", async () => {
  const { code, modules } = await bundle("./edgeVisit.ts");
  expect(modules.filter((module) => /^node:|browser-external/u.test(module))).toEqual([]);
  expect(modules.some((module) => module.includes("my-ua-parser"))).toBe(true);
  const bare = bareContext({ URL, TextEncoder, crypto });
  runInContext(code, bare);

  const visits = fc.sample(fc.tuple(storedLink, edgeRequest), { numRuns: 1_000, seed: 9 });
  const given = JSON.stringify(visits);
  const ended: unknown = runInContext(
    `JSON.stringify(${given}.map(([link, request]) => decision.edgeVisit(link, request)))`,
    bare,
  );

  // As JSON has them: a field that is undefined is left out on both sides.
  const here = (JSON.parse(given) as typeof visits).map(([one, request]) =>
    edgeVisit(one, request),
  );
  expect(JSON.parse(withoutNonces(String(ended)))).toEqual(
    JSON.parse(withoutNonces(JSON.stringify(here))),
  );
  const kinds = new Set(here.map(({ decision }) => decision.kind));
  expect([...kinds].toSorted()).toEqual([
    "deepLink",
    "direct",
    "expired",
    "frame",
    "overlay",
    "password",
    "preview",
    "splash",
  ]);
  expect(runInContext("typeof process + typeof require + typeof Buffer", bare)).toBe(
    "undefinedundefinedundefined",
  );
});

/** A page's nonce is another one each time. */
function withoutNonces(json: string): string {
  return json.replaceAll(/(nonce(?:-|=\\"))[\da-f]{32}/gu, "$1");
}
