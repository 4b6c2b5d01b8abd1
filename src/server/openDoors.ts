import { type Listener, listen } from "./listeners.ts";
import type { Choices } from "./services/settings.ts";

/** The doors that were asked for, listening. */
export interface OpenDoors {
  readonly service: Listener;
  readonly public: Listener | null;
  readonly gui: Listener | null;
  /** Resolves within `deadline` milliseconds and a little. */
  close(deadline: number): Promise<void>;
}

/** All or none: when one address is taken, the others are given back. */
export async function openDoors({ host, port, publicPort, guiPort }: Choices): Promise<OpenDoors> {
  const open: Listener[] = [];
  const close = async (deadline: number) => {
    await Promise.all(open.map((listener) => listener.close(deadline)));
  };
  const openOne = async (at: number) => {
    const listener = await listen(host, at);
    open.push(listener);
    return listener;
  };
  try {
    const service = await openOne(port);
    return {
      service,
      public: publicPort === null ? null : await openOne(publicPort),
      gui: guiPort === null ? null : await openOne(guiPort),
      close,
    };
  } catch (error) {
    await close(0);
    throw error;
  }
}
