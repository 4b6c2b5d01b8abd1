import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openEdgeDatabase } from "../../support/edgeDatabase.ts";
import { startBareWorker } from "../bareWorker.ts";
import { edgeBundle } from "../bundle.ts";

test("the Worker is one module of at most 150,500 bytes, and asks nothing of Node", async () => {
  const { code, modules } = await edgeBundle();
  expect(Buffer.byteLength(code)).toBeLessThan(150_500);
  expect(modules.filter((module) => /^node:|browser-external/u.test(module))).toEqual([]);
  const own = modules.filter((module) => /[/\\]src[/\\]\S+\.ts$/u.test(module));
  expect(own.some((module) => module.endsWith("resolve.ts"))).toBe(true);
  const ofNode = /\b(?:Buffer\.|process\.|require\(|setImmediate\()/u;
  expect(
    own.filter((module) => ofNode.test(withoutComments(readFileSync(module, "utf8")))),
  ).toEqual([]);
  expect(/\bimport\s*[("']|\bimport\b[^;]*\bfrom\b|\brequire\s*\(/u.test(code)).toBe(false);
});

test("it answers where there are the web's globals and nothing else", async () => {
  const { worker, typeOf } = await startBareWorker();
  const database = openEdgeDatabase();
  const context = { waitUntil: () => undefined };
  const env = { DB: database, SECRET: "a secret" };
  const answered = await worker.fetch(new Request("https://go.example/spring"), env, context);
  expect(answered.status).toBe(404);
  expect(await answered.text()).toContain("Nothing here");
  expect(["process", "require", "Buffer"].map(typeOf)).toEqual(
    Array.from({ length: 3 }, () => "undefined"),
  );
});

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[^]*?\*\/|\/\/.*/gu, "");
}
