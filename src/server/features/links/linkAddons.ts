import type { RecordOf } from "../../store/records.ts";
import type { Change, Store } from "../../store/store.ts";
import type { PageOf } from "../../common/paging.ts";
import {
  arrangedPage,
  changed,
  type Check,
  createResources,
  type ListRequest,
  nameKey,
  type Resources,
  type Searched,
  withoutEmpty,
} from "../../common/resources.ts";

type Attachment = "pixels" | "overlays" | "splashPages";

/** What an owner says of one. */
type Said<C extends Attachment> = Omit<RecordOf<C>, "id" | "createdAt">;
type Sent<C extends Attachment> = {
  readonly [Key in keyof RecordOf<C>]?: RecordOf<C>[Key] | undefined;
};

/**
 * Things that links use by id: pixels, overlays, splash pages. A link goes on naming one that was
 * deleted, and does without it (see `references`).
 */
export interface Attachments<C extends Attachment> extends Pick<
  Resources<RecordOf<C>>,
  "get" | "has"
> {
  /** Newest first where nothing else is asked for. */
  page(request: AttachmentList): Promise<PageOf<RecordOf<C>>>;
  /** How many links use it. */
  linksOf(id: number): number;
  add(fields: Said<C>): Promise<RecordOf<C>>;
  /** Fields that aren't given stay; those in `clear` are emptied first. */
  update(
    id: number,
    fields: Sent<C>,
    clear: readonly OptionalKey<Said<C>>[],
    check: Check<RecordOf<C>>,
  ): Promise<void>;
  /** Answers how many links used it. */
  remove(id: number): Promise<number>;
}

export type AttachmentList = ListRequest & {
  /** Of overlays and pixels. */
  readonly type?: string | undefined;
  /** Whether no link uses them. */
  readonly unused?: boolean | undefined;
  readonly order?: "date" | "name" | "type" | "links" | undefined;
  readonly direction?: "asc" | "desc" | undefined;
};

type OptionalKey<Item> = {
  [Key in keyof Item]-?: undefined extends Item[Key] ? Key : never;
}[keyof Item];

export function createAttachments<C extends Attachment>(options: {
  store: Store;
  collection: C;
  /** As a sentence begins: "Pixel" does not exist. */
  name: string;
  searched: Searched<RecordOf<C>>;
  clock: () => number;
}): Attachments<C> {
  const { store, collection, name, searched, clock } = options;
  const resources = createResources(store, collection, name, searched);

  const table = store.table(collection);
  const linksOf = (id: number) => store.links.using(collection, id).size;
  const typeOf = (item: RecordOf<C>): string =>
    "type" in item && typeof item.type === "string" ? item.type : "";

  function keyOf(order: Exclude<AttachmentList["order"], undefined>) {
    switch (order) {
      case "date":
        return ({ id }: RecordOf<C>) => id;
      case "name":
        return nameKey;
      case "type":
        return typeOf;
      case "links":
        return ({ id }: RecordOf<C>) => linksOf(id);
    }
  }

  /** The compiler can't see that collection and record belong together for every C. */
  async function put(fields: object): Promise<RecordOf<C>> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const record = withoutEmpty<object>(fields) as RecordOf<C>;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    await store.commit([{ put: collection, record } as Change]);
    return record;
  }

  return {
    get: resources.get,
    has: resources.has,
    linksOf,
    page({ type, unused, order, direction, ...request }) {
      const by = order ?? "date";
      const isAscending = by === "name" || by === "type";
      const isFiltered = type !== undefined || unused !== undefined;
      return arrangedPage(table, searched, request, {
        matches: isFiltered
          ? (item) =>
              (type === undefined || typeOf(item) === type) &&
              (unused === undefined || (linksOf(item.id) === 0) === unused)
          : undefined,
        sorted:
          order === undefined && direction === undefined
            ? undefined
            : { keyOf: keyOf(by), direction: direction ?? (isAscending ? "asc" : "desc") },
      });
    },
    add: (fields) =>
      put({
        id: store.nextId(collection),
        ...fields,
        createdAt: new Date(clock()).toISOString(),
      }),
    async update(id, fields, clear, check) {
      check(resources.get(id));
      await put(changed<RecordOf<C>>(resources.get(id), fields, clear));
    },
    async remove(id) {
      resources.get(id);
      const users = linksOf(id);
      await store.commit([{ remove: collection, id }]);
      return users;
    },
  };
}
