import { bounds } from "../../../contract/fields/bounds.ts";
import { reservedAliases } from "../../../contract/fields/reservedAliases.ts";
import { foldAlias } from "../../store/tables/foldAlias.ts";

/** What an alias may be; also in the always-on copy. */

const reserved: ReadonlySet<string> = new Set(reservedAliases);

/** Without `0 O o 1 l I`, which look alike. */
const alphabet = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ";
/** Tries of one length before a longer one: only a nearly full space needs it. */
const tries = 20;

/** Marks belong to the letters of many scripts; they can't come first. */
const allowed = /^[\p{L}\p{Nd}_-][\p{L}\p{M}\p{Nd}_-]*$/u;

/** Whether a path that the service answers, or keeps, starts with it. */
export function isReservedWord(folded: string): boolean {
  return reserved.has(folded);
}

/** Whether the service answers there itself, or keeps it for itself: a prefix of its addresses too. */
export function isReservedAlias(alias: string, prefix: string): boolean {
  const folded = foldAlias(alias);
  return reserved.has(folded) || folded === foldAlias(prefix.split("/")[1] ?? "");
}

export type AliasFault = "short" | "long" | "characters";

/** Why a normalized text can't be an alias; null: it can, where it isn't reserved. */
export function aliasFault(alias: string, least: number = bounds.shortestAlias): AliasFault | null {
  if (alias.length < least) return "short";
  if (alias.length > bounds.alias) return "long";
  return allowed.test(alias) ? null : "characters";
}

/** Random aliases, one after the other. */
export function* drawnAliases(length: number, random: () => number): Generator<string, never> {
  for (let attempt = 0; ; attempt += 1) {
    yield Array.from({ length: length + Math.floor(attempt / tries) }, () =>
      alphabet.charAt(Math.floor(random() * alphabet.length)),
    ).join("");
  }
}
