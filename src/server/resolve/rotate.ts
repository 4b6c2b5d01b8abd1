import type { Link } from "./model.ts";

/** Whether a link can still lead somewhere. */
export function isLive(link: Link, now: number): boolean {
  return link.expiresAt === null || link.expiresAt > now;
}

/** One of the live links, each as likely as any other; null: none is. `roll` is from 0 up to 1. */
export function rotate<Item extends { readonly link: Link }>(
  items: readonly Item[],
  now: number,
  roll: number,
): Item | null {
  const live = items.filter(({ link }) => isLive(link, now));
  return live[Math.floor(roll * live.length)] ?? null;
}
