import type { InputOf, QueryOf } from "../../../contract/operation.ts";
import { ownPicture } from "../../../contract/fields/shownFields.ts";
import { bioPageFields, updatedBy } from "../../../contract/fields/recordTables.ts";
import type { bioPageOperations } from "../../../contract/resources/bioPages.ts";
import type { BioPageRecord } from "../../store/records.ts";
import { foldAlias } from "../../store/tables/foldAlias.ts";
import { unknownDomain } from "../domains/service.ts";
import { refuseSurplus } from "../../common/mostOf.ts";
import type { PageOf } from "../../common/paging.ts";
import { Invalid } from "../../common/problems.ts";
import {
  arrangedPage,
  changed,
  type Check,
  createResources,
  nameKey,
  type Resources,
  withoutEmpty,
} from "../../common/resources.ts";
import { excessOf } from "../links/linkSize.ts";
import { createAliasAvailability } from "../links/aliasAvailability.ts";
import { bytesOfPicture } from "../qr/pictures.ts";
import type { App } from "../../common/context.ts";

export type BioPage = BioPageRecord;

type Update = InputOf<typeof bioPageOperations.updateBioPage>["body"];
type Sent = Omit<Update, "clear" | "expect">;

export type BioPageList = QueryOf<typeof bioPageOperations.listBioPages>;

export interface BioPageService extends Pick<Resources<BioPage>, "get" | "has"> {
  /** Newest first where nothing else is asked for. */
  page(request: BioPageList): Promise<PageOf<BioPage>>;
  add(fields: Sent & { readonly name: string }): Promise<BioPage>;
  update(id: number, fields: Sent, clear: readonly string[], check: Check<BioPage>): Promise<void>;
  remove(id: number): Promise<void>;
}

/** A page is built anew for each visit. */
function checkSize(after: Partial<BioPage>, before?: BioPage): void {
  const [excess] = excessOf(after, before);
  if (excess !== undefined) throw new Invalid({ [excess.field]: excess.fault });
}

export function createBioPages(
  app: Pick<App, "store" | "aliases" | "domains" | "clock" | "pictures">,
): BioPageService {
  const { store, aliases, domains, clock, pictures } = app;
  const { isTaken, checkFree } = createAliasAvailability(store);
  const pages = createResources(store, "bioPages", "Bio page", wordsOfBioPage);

  /** A picture that is sent, as it is stored: small, and nothing in it but pixels. */
  async function withPicture<Fields extends Sent>(fields: Fields, before?: BioPage) {
    const { avatar } = fields;
    if (avatar === undefined || !ownPicture.test(avatar) || avatar === before?.avatar)
      return fields;
    const { picture, fault } = await pictures.asPortrait(bytesOfPicture(avatar));
    if (picture === undefined) throw new Invalid({ avatar: fault });
    const stored = Buffer.from(picture.bytes).toString("base64");
    return { ...fields, avatar: `data:image/png;base64,${stored}` };
  }

  function conditionOf({ status, domain, channel }: BioPageList) {
    if (status === undefined && domain === undefined && channel === undefined) return undefined;
    const named = domain === undefined ? null : domains.named(domain);
    if (domain !== undefined && named === null) throw new Invalid({ domain: unknownDomain });
    return (page: BioPage) =>
      (status === undefined || (page.status ?? "private") === status) &&
      (named === null || page.domain === named.id) &&
      (channel === undefined || page.channels?.includes(channel) === true);
  }

  return {
    get: pages.get,
    has: pages.has,
    page({ page, limit, q, order, direction, ...filter }) {
      const by = order ?? "date";
      const isAscending = by === "name" || by === "alias";
      const isSorted = order !== undefined || direction !== undefined;
      return arrangedPage(
        store.bioPages,
        wordsOfBioPage,
        { page, limit, q },
        {
          matches: conditionOf({ page, limit, q, ...filter }),
          sorted: isSorted
            ? { keyOf: keys[by], direction: direction ?? (isAscending ? "asc" : "desc") }
            : undefined,
        },
      );
    },
    async add({ custom, domain, links, ...sent }) {
      refuseSurplus(store, "bioPages");
      checkSize({ links });
      const fields = await withPicture(sent);
      const domainId = domain === undefined ? undefined : domains.chosen(domain);
      const chosen = custom === undefined ? undefined : aliases.check(custom, "custom");
      const alias = chosen ?? aliases.random((drawn) => isTaken(drawn, domainId));
      checkFree(alias, domainId);
      const record = withoutEmpty<BioPage>({
        ...updatedBy(
          bioPageFields,
          { id: store.nextId("bioPages"), alias, name: fields.name },
          fields,
        ),
        domain: domainId,
        links,
        createdAt: new Date(clock()).toISOString(),
      });
      await store.commit([{ put: "bioPages", record }]);
      return record;
    },
    async update(id, { custom, domain, links, ...sent }, clear, check) {
      const fields = await withPicture(sent, pages.get(id));
      const before = pages.get(id);
      check(before);
      const left = changed(
        before,
        {},
        (["links", "domain"] as const).filter((name) => clear.includes(name)),
      );
      const record = withoutEmpty<BioPage>({
        ...updatedBy(bioPageFields, left, fields, clear),
        ...(custom !== undefined && { alias: aliases.check(custom, "custom") }),
        ...(links !== undefined && { links }),
        ...(domain !== undefined && { domain: domains.chosen(domain) }),
      });
      checkSize(record, before);
      checkFree(record.alias, record.domain, { bioPage: id });
      await store.commit([{ put: "bioPages", record }]);
    },
    async remove(id) {
      pages.get(id);
      await store.commit([{ remove: "bioPages", id }]);
    },
  };
}

const keys = {
  date: ({ id }: BioPage) => id,
  name: nameKey,
  alias: ({ alias }: BioPage) => foldAlias(alias),
  links: ({ links = [] }: BioPage) => links.length,
} as const;

/** The words that a search looks through. */
export function wordsOfBioPage(page: BioPage): readonly (string | undefined)[] {
  const { name, alias, description, links } = page;
  return [name, alias, description, ...(links ?? []).flatMap(({ title, url }) => [title, url])];
}
