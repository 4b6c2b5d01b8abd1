import type { PixelRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { changed, createResources, type Resources } from "./resources.ts";

export type Pixel = PixelRecord;

export interface PixelService extends Resources<Pixel> {
  add(fields: Pick<Pixel, "type" | "name" | "tag">): Promise<Pixel>;
  update(id: number, fields: { name?: string | undefined; tag: string }): Promise<void>;
  /** Answers how many links used it; they go on without it. */
  remove(id: number): Promise<number>;
}

export function createPixels(options: { store: Store; clock: () => number }): PixelService {
  const { store, clock } = options;
  const pixels = createResources(store, "pixels", "Pixel", ({ name, tag, type }) => [
    name,
    tag,
    type,
  ]);

  return {
    ...pixels,
    async add(fields) {
      const record = {
        id: store.nextId("pixels"),
        ...fields,
        createdAt: new Date(clock()).toISOString(),
      };
      await store.commit([{ put: "pixels", record }]);
      return record;
    },
    async update(id, fields) {
      await store.commit([{ put: "pixels", record: changed(pixels.get(id), fields) }]);
    },
    async remove(id) {
      pixels.get(id);
      const users = store.links.using("pixels", id).size;
      await store.commit([{ remove: "pixels", id }]);
      return users;
    },
  };
}
