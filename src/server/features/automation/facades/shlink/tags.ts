import { clicksTogether } from "../../../clicks/sumClicks.ts";
import { foldTag } from "../../../tags/linkTags.ts";
import { Invalid, NotFound } from "../../../../common/problems.ts";
import {
  type FacadeAnswer,
  type FacadeParts,
  type FacadeRequest,
  jsonAnswer,
  jsonBody,
} from "../facade.ts";
import { boundedNumber } from "../linksOfFacades.ts";
import { invalid, noTag, tagConflict } from "./problems.ts";
import { pagination } from "./shortUrls.ts";

/** Tags in one answer; Shlink answers all of them unless it's asked for a page. */
const mostTags = 1000;

export function createTags({ call, linkTags, statistics }: FacadeParts) {
  async function page({ query, warn }: FacadeRequest) {
    const limit = boundedNumber(query.get("itemsPerPage"), {
      least: 1,
      most: mostTags,
      otherwise: mostTags,
    });
    const number = boundedNumber(query.get("page"), { least: 1, most: 1e9, otherwise: 1 });
    const { items, total } = await linkTags.page(
      { page: number, limit, q: query.get("searchTerm") ?? undefined },
      { keyOf: undefined, direction: "asc" },
    );
    if (total > mostTags) warn(`A page has at most ${mostTags} tags.`);
    return { items, pagination: pagination(number, limit, total, items.length) };
  }

  return {
    async list(request: FacadeRequest): Promise<FacadeAnswer> {
      const { items, pagination: place } = await page(request);
      return jsonAnswer(200, { tags: { data: items.map(({ tag }) => tag), pagination: place } });
    },

    async stats(request: FacadeRequest): Promise<FacadeAnswer> {
      const { items, pagination: place } = await page(request);
      const clicks = await clicksTogether(items, statistics);
      const visits = await clicksTogether(items, { clicksOf: (id) => statistics.visitsOf(id) });
      const data = items.map(({ id, tag, links }) => {
        const nonBots = clicks.get(id) ?? 0;
        const total = Math.max(nonBots, visits.get(id) ?? 0);
        return {
          tag,
          shortUrlsCount: links.size,
          visitsSummary: { total, nonBots, bots: total - nonBots },
        };
      });
      return jsonAnswer(200, { tags: { data, pagination: place } });
    },

    async rename(request: FacadeRequest, key: string): Promise<FacadeAnswer> {
      const { oldName, newName } = jsonBody(request);
      const missing = Object.entries({ oldName, newName }).filter(
        ([, value]) => typeof value !== "string" || value === "",
      );
      if (missing.length > 0) throw invalid(...missing.map(([name]) => name));
      const [tag, name] = [String(oldName), String(newName)];
      if (linkTags.find(tag) === undefined) throw noTag(tag);
      const isOther = foldTag(tag) !== foldTag(name);
      if (isOther && linkTags.find(name) !== undefined) throw tagConflict(tag, name);
      try {
        await call("updateTag", { params: { tag }, body: { name } }, { key });
      } catch (error) {
        if (error instanceof Invalid) throw invalid("newName");
        throw error;
      }
      return jsonAnswer(204, null);
    },

    async remove({ query }: FacadeRequest, key: string): Promise<FacadeAnswer> {
      for (const tag of new Set(query.getAll("tags[]"))) {
        try {
          await call("deleteTag", { params: { tag } }, { key });
        } catch (error) {
          // Shlink doesn't mind either.
          if (!(error instanceof NotFound || error instanceof Invalid)) throw error;
        }
      }
      return jsonAnswer(204, null);
    },
  };
}
