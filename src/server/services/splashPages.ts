import type { SplashPageRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { changed, createResources, type Resources } from "./resources.ts";
import { withoutEmpty } from "./resources.ts";

export type SplashPage = SplashPageRecord;

type Fields = Omit<SplashPage, "id" | "createdAt">;
type Sent = { readonly [Key in keyof Fields]?: Fields[Key] | undefined };

/** Seconds that a splash page waits when it doesn't say. */
export const defaultDelay = 5;

export interface SplashPageService extends Resources<SplashPage> {
  add(fields: Sent & Pick<SplashPage, "name">): Promise<SplashPage>;
  update(id: number, fields: Sent, clear: readonly Exclude<keyof Fields, "name">[]): Promise<void>;
  /** Answers how many links used it; they become direct. */
  remove(id: number): Promise<number>;
}

export function createSplashPages(options: {
  store: Store;
  clock: () => number;
}): SplashPageService {
  const { store, clock } = options;
  const pages = createResources(store, "splashPages", "Splash page", (page) => [
    page.name,
    page.title,
    page.message,
    page.link,
  ]);

  return {
    ...pages,
    async add(fields) {
      const record = withoutEmpty<SplashPage>({
        id: store.nextId("splashPages"),
        ...fields,
        createdAt: new Date(clock()).toISOString(),
      });
      await store.commit([{ put: "splashPages", record }]);
      return record;
    },
    async update(id, fields, clear) {
      await store.commit([{ put: "splashPages", record: changed(pages.get(id), fields, clear) }]);
    },
    async remove(id) {
      pages.get(id);
      const users = store.links.using("splashPages", id).size;
      await store.commit([{ remove: "splashPages", id }]);
      return users;
    },
  };
}
