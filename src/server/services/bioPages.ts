import type { BioPageRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import type { Aliases } from "./aliases.ts";
import type { DomainService } from "./domains.ts";
import { changed, type Check, createResources, type Resources, withoutEmpty } from "./resources.ts";
import { createTakenAliases } from "./takenAliases.ts";

export type BioPage = BioPageRecord;

interface Sent {
  readonly name?: string | undefined;
  readonly custom?: string | undefined;
  readonly description?: string | undefined;
  readonly avatar?: string | undefined;
  readonly links?: readonly { readonly title: string; readonly url: string }[] | undefined;
  readonly domain?: string | undefined;
  readonly status?: "public" | "private" | undefined;
}

type Clearable = "description" | "avatar" | "links" | "domain" | "status";

export interface BioPageService extends Resources<BioPage> {
  add(fields: Sent & { readonly name: string }): Promise<BioPage>;
  update(
    id: number,
    fields: Sent,
    clear: readonly Clearable[],
    check: Check<BioPage>,
  ): Promise<void>;
  remove(id: number): Promise<void>;
}

export function createBioPages(options: {
  store: Store;
  aliases: Aliases;
  domains: Pick<DomainService, "chosen">;
  clock: () => number;
}): BioPageService {
  const { store, aliases, domains, clock } = options;
  const { isTaken, checkFree } = createTakenAliases(store);
  const pages = createResources(store, "bioPages", "Bio page", wordsOfBioPage);

  return {
    ...pages,
    async add({ custom, domain, links, ...fields }) {
      const domainId = domain === undefined ? undefined : domains.chosen(domain);
      const chosen = custom === undefined ? undefined : aliases.check(custom, "custom");
      const alias = chosen ?? aliases.random((drawn) => isTaken(drawn, domainId));
      checkFree(alias, domainId);
      const record = withoutEmpty<BioPage>({
        id: store.nextId("bioPages"),
        alias,
        domain: domainId,
        ...fields,
        links: links === undefined ? undefined : [...links],
        createdAt: new Date(clock()).toISOString(),
      });
      await store.commit([{ put: "bioPages", record }]);
      return record;
    },
    async update(id, { custom, domain, links, ...fields }, clear, check) {
      const before = pages.get(id);
      check(before);
      const alias = custom === undefined ? undefined : aliases.check(custom, "custom");
      const record = withoutEmpty<BioPage>({
        ...changed<BioPage>(
          before,
          { alias, ...fields, ...(links !== undefined && { links: [...links] }) },
          clear,
        ),
        ...(domain !== undefined && { domain: domains.chosen(domain) }),
      });
      checkFree(record.alias, record.domain, { bioPage: id });
      await store.commit([{ put: "bioPages", record }]);
    },
    async remove(id) {
      pages.get(id);
      await store.commit([{ remove: "bioPages", id }]);
    },
  };
}

/** The words that a search looks through. */
export function wordsOfBioPage(page: BioPage): readonly (string | undefined)[] {
  const { name, alias, description, links } = page;
  return [name, alias, description, ...(links ?? []).flatMap(({ title, url }) => [title, url])];
}
