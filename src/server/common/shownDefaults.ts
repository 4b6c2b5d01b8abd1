import type { OverlayRecord } from "../store/records.ts";

/** What visitors see where the owner said nothing. */

/** Seconds that a splash page waits. */
export const defaultDelay = 5;

/** What visitors see of an overlay. */
export type ShownOverlay = Omit<OverlayRecord, "id" | "name" | "createdAt" | "fields"> & {
  readonly fields?: readonly NonNullable<OverlayRecord["fields"]>[number][] | undefined;
};

export function overlayLook({ position, background, foreground }: ShownOverlay) {
  return {
    position: position ?? ("bottom" as const),
    background: background ?? "#22201C",
    foreground: foreground ?? "#FFFFFF",
  };
}
