import type { BioPageRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { type Aliases, aliasTaken } from "./aliases.ts";
import type { DomainService } from "./domains.ts";
import { Conflict } from "./problems.ts";
import { changed, type ListRequest, pageOf, type Resources, withoutEmpty } from "./resources.ts";
import { createResources } from "./resources.ts";

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
  update(id: number, fields: Sent, clear: readonly Clearable[]): Promise<void>;
  remove(id: number): Promise<void>;
}

export function createBioPages(options: {
  store: Store;
  aliases: Aliases;
  domains: Pick<DomainService, "chosen">;
  clock: () => number;
}): BioPageService {
  const { store, aliases, domains, clock } = options;
  const pages = createResources(store, "bioPages", "Bio page", wordsOf);

  /** Links and bio pages share their addresses. */
  function isTaken(alias: string, domain: number | undefined, self?: number): boolean {
    const page = store.bioPages.byAlias(alias, domain);
    const isOther = page !== undefined && page.id !== self;
    return isOther || store.links.byAlias(alias, domain) !== undefined;
  }

  function checkFree(alias: string, domain: number | undefined, self?: number): void {
    if (isTaken(alias, domain, self)) throw new Conflict(aliasTaken);
  }

  return {
    ...pages,
    page: (request: ListRequest) => pageOf(store.bioPages, wordsOf, request),
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
    async update(id, { custom, domain, links, ...fields }, clear) {
      const before = pages.get(id);
      const alias = custom === undefined ? undefined : aliases.check(custom, "custom");
      const record = withoutEmpty<BioPage>({
        ...changed<BioPage>(
          before,
          { alias, ...fields, ...(links !== undefined && { links: [...links] }) },
          clear,
        ),
        ...(domain !== undefined && { domain: domains.chosen(domain) }),
      });
      checkFree(record.alias, record.domain, id);
      await store.commit([{ put: "bioPages", record }]);
    },
    async remove(id) {
      pages.get(id);
      await store.commit([{ remove: "bioPages", id }]);
    },
  };
}

function wordsOf({ name, alias, description, links }: BioPage): readonly (string | undefined)[] {
  return [name, alias, description, ...(links ?? []).flatMap(({ title, url }) => [title, url])];
}
