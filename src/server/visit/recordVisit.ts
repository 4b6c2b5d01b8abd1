import type { Clicks } from "../services/clicks.ts";
import type { Route } from "../services/routes.ts";
import type { ReadVisit } from "./readVisit.ts";

/** Runs `written` once the click is with the kernel, or at once when the visit is none. */
export function recordVisit(
  clicks: Clicks,
  route: Route,
  read: ReadVisit,
  method: string | undefined,
  written: () => void,
): void {
  if (method === "HEAD" || read.isPrefetch) written();
  else clicks.record({ link: route.id, qr: undefined }, read, written);
}
