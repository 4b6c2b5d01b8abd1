import { currentOrigin } from "./origin.ts";
import type { PublicState } from "../../contract/server/reach.ts";
import type { App } from "./context.ts";

/** What happens while nobody looks, for whoever would tell the owner of it. */
export type ServiceEvent =
  /** A program made a link with the API key. */
  | { readonly kind: "linkMade"; readonly id: number; readonly shortUrl: string }
  | { readonly kind: "publicAddress"; readonly state: PublicState; readonly address: string }
  | { readonly kind: "disk"; readonly isLow: boolean };

export interface ServiceEvents {
  /** Tells of what happens from now on; answers how to stop that. */
  on(listener: (event: ServiceEvent) => void): () => void;
  close(): void;
}

/** Milliseconds between two looks at what changes by itself; all of it is known already. */
const lookInterval = 2_000;

/** Costs nothing until somebody listens. */
export function createServiceEvents(
  { store, linkPresenter, reach }: Pick<App, "store" | "linkPresenter" | "reach">,
  every = lookInterval,
): ServiceEvents {
  const isDiskLow = () => store.clicks.notices().some(({ code }) => code === "service.diskFull");
  const listeners = new Set<(event: ServiceEvent) => void>();
  const notify = (event: ServiceEvent) => {
    for (const listener of listeners) listener(event);
  };
  let timer: NodeJS.Timeout | undefined;
  let isLow = isDiskLow();

  store.links.watch((former, next) => {
    if (listeners.size === 0 || former !== undefined || next === undefined) return;
    const { by, operation } = currentOrigin() ?? {};
    if (by !== "script" || operation !== "addLink") return;
    notify({ kind: "linkMade", id: next.id, shortUrl: linkPresenter.shortUrl(next) });
  });

  const unwatch = reach.onChange(({ state, address }) =>
    notify({ kind: "publicAddress", state, address }),
  );

  function look(): void {
    const wasLow = isLow;
    isLow = isDiskLow();
    if (isLow !== wasLow) notify({ kind: "disk", isLow });
  }

  return {
    on(listener) {
      listeners.add(listener);
      timer ??= setInterval(look, every).unref();
      return () => {
        listeners.delete(listener);
      };
    },
    close() {
      unwatch();
      clearInterval(timer);
    },
  };
}
