import type { Link } from "./model.ts";

/** Whether a link can still lead somewhere. */
export function isLive(link: Pick<Link, "expiresAt">, now: number): boolean {
  return link.expiresAt === null || link.expiresAt > now;
}

/** The place of one of so many live links, each as likely as any other; null: none is. `roll` is from 0 up to 1. */
export function rotate(live: number, roll: number): number | null {
  return live === 0 ? null : Math.min(live - 1, Math.floor(roll * live));
}
