import { listEnvelope } from "../../contract/envelope.ts";
import type { linkOperations } from "../../contract/links.ts";
import type { Link, LinkService } from "../services/links.ts";
import { checkExpected } from "./expectedFields.ts";
import type { HandlersOf } from "./handlers.ts";
import { clearedKeys, plainDetails } from "./plainLinkFields.ts";
import type { LinkPresenter } from "./presentLink.ts";

export function createLinkHandlers(
  links: LinkService,
  present: LinkPresenter,
  clock: () => number,
): HandlersOf<typeof linkOperations> {
  const single = (link: Link) => ({
    error: 0 as const,
    id: link.id,
    details: present.details(link),
    data: present.statistics(link),
  });

  /** What its owner can hardly have meant. */
  function warned(link: Link, sent: { readonly expiry?: string | undefined }) {
    const isOver = link.expiresAt !== undefined && Date.parse(link.expiresAt) <= clock();
    if (sent.expiry === undefined || !isOver) return {};
    const { expiry } = present.listItem(link);
    return { warnings: [`"expiry" lies in the past (${expiry}): the link leads nowhere.`] };
  }

  return {
    async listLinks({ query: { short, order, direction, page, limit, ...filter } }) {
      if (short !== undefined) return single(links.findShort(short));
      const found = await links.page({ filter, order, direction, page, limit });
      return listEnvelope("urls", found, (link) => present.listItem(link));
    },
    getLink: ({ params }) => single(links.get(params.id)),
    async addLink({ body }) {
      const link = await links.add({ ...body, plain: plainDetails(body) });
      return { error: 0, id: link.id, shorturl: present.shortUrl(link), ...warned(link, body) };
    },
    async updateLink({ params, body: { clear, expect, ...fields } }) {
      const link = await links.update(
        params.id,
        { ...fields, plain: plainDetails(fields) },
        clearedKeys(clear),
        (before) => {
          checkExpected(expect, present.sent(before));
        },
      );
      return { error: 0, id: link.id, short: present.shortUrl(link), ...warned(link, fields) };
    },
    async deleteLink({ params }) {
      await links.remove(params.id);
      return { error: 0, message: "Link has been deleted successfully" };
    },
    async restoreLink({ params }) {
      await links.restore(params.id);
      return { error: 0, message: "Link has been restored successfully." };
    },
  };
}
