import { clicksTogether } from "../../../clicks/sumClicks.ts";
import { type FacadeAnswer, type FacadeParts, type FacadeRequest, jsonAnswer } from "../facade.ts";
import { boundedNumber } from "../linksOfFacades.ts";
import { pagination } from "./shortUrls.ts";

const none = { total: 0, nonBots: 0, bots: 0 };

/** Visits are counts here: no program gets single visitors. */
export function createVisits({ statistics, store }: FacadeParts) {
  function* ids(): Generator<number> {
    for (const { id } of store.links.values()) yield id;
  }

  async function sum(clicksOf: (id: number) => number): Promise<number> {
    const sums = await clicksTogether([{ id: 0, links: ids() }], { clicksOf });
    return sums.get(0) ?? 0;
  }

  return {
    async overview(): Promise<FacadeAnswer> {
      const nonBots = await sum((id) => statistics.clicksOf(id));
      const total = Math.max(nonBots, await sum((id) => statistics.visitsOf(id)));
      const nonOrphanVisits = { total, nonBots, bots: total - nonBots };
      return jsonAnswer(200, { visits: { nonOrphanVisits, orphanVisits: none } });
    },

    list({ query, warn }: FacadeRequest): FacadeAnswer {
      warn("Waypost shows individual visits to no program, so the list is empty.");
      const limit = boundedNumber(query.get("itemsPerPage"), {
        least: 1,
        most: 1000,
        otherwise: 1000,
      });
      return jsonAnswer(200, { visits: { data: [], pagination: pagination(1, limit, 0, 0) } });
    },
  };
}
