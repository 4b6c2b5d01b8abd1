import { AsyncLocalStorage } from "node:async_hooks";
import type { Origin } from "../store/store.ts";

/** The caller, as far as it decides what they may read. */
export interface Reader {
  /** The owner's own app or command line. */
  readonly isLocal: boolean;
}

/** What only the owner may do, only the owner may read, cancel and undo. */
export function mayRead({ isLocal }: Reader, scope: Origin["scope"]): boolean {
  return isLocal || scope === "api";
}

interface Request {
  readonly origin: Origin;
  readonly asksWeb: boolean;
  /** The change set of what was committed last; null: nothing was. */
  change: number | null;
}

const requests = new AsyncLocalStorage<Request>();

/** Whatever is committed during `work` was changed by this origin. Answers its change set too. */
export async function runAs<T>(
  origin: Origin,
  work: () => T,
  { asksWeb = true } = {},
): Promise<{ readonly answer: Awaited<T>; readonly change: number | null }> {
  const request: Request = { origin, asksWeb, change: null };
  const answer = await requests.run(request, work);
  return { answer, change: request.change };
}

/** Undefined: the service does something by itself. */
export function currentOrigin(): Origin | undefined {
  return requests.getStore()?.origin;
}

/** Whether destinations may be asked because of what is done: not by an assistant alone. */
export function mayAskWeb(): boolean {
  return requests.getStore()?.asksWeb ?? true;
}

/** Called by the store with the number of each change set that it commits to. */
export function noteChange(change: number): void {
  const request = requests.getStore();
  if (request !== undefined) request.change = change;
}
