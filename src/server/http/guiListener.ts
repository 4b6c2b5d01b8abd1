import { randomInt } from "node:crypto";
import type { RequestListener } from "node:http";
import { type Listener, listen } from "./listener.ts";
import { StartFailed } from "./startFailed.ts";

/** The GUI's door, and where this run's browser tabs come to it. */
export interface GuiListener extends Listener {
  /**
   * A loopback address that is another at each start, or `host` where there is none. Another user of
   * this computer may have had the port before: service workers, cached files and open tabs of an
   * address stay in the browser and would get the key. At this address nobody can have been.
   */
  readonly browserHost: string;
  /** Answers at the `browserHost` of the run before, where its tabs look for the GUI. */
  serveFormer(host: string, listener: RequestListener): Promise<void>;
}

const usualHost = "127.0.0.1";

/** Addresses that are tried: one may be another program's by chance. */
const tries = 3;

/** Not of the usual one's neighbors, which programs count up from. */
function randomLoopback(): string {
  return `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;
}

function codeOf({ cause }: StartFailed): unknown {
  return cause instanceof Error && "code" in cause ? cause.code : undefined;
}

/** Null: macOS, for one, has no other loopback address than the usual one. */
async function listenNearby(port: number, left = tries): Promise<Listener | null> {
  try {
    return await listen(randomLoopback(), port);
  } catch (error) {
    const code = error instanceof StartFailed ? codeOf(error) : undefined;
    if (code === "EADDRNOTAVAIL") return null;
    if (code === "EADDRINUSE" && left > 1) return await listenNearby(port, left - 1);
    throw error;
  }
}

/** @param door where the GUI is listened for; a network's address is its owner's choice */
export async function withBrowserHost(door: Listener): Promise<GuiListener> {
  const own = door.host === usualHost ? await listenNearby(door.port) : null;
  const listeners = own === null ? [door] : [door, own];
  return {
    ...door,
    browserHost: own?.host ?? door.host,
    serve(...serving) {
      for (const listener of [door, own]) listener?.serve(...serving);
    },
    async serveFormer(host, listener) {
      if (own === null || host === own.host) return;
      // Another program may be there by now.
      const former = await listen(host, door.port).catch(() => null);
      former?.serve(listener);
      if (former !== null) listeners.push(former);
    },
    async close(deadline) {
      await Promise.all(listeners.map((listener) => listener.close(deadline)));
    },
  };
}
