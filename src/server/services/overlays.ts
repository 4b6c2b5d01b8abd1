import type { OverlayRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import type { ContactAnswers } from "./contactAnswers.ts";
import { changed, createResources, type Resources, withoutEmpty } from "./resources.ts";

export type Overlay = OverlayRecord;

type Sent = {
  readonly [Key in keyof Omit<Overlay, "id" | "createdAt">]?: Overlay[Key] | undefined;
};

/** How an overlay looks, with what isn't said filled in. */
export function overlayLook({ position, background, foreground }: Overlay) {
  return {
    position: position ?? ("bottom" as const),
    background: background ?? "#22201C",
    foreground: foreground ?? "#FFFFFF",
  };
}

export interface OverlayService extends Resources<Overlay> {
  add(fields: Sent & Pick<Overlay, "type" | "name">): Promise<Overlay>;
  update(
    id: number,
    fields: Sent,
    clear: readonly ("message" | "label" | "button" | "link" | "thanks")[],
  ): Promise<void>;
  /** Answers how many links used it; they become direct. */
  remove(id: number): Promise<number>;
}

export function createOverlays(options: {
  store: Store;
  contactAnswers: Pick<ContactAnswers, "removeAll">;
  clock: () => number;
}): OverlayService {
  const { store, contactAnswers, clock } = options;
  const overlays = createResources(store, "overlays", "Overlay", (overlay) => [
    overlay.name,
    overlay.message,
    overlay.label,
    overlay.link,
  ]);

  return {
    ...overlays,
    async add(fields) {
      const record = withoutEmpty<Overlay>({
        id: store.nextId("overlays"),
        ...fields,
        createdAt: new Date(clock()).toISOString(),
      });
      await store.commit([{ put: "overlays", record }]);
      return record;
    },
    async update(id, fields, clear) {
      const record = withoutEmpty<Overlay>(changed(overlays.get(id), fields, clear));
      await store.commit([{ put: "overlays", record }]);
    },
    async remove(id) {
      overlays.get(id);
      const users = store.links.using("overlays", id).size;
      await store.commit([{ remove: "overlays", id }]);
      await contactAnswers.removeAll(id);
      return users;
    },
  };
}
