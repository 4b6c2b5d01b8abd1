import {
  answersOf,
  type GivenOf,
  overlayFields,
  pixelFields,
  type RecordTable,
  searchedWords,
  splashPageFields,
  updatedBy,
} from "../../../contract/fields/recordTables.ts";
import { listEnvelope } from "../../../contract/envelope.ts";
import { checkExpected } from "../../api/expectedFields.ts";
import type { Timestamps } from "../../common/timestamps.ts";
import type { RecordOf } from "../../store/records.ts";
import type { Change, Store } from "../../store/store.ts";
import { refuseSurplus } from "../../common/mostOf.ts";
import type { PageOf } from "../../common/paging.ts";
import {
  arrangedPage,
  type Check,
  createResources,
  type ListRequest,
  nameKey,
  type Resources,
} from "../../common/resources.ts";

const tables = {
  pixels: pixelFields,
  overlays: overlayFields,
  splashPages: splashPageFields,
} as const;

type Attachment = keyof typeof tables;
type Given<C extends Attachment> = GivenOf<(typeof tables)[C]>;

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
  add(fields: Given<C>): Promise<RecordOf<C>>;
  /** Fields that aren't given stay; those in `clear` are emptied first. */
  update(
    id: number,
    fields: Given<C>,
    clear: readonly string[],
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

export function createAttachments<C extends Attachment>(options: {
  store: Store;
  collection: C;
  /** As a sentence begins: "Pixel" does not exist. */
  name: string;
  clock: () => number;
}): Attachments<C> {
  const { store, collection, name, clock } = options;
  const table: RecordTable = tables[collection];
  const searched = searchedWords(table);
  const resources = createResources(store, collection, name, searched);

  const records = store.table(collection);
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
  async function put(record: object): Promise<RecordOf<C>> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    await store.commit([{ put: collection, record } as Change]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return record as RecordOf<C>;
  }

  return {
    get: resources.get,
    has: resources.has,
    linksOf,
    page({ type, unused, order, direction, ...request }) {
      const by = order ?? "date";
      const isAscending = by === "name" || by === "type";
      const isFiltered = type !== undefined || unused !== undefined;
      return arrangedPage(records, searched, request, {
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
    async add(fields) {
      refuseSurplus(store, collection);
      const record = updatedBy<object, RecordTable>(
        table,
        { id: store.nextId(collection) },
        fields,
      );
      return put({ ...record, createdAt: new Date(clock()).toISOString() });
    },
    async update(id, fields, clear, check) {
      check(resources.get(id));
      await put(updatedBy<object, RecordTable>(table, resources.get(id), fields, clear));
    },
    async remove(id) {
      resources.get(id);
      const users = linksOf(id);
      await store.commit([{ remove: collection, id }]);
      return users;
    },
  };
}

interface UpdateInput<C extends Attachment> {
  readonly params: { readonly id: number };
  readonly body: Given<C> & {
    readonly clear?: readonly string[] | undefined;
    readonly expect?: Readonly<Record<string, unknown>> | undefined;
  };
}

/** The handlers of such things: each as lists and its own page show it, by its table. */
export function createAttachmentHandlers<
  C extends Attachment,
  const Key extends string,
  const Name extends string,
>(options: {
  attachments: Attachments<C>;
  collection: C;
  /** Of the list in its answer. */
  key: Key;
  /** As sentences begin. */
  name: Name;
  timestamps: Timestamps;
}) {
  const { attachments, collection, key, name, timestamps } = options;
  const table = tables[collection];
  const details = (record: RecordOf<C>) => ({
    id: record.id,
    ...answersOf(table, record),
    date: timestamps.render(record.createdAt),
  });

  return {
    details,
    list: async <Listed>(query: AttachmentList, listed: (record: RecordOf<C>) => Listed) => {
      return listEnvelope(key, await attachments.page(query), listed);
    },
    add: async ({ body }: { readonly body: Given<C> }) => ({
      error: 0 as const,
      id: (await attachments.add(body)).id,
    }),
    update: async ({ params, body }: UpdateInput<C>) => {
      const { clear = [], expect } = body;
      await attachments.update(params.id, body, clear, (record) => {
        checkExpected(expect, details(record));
      });
      return { error: 0 as const, message: `${name} has been updated successfully.` as const };
    },
    remove: async ({ params }: { readonly params: { readonly id: number } }) => {
      const links = await attachments.remove(params.id);
      const message = `${name} has been deleted successfully.` as const;
      return { error: 0 as const, message, links };
    },
  };
}
