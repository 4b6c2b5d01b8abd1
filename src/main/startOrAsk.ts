import { createServer } from "node:net";
import { z } from "zod";
import { type RunningServer, type ServerOptions, StartFailed, startServer } from "../app/index.ts";

export interface PortQuestion {
  /** What was wrong, for the owner. */
  readonly message: string;
  readonly taken: number;
  readonly free: number;
}

/** Starts the service; where a port is taken, asks whether the next free one will do. Null: it won't. */
export async function startOrAsk(
  options: ServerOptions,
  ask: (question: PortQuestion) => Promise<boolean>,
): Promise<RunningServer | null> {
  try {
    return await startServer(options);
  } catch (error) {
    const place = takenPlace(error);
    if (place === null) throw error;
    const free = await nextFreePort(place.address, place.port);
    if (free === null) throw error;
    if (!(await ask({ message: place.message, taken: place.port, free }))) return null;
    const door = place.port === options.publicPort ? { publicPort: free } : { port: free };
    return await startOrAsk({ ...options, ...door }, ask);
  }
}

interface Place {
  readonly address: string;
  readonly port: number;
}

const systemRefusal = z.object({
  code: z.literal("EADDRINUSE"),
  address: z.string(),
  port: z.number(),
});

/** Where the system refused to listen because somebody does; null when something else went wrong. */
function takenPlace(error: unknown): (Place & { readonly message: string }) | null {
  if (!(error instanceof StartFailed)) return null;
  const refusal = systemRefusal.safeParse(error.cause);
  return refusal.success ? { ...refusal.data, message: error.message } : null;
}

async function nextFreePort(address: string, taken: number): Promise<number | null> {
  for (let port = taken + 1; port <= Math.min(taken + 100, 65_535); port += 1) {
    if (await isFree({ address, port })) return port;
  }
  return null;
}

function isFree({ address, port }: Place): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, address, () => probe.close(() => resolve(true)));
  });
}
