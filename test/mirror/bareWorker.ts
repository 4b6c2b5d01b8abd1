import { createContext, runInContext } from "node:vm";
import type { Worker } from "../../src/mirror/worker/createWorker.ts";
import { edgeBundle } from "./bundle.ts";

/** What the network's own engine has of the web. */
const webGlobals = {
  Headers,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  atob,
  btoa,
  crypto,
};

/** The built Worker in a context that has the web's globals and nothing else. */
export async function startBareWorker(
  options: { readonly clock?: () => number; readonly random?: () => number } = {},
): Promise<{ readonly worker: Worker; readonly typeOf: (name: string) => string }> {
  const { code } = await edgeBundle();
  const bare = createContext(Object.assign(Object.create(null), webGlobals), {
    codeGeneration: { strings: false, wasm: false },
  });
  const set = (name: string, value: () => number) => {
    bare["given"] = value;
    runInContext(`${name} = given; delete globalThis.given;`, bare);
  };
  if (options.clock !== undefined) set("Date.now", options.clock);
  if (options.random !== undefined) set("Math.random", options.random);
  const exported = /export\s*\{\s*([\w$]+) as default\s*\};?\s*$/u.exec(code);
  if (exported?.[1] === undefined) throw new Error("The bundle exports no Worker.");
  const script = `(() => {${code.slice(0, exported.index)}; return ${exported[1]}; })()`;
  return {
    worker: runInContext(script, bare) as Worker,
    typeOf: (name) => String(runInContext(`typeof ${name}`, bare)),
  };
}
