import { AsyncLocalStorage } from "node:async_hooks";
import type { Origin } from "../store/store.ts";

export type { Origin } from "../store/store.ts";

const origins = new AsyncLocalStorage<Origin>();

/** Whatever is committed during `work` was changed by this origin. */
export function runAs<T>(origin: Origin, work: () => T): T {
  return origins.run(origin, work);
}

/** Undefined: the service does something by itself. */
export function currentOrigin(): Origin | undefined {
  return origins.getStore();
}
