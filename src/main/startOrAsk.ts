import { createServer } from "node:net";
import { startServer, type RunningServer, type ServerOptions } from "../server/index.ts";

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
    const { message } = error as Error;
    if (!(await ask({ message, taken: place.port, free }))) return null;
    const door = place.port === options.publicPort ? { publicPort: free } : { port: free };
    return await startOrAsk({ ...options, ...door }, ask);
  }
}

interface Place {
  readonly address: string;
  readonly port: number;
}

/** What the system said when it refused to listen, or null when something else went wrong. */
function takenPlace(error: unknown): Place | null {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) return null;
  const { code, address, port } = cause as NodeJS.ErrnoException & Partial<Place>;
  if (code !== "EADDRINUSE" || address === undefined || port === undefined) return null;
  return { address, port };
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
