import type { Link } from "./model.ts";

/** Whether a link can still lead somewhere. */
export function isLive(link: Pick<Link, "expiresAt">, now: number): boolean {
  return link.expiresAt === null || link.expiresAt > now;
}

/** Moments of a link, as its record has them (RFC 3339). */
export interface LinkDates {
  readonly startsAt?: string | undefined;
  readonly expiresAt?: string | undefined;
}

/** From when until when a link leads somewhere, in milliseconds since 1970. */
export function openTime({ startsAt, expiresAt }: LinkDates): {
  readonly from: number;
  readonly until: number;
} {
  // Stored moments are read: no clock is.
  // oxlint-disable-next-line no-restricted-globals
  const momentOf = (stored: string) => Date.parse(stored);
  return {
    from: startsAt === undefined ? -Infinity : momentOf(startsAt),
    until: expiresAt === undefined ? Infinity : momentOf(expiresAt),
  };
}

/** The place of one of so many live links, each as likely as any other; null: none is. `roll` is from 0 up to 1. */
export function rotate(live: number, roll: number): number | null {
  return live === 0 ? null : Math.min(live - 1, Math.floor(roll * live));
}
