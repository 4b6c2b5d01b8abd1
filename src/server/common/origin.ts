import { AsyncLocalStorage } from "node:async_hooks";
import type { Origin } from "../store/store.ts";

export type { Origin } from "../store/store.ts";

/** The caller, as far as it decides what they may read. */
export interface Reader {
  /** The owner's own app or command line. */
  readonly isLocal: boolean;
}

/** What only the owner may do, only the owner may read, cancel and undo. */
export function mayRead({ isLocal }: Reader, scope: Origin["scope"]): boolean {
  return isLocal || scope === "api";
}

const origins = new AsyncLocalStorage<Origin>();

/** Whatever is committed during `work` was changed by this origin. */
export function runAs<T>(origin: Origin, work: () => T): T {
  return origins.run(origin, work);
}

/** Undefined: the service does something by itself. */
export function currentOrigin(): Origin | undefined {
  return origins.getStore();
}
