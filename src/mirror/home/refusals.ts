import type { MessageValues } from "../../contract/messages/messageText.ts";
import type { Refusal } from "../wire/calls.ts";
import { cleaned } from "./cloudflare/request.ts";
import { EdgeFailed } from "./model.ts";

/** What the copy refused, as a problem. */
export function refusalOf(refusal: Refusal, address: string, minutes: number): EdgeFailed {
  const failed = (values: MessageValues = {}) =>
    new EdgeFailed(refusal.code, { address, ...values });
  switch (refusal.code) {
    case "old":
      return failed({ minutes });
    case "otherOwner":
      return failed(
        refusal.owner === null
          ? {}
          : { home: refusal.owner.home, generation: refusal.owner.generation },
      );
    case "malformed":
    case "unknownCall":
      return new EdgeFailed("otherWorker", { address });
    case "budgetSpent":
    case "database":
      return failed({ reason: cleaned(refusal.message) });
    case "unsigned":
    case "foreign":
    case "replayed":
    case "ahead":
      return failed();
  }
}
