import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { EdgeDatabase } from "../../src/mirror/worker/database.ts";

/** A Worker that runs, bound as it was uploaded. */
export interface RunningWorker {
  fetch(request: Request, country: string | undefined): Promise<Response>;
  close(): Promise<void>;
}

export interface WorkerToRun {
  readonly script: string;
  readonly compatibilityDate: string;
  readonly secret: string;
  readonly databaseId: string;
  /** Of the Node engine alone; the network's own keeps its databases in `folder`. */
  readonly database: EdgeDatabase;
  readonly folder: string;
}

export type Engine = (worker: WorkerToRun) => Promise<RunningWorker>;

/** The network's own engine; null: it isn't installed here. */
export function workersEngine(): Engine | null {
  const require = createRequire(import.meta.url);
  try {
    const miniflare = require.resolve("miniflare");
    return (worker) => runInWorkerd(miniflare, worker);
  } catch {
    return null;
  }
}

/** What is used of miniflare, which only its own package has types of. */
interface Miniflare {
  dispatchFetch(url: string, init: object): Promise<Response>;
  dispose(): Promise<void>;
}

async function runInWorkerd(path: string, worker: WorkerToRun): Promise<RunningWorker> {
  const { Miniflare } = (await import(pathToFileURL(path).href)) as {
    Miniflare: new (options: object) => Miniflare;
  };
  const runs = new Miniflare({
    modules: [{ type: "ESModule", path: "worker.js", contents: worker.script }],
    compatibilityDate: worker.compatibilityDate,
    d1Databases: { DB: worker.databaseId },
    d1Persist: worker.folder,
    bindings: { SECRET: worker.secret },
    cf: false,
  });
  return {
    async fetch(request, country) {
      const hasBody = request.method !== "GET" && request.method !== "HEAD";
      return runs.dispatchFetch(request.url, {
        method: request.method,
        headers: Object.fromEntries(request.headers),
        redirect: "manual",
        cf: { country },
        ...(hasBody && { body: Buffer.from(await request.arrayBuffer()) }),
      });
    },
    close: () => runs.dispose(),
  };
}

interface Module {
  readonly default: {
    fetch(request: Request, env: object, context: object): Promise<Response>;
  };
}

/** The uploaded module in Node: the same code, with none of the network's bounds. */
export const nodeEngine: Engine = async (worker) => {
  const folder = await mkdtemp(join(tmpdir(), "waypost-worker-"));
  const file = join(folder, "worker.mjs");
  await writeFile(file, worker.script);
  const { default: module } = (await import(pathToFileURL(file).href)) as Module;
  await rm(folder, { recursive: true });
  const going = new Set<Promise<unknown>>();
  return {
    fetch(request, country) {
      Object.defineProperty(request, "cf", { value: { country } });
      const env = { DB: worker.database, SECRET: worker.secret };
      const waitUntil = (work: Promise<unknown>) => {
        going.add(work);
        void work.catch(() => undefined).finally(() => going.delete(work));
      };
      return module.fetch(request, env, { waitUntil });
    },
    async close() {
      await Promise.allSettled(going);
    },
  };
};
