import { createWorker } from "../../../src/mirror/worker/createWorker.ts";
import type { Context, Env } from "../../../src/mirror/worker/visits/visits.ts";

/** The time and the dice of a visit come with it: the network's own can't be set. */
export const momentHeaders = { now: "test-now", roll: "test-roll" } as const;

const moment = { now: 0, roll: 0 };
const worker = createWorker({
  version: "0.1.0",
  clock: () => moment.now,
  random: () => moment.roll,
});

// oxlint-disable-next-line import/no-default-export
export default {
  fetch(request: Request, env: Env, context: Context): Promise<Response> {
    const headers = new Headers(request.headers);
    moment.now = Number(headers.get(momentHeaders.now));
    moment.roll = Number(headers.get(momentHeaders.roll));
    for (const name of Object.values(momentHeaders)) headers.delete(name);
    return worker.fetch(new Request(request, { headers }), env, context);
  },
};
