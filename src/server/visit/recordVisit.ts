import type { Clicks } from "../services/clicks/clicks.ts";
import type { PreparedLink } from "../services/preparedLinks.ts";
import type { ReadVisit } from "./readVisit.ts";

/** Runs `written` once the click is with the kernel, or at once when the visit is none. */
export function recordVisit(
  clicks: Clicks,
  prepared: PreparedLink,
  read: ReadVisit,
  method: string | undefined,
  written: () => void,
): void {
  if (method === "HEAD" || read.isUncounted) written();
  else clicks.record({ link: prepared.id, qr: undefined }, read, written);
}
