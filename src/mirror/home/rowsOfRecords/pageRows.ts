import {
  shownOf,
  shownOverlayFields,
  shownSplashPageFields,
} from "../../../contract/fields/shownFields.ts";
import { keys, type OverlayRow, type PixelRow, type SplashPageRow } from "../../wire/rows.ts";
import type { LinkRecord } from "../../../server/store/records.ts";
import type { Store } from "../../../server/store/store.ts";
import { rowText } from "./aliasRow.ts";

type PageStore = Pick<Store, "links" | "table">;

/** What links share on their pages: each is there once, and only while a link uses it. */
export const pageKinds = ["splash", "overlay", "pixel"] as const;
export type PageKind = (typeof pageKinds)[number];

export const collectionOf = {
  splash: "splashPages",
  overlay: "overlays",
  pixel: "pixels",
} as const satisfies Record<PageKind, string>;

export function pageKey(kind: PageKind, id: number): string {
  switch (kind) {
    case "splash":
      return keys.splashPage(id);
    case "overlay":
      return keys.overlay(id);
    case "pixel":
      return keys.pixel(id);
  }
}

export function pageRow(store: PageStore, kind: PageKind, id: number): string | null {
  if (store.links.using(collectionOf[kind], id).size === 0) return null;
  const row = contentOf(store, kind, id);
  return row === null ? null : rowText(row);
}

function contentOf(
  { table }: PageStore,
  kind: PageKind,
  id: number,
): SplashPageRow | OverlayRow | PixelRow | null {
  switch (kind) {
    case "splash": {
      const page = table("splashPages").get(id);
      return page === undefined ? null : { v: 1, id, ...shownOf(shownSplashPageFields, page) };
    }
    case "overlay": {
      const overlay = table("overlays").get(id);
      return overlay === undefined ? null : { v: 1, id, ...shownOf(shownOverlayFields, overlay) };
    }
    case "pixel": {
      const pixel = table("pixels").get(id);
      return pixel === undefined ? null : { v: 1, id, type: pixel.type, tag: pixel.tag };
    }
  }
}

/** What a link shows besides itself. */
export function pagesOf({ type, pixels = [] }: LinkRecord): string[] {
  const shown = pixels.map(keys.pixel);
  if (type?.kind === "overlay") shown.push(keys.overlay(type.id));
  if (type?.kind === "splash" && type.id !== undefined) shown.push(keys.splashPage(type.id));
  return shown;
}
