import type { RecordOf } from "../store/records.ts";
import type { Change, Store } from "../store/store.ts";
import {
  changed,
  type Check,
  createResources,
  type Resources,
  type Searched,
  withoutEmpty,
} from "./resources.ts";

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
export interface Attachments<C extends Attachment> extends Resources<RecordOf<C>> {
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

  /** The compiler can't see that collection and record belong together for every C. */
  async function put(fields: object): Promise<RecordOf<C>> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const record = withoutEmpty<object>(fields) as RecordOf<C>;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    await store.commit([{ put: collection, record } as Change]);
    return record;
  }

  return {
    ...resources,
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
      const users = store.links.using(collection, id).size;
      await store.commit([{ remove: collection, id }]);
      return users;
    },
  };
}
