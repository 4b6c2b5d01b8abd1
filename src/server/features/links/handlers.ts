import { listEnvelope } from "../../../contract/envelope.ts";
import type { linkOperations } from "../../../contract/resources/links.ts";
import type { Link } from "./service.ts";
import { checkExpected } from "../../api/expectedFields.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import { unreachableSentences } from "./decisionFields.ts";
import { clearedKeys, plainDetails } from "./plainLinkFields.ts";
import type { App } from "../../common/context.ts";

export function createLinkHandlers(app: App): HandlersOf<typeof linkOperations> {
  const { links, trash, linkPresenter: present, timestamps, clock } = app;
  const { history } = app.store;

  /** Where a name is printed that another link had before, it leads to this one from now on. */
  async function formerly({ id, alias, domain }: Link): Promise<string[]> {
    const former = await history.formerAlias(alias, domain);
    if (former === undefined || former.record === id) return [];
    const until = timestamps.render(new Date(former.until).toISOString());
    return [
      `"${alias}" redirected to ${former.url} until ${until}. Wherever it's printed or shared, it now opens this link.`,
    ];
  }

  const warnings = (messages: string[]) => (messages.length === 0 ? {} : { warnings: messages });

  const single = (link: Link) => ({
    error: 0 as const,
    id: link.id,
    details: present.details(link),
    data: present.statistics(link),
  });

  /** What its owner can hardly have meant. */
  function warned(
    link: Link,
    sent: { readonly expiry?: string | undefined; readonly rules?: unknown },
  ): string[] {
    const isOver = link.expiresAt !== undefined && Date.parse(link.expiresAt) <= clock();
    const unreachable = sent.rules === undefined ? [] : unreachableSentences(link.rules ?? []);
    if (sent.expiry === undefined || !isOver) return unreachable;
    const { expiry } = present.listItem(link);
    return [`"expiry" is in the past (${expiry}), so the link doesn't work.`, ...unreachable];
  }

  return {
    async listLinks({ query: { short, ids, order, direction, page, limit, ...filter } }) {
      if (short !== undefined) return single(links.findShort(short));
      const among = ids === undefined ? undefined : new Set(ids);
      const found = await links.page({ filter, ids: among, order, direction, page, limit });
      return listEnvelope("urls", found, (link) => present.listItem(link));
    },
    getLink: ({ params }) => single(links.get(params.id)),
    async checkAlias({ query: { alias: sent, domain: named, link: id } }) {
      const { alias, domain, state, holder } = links.nameState(sent, named, id);
      const former = state === "reserved" ? undefined : await history.formerAlias(alias, domain);
      return {
        error: 0,
        alias: {
          alias,
          state,
          link:
            holder === undefined
              ? null
              : { id: holder.id, shorturl: present.shortUrl(holder), longurl: holder.url },
          former:
            former === undefined || former.record === id
              ? null
              : {
                  id: former.record,
                  longurl: former.url,
                  until: timestamps.render(new Date(former.until).toISOString()),
                },
        },
      };
    },
    async addLink({ body: { reuse = false, ...body } }) {
      const link = await links.add({ ...body, plain: plainDetails(body) }, { reuses: reuse });
      const messages = [
        ...warned(link, body),
        ...(body.custom === undefined ? [] : await formerly(link)),
      ];
      return { error: 0, id: link.id, shorturl: present.shortUrl(link), ...warnings(messages) };
    },
    async updateLink({ params, body: { clear, expect, ...fields } }) {
      const { alias: hadAlias } = links.get(params.id);
      const link = await links.update(
        params.id,
        { ...fields, plain: plainDetails(fields) },
        clearedKeys(clear),
        (before) => {
          checkExpected(expect, present.sent(before));
        },
      );
      const messages = [
        ...warned(link, fields),
        ...(hadAlias === link.alias ? [] : await formerly(link)),
      ];
      return { error: 0, id: link.id, short: present.shortUrl(link), ...warnings(messages) };
    },
    async setLinkRules({ params, body: { rules, expect } }) {
      const link = await links.update(params.id, { rules, plain: {} }, [], (before) => {
        checkExpected(expect, present.sent(before));
      });
      const messages = warned(link, { rules });
      return { error: 0, id: link.id, short: present.shortUrl(link), ...warnings(messages) };
    },
    async deleteLink({ params }) {
      await links.remove(params.id);
      return { error: 0, message: "Link has been deleted successfully" };
    },
    async restoreLink({ params }, caller) {
      await trash.restore("links", params.id, caller);
      return { error: 0, message: "Link has been restored successfully." };
    },
  };
}
