import type { bioPageOperations } from "../../../contract/resources/bioPages.ts";
import { listEnvelope } from "../../../contract/envelope.ts";
import { answersOf, bioPageFields } from "../../../contract/fields/recordTables.ts";
import { ownPicture } from "../../../contract/fields/shownFields.ts";
import type { BioPage } from "./service.ts";
import { checkExpected } from "../../api/expectedFields.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import type { App } from "../../common/context.ts";

export function createBioPageHandlers(app: App): HandlersOf<typeof bioPageOperations> {
  const { bioPages, references, timestamps, addresses } = app;

  const details = (page: BioPage) => ({
    id: page.id,
    ...answersOf(bioPageFields, page),
    alias: page.alias,
    shorturl: addresses.short(page),
    date: timestamps.render(page.createdAt),
    links: page.links ?? [],
    domain: addresses.base(page.domain),
    channel: (page.channels ?? []).filter((id) => references.hasChannel(id)),
  });

  function listed(page: BioPage) {
    const { id, name, alias, shorturl, status, date, domain, links, ...own } = details(page);
    // A list of a thousand pages would carry a hundred megabytes of pictures.
    const avatar = ownPicture.test(own.avatar) ? "" : own.avatar;
    return { id, name, alias, shorturl, status, date, avatar, domain, linkcount: links.length };
  }

  return {
    async listBioPages({ query }) {
      return listEnvelope("bios", await bioPages.page(query), listed);
    },
    getBioPage({ params }) {
      return { error: 0, details: details(bioPages.get(params.id)) };
    },
    async addBioPage({ body }) {
      const page = await bioPages.add(body);
      return { error: 0, id: page.id, shorturl: addresses.short(page) };
    },
    async updateBioPage({ params, body: { clear, expect, ...fields } }) {
      await bioPages.update(params.id, fields, clear ?? [], (page) => {
        checkExpected(expect, { ...details(page), custom: page.alias });
      });
      return { error: 0, message: "Bio page has been updated successfully." };
    },
    async deleteBioPage({ params }) {
      await bioPages.remove(params.id);
      return { error: 0, message: "Bio page has been deleted successfully." };
    },
  };
}
