import type { Origin } from "../store/store.ts";

/** What comes of asking the public address, in one word. */
export type PublicState = "dark" | "local" | "unproved" | "answering" | "silent";

/** What happens while nobody looks, for whoever would tell the owner of it. */
export type ServiceEvent =
  /** A program made a link with the API key. */
  | { readonly kind: "linkMade"; readonly id: number; readonly shortUrl: string }
  | { readonly kind: "publicAddress"; readonly state: PublicState; readonly address: string }
  | { readonly kind: "disk"; readonly isLow: boolean };

export interface ServiceEvents {
  /** Tells of what happens from now on; answers how to stop that. */
  on(told: (event: ServiceEvent) => void): () => void;
  close(): void;
}

interface Link {
  readonly id: number;
}

/** Milliseconds between two looks at what changes by itself; all of it is known already. */
const lookInterval = 2_000;

/** Costs nothing until somebody listens. */
export function createServiceEvents<L extends Link>(options: {
  readonly links: { watch(told: (former: L | undefined, next: L | undefined) => void): void };
  readonly shortUrl: (link: L) => string;
  readonly origin: () => Pick<Origin, "by" | "operation"> | undefined;
  /** Tells of each change of the public address; answers how to stop that. */
  readonly watchPublicAddress: (
    told: (now: { readonly state: PublicState; readonly address: string }) => void,
  ) => () => void;
  readonly isDiskLow: () => boolean;
  readonly every?: number;
}): ServiceEvents {
  const { links, shortUrl, origin, watchPublicAddress, isDiskLow, every = lookInterval } = options;
  const listeners = new Set<(event: ServiceEvent) => void>();
  const tell = (event: ServiceEvent) => {
    for (const told of listeners) told(event);
  };
  let timer: NodeJS.Timeout | undefined;
  let isLow = isDiskLow();

  links.watch((former, next) => {
    if (listeners.size === 0 || former !== undefined || next === undefined) return;
    const { by, operation } = origin() ?? {};
    if (by !== "script" || operation !== "addLink") return;
    tell({ kind: "linkMade", id: next.id, shortUrl: shortUrl(next) });
  });

  const unwatch = watchPublicAddress(({ state, address }) =>
    tell({ kind: "publicAddress", state, address }),
  );

  function look(): void {
    const wasLow = isLow;
    isLow = isDiskLow();
    if (isLow !== wasLow) tell({ kind: "disk", isLow });
  }

  return {
    on(told) {
      listeners.add(told);
      timer ??= setInterval(look, every).unref();
      return () => {
        listeners.delete(told);
      };
    },
    close() {
      unwatch();
      clearInterval(timer);
    },
  };
}
