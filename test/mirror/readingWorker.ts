import { createWorker } from "../../src/mirror/worker/createWorker.ts";
import type { EdgeDatabase, EdgeResult, EdgeStatement } from "../../src/mirror/worker/database.ts";
import type { Context, Env } from "../../src/mirror/worker/visits/visits.ts";

/** Rows that a request has read, as the network counts them against the day's. */
export const readHeaders = { read: "test-rows-read" } as const;

const worker = createWorker({
  version: "0.1.0",
  clock: () => Date.now(),
  random: () => Math.random(),
});

class Counted implements EdgeStatement {
  readonly inner: EdgeStatement;
  readonly #count: (result: EdgeResult) => void;

  constructor(inner: EdgeStatement, count: (result: EdgeResult) => void) {
    this.inner = inner;
    this.#count = count;
  }

  bind(...values: readonly (string | number | null)[]): EdgeStatement {
    return new Counted(this.inner.bind(...values), this.#count);
  }

  async all(): Promise<EdgeResult> {
    const result = await this.inner.all();
    this.#count(result);
    return result;
  }
}

// oxlint-disable-next-line import/no-default-export
export default {
  async fetch(request: Request, env: Env, _context: Context): Promise<Response> {
    let read = 0;
    const count = ({ meta }: EdgeResult) => void (read += meta.rows_read);
    const database: EdgeDatabase = {
      prepare: (sql) => new Counted(env.DB.prepare(sql), count),
      async batch(statements) {
        const inner = statements.map((one) => (one instanceof Counted ? one.inner : one));
        const results = await env.DB.batch(inner);
        for (const result of results) count(result);
        return results;
      },
    };
    const after: Promise<unknown>[] = [];
    const context = { waitUntil: (work: Promise<unknown>) => after.push(work) };
    const answered = await worker.fetch(request, { ...env, DB: database }, context);
    await Promise.all(after);
    const headers = new Headers(answered.headers);
    headers.set(readHeaders.read, String(read));
    return new Response(answered.body, { status: answered.status, headers });
  },
};
