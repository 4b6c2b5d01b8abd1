import type { Refusal } from "../wire/calls.ts";
import { cleaned } from "./cloudflare/request.ts";
import { EdgeFailed } from "./model.ts";

/** What the copy refused, as a problem. */
export function refusalOf(refusal: Refusal, address: string, minutes: number): EdgeFailed {
  const { code } = refusal;
  if (code === "malformed" || code === "unknownCall") {
    return new EdgeFailed("otherWorker", { address });
  }
  const owner = "owner" in refusal ? refusal.owner : null;
  return new EdgeFailed(code, {
    address,
    ...(code === "old" && { minutes }),
    ...(owner !== null && { home: owner.home, generation: owner.generation }),
    ...("message" in refusal && { reason: cleaned(refusal.message) }),
  });
}
