import type { LinkRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";

/**
 * What links point at by id. Ids are never given twice, so a link may go on naming what was
 * deleted: it then names nothing, which is what these functions leave out.
 */
export interface References {
  hasPixel(id: number): boolean;
  hasChannel(id: number): boolean;
  hasCampaign(id: number): boolean;
  hasSplashPage(id: number): boolean;
  hasOverlay(id: number): boolean;
  /** How the link redirects now: direct where its splash page or overlay is gone. */
  typeOf(link: LinkRecord): NonNullable<LinkRecord["type"]>;
}

const direct = { kind: "direct" } as const;

export function createReferences(store: Store): References {
  const isIn = (table: { get(id: number): unknown }) => (id: number) => table.get(id) !== undefined;
  const hasSplashPage = isIn(store.table("splashPages"));
  const hasOverlay = isIn(store.table("overlays"));

  return {
    hasPixel: isIn(store.table("pixels")),
    hasChannel: isIn(store.table("channels")),
    hasCampaign: isIn(store.table("campaigns")),
    hasSplashPage,
    hasOverlay,
    typeOf({ type = direct }) {
      if (type.kind === "overlay") return hasOverlay(type.id) ? type : direct;
      const page = type.kind === "splash" ? type.id : undefined;
      return page === undefined || hasSplashPage(page) ? type : direct;
    },
  };
}
