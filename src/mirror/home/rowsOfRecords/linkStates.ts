import type { LinkRecord } from "../../../server/store/records.ts";
import type { HandedLimits } from "../handedLimits.ts";
import type { Store } from "../../../server/store/store.ts";
import type { Edge, EdgeLinkStanding } from "../../../contract/server/edge.ts";
import type { Mirror } from "../mirror.ts";
import { reasonAtHome } from "./aliasRow.ts";
import { keyOfAlias } from "./rowsOfRecords.ts";

export interface LinkStates {
  /** Undefined: there is no such link. */
  of(id: number): EdgeLinkStanding | undefined;
  counts(): Edge["links"];
  /** Addresses of links may lead elsewhere now. */
  siteChanged(): void;
}

/** Where each link stands: at the edge, on its way there, or at home alone. */
export function createLinkStates(options: {
  readonly store: Pick<Store, "links">;
  readonly waits: Mirror["waits"];
  readonly limits: Pick<HandedLimits, "belongsThere" | "limitOf">;
  /** How many rows of aliases wait. */
  readonly waiting: () => number;
}): LinkStates {
  const { limits, store } = options;
  const { links } = store;
  /** How many links answer at home alone; null: nobody has asked yet. */
  let atHome: number | null = null;
  const counted = (link: LinkRecord | undefined) =>
    link !== undefined && reasonAtHome(link, limits) !== null ? 1 : 0;

  links.watch((former, next) => {
    if (atHome !== null) atHome += counted(next) - counted(former);
  });

  function countAtHome(): number {
    let count = 0;
    for (const link of links.values()) count += counted(link);
    return count;
  }

  return {
    of(id) {
      const link = links.get(id);
      if (link === undefined) return undefined;
      const atHomeFor = reasonAtHome(link, limits);
      if (atHomeFor !== null) return { state: "localOnly", reason: atHomeFor };
      const reason = options.waits(keyOfAlias(link));
      // One whose limit is to be handed over takes another call.
      if (reason === null && limits.limitOf(link) !== "home") return { state: "synced", reason };
      return { state: "pending", reason: reason === "soon" ? null : reason };
    },
    siteChanged() {
      atHome = null;
    },
    counts() {
      atHome ??= countAtHome();
      const others = links.size - atHome;
      const waiting = Math.min(others, options.waiting());
      return { synced: others - waiting, pending: waiting, localOnly: atHome };
    },
  };
}
