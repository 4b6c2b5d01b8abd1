import { listEnvelope } from "../../../../contract/envelope.ts";
import type { Pairing, pairingOperations } from "../../../../contract/server/automation/pairing.ts";
import type { HandlersOf } from "../../../api/handlers.ts";
import type { App } from "../../../common/context.ts";
import { offsetOf } from "../../../common/paging.ts";
import type { AskedPairing } from "./pairing.ts";

export function createPairingHandlers({
  pairings,
  timestamps,
}: Pick<App, "pairings" | "timestamps">): HandlersOf<typeof pairingOperations> {
  const present = ({ id, name, origin, code, endsAt }: AskedPairing): Pairing => ({
    id,
    name,
    origin,
    code,
    ends: timestamps.render(new Date(endsAt).toISOString()),
  });

  return {
    listPairings({ query: { page, limit } }) {
      const all = pairings.all();
      const from = offsetOf({ page, limit });
      const items = all.slice(from, from + limit);
      return listEnvelope("pairings", { items, total: all.length, page, limit }, present);
    },
    acceptPairing({ params: { id } }) {
      pairings.accept(id);
      return { error: 0, message: "Extension has been paired." };
    },
    dropPairing({ params: { id } }) {
      pairings.drop(id);
      return { error: 0, message: "Extension has been refused." };
    },
  };
}
