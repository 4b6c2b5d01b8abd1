import { reservedAliases } from "../../../contract/fields/reservedAliases.ts";
import { foldAlias } from "../../store/tables/foldAlias.ts";
import { Conflict, Invalid } from "../../common/problems.ts";
import type { App } from "../../common/context.ts";
import { normalized } from "../../../contract/fields/normalized.ts";

const reserved: ReadonlySet<string> = new Set(reservedAliases);

/** Whether a path that the service answers, or keeps, starts with it. */
export function isReservedWord(folded: string): boolean {
  return reserved.has(folded);
}

const shortest = 3;
const longest = 100;
/** Without `0 O o 1 l I`, which look alike. */
const alphabet = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ";
/** Tries of one length before a longer one: only a nearly full space needs it. */
const tries = 20;

/** Marks belong to the letters of many scripts; they can't come first. */
const allowed = /^[\p{L}\p{Nd}_-][\p{L}\p{M}\p{Nd}_-]*$/u;

export const aliasTaken = "That alias is taken. Please choose another one.";
const aliasReserved = "That alias is reserved. Please choose another one.";

export interface Aliases {
  /**
   * The alias in the form in which it is kept; refuses what can't be one, under the name of `field`.
   * What comes from elsewhere may be shorter than what is made here: `least` says how short.
   */
  check(alias: string, field: string, least?: number): string;
  /** A random alias that isn't taken. */
  random(isTaken: (alias: string) => boolean): string;
  /** Whether a path segment can be an alias at all. */
  isAlias(segment: string): boolean;
  /** Whether the service answers there itself, or keeps it for itself. */
  isReserved(alias: string): boolean;
}

/** Why an alias can't be used, as the words behind its name; null: it can. */
export function aliasProblem(alias: string): string | null {
  if (isReservedWord(foldAlias(alias))) return "is reserved";
  if (alias.length > longest) return `must be at most ${longest} characters`;
  return allowed.test(alias) ? null : "must contain only letters, digits, - and _";
}

export function createAliases({ random, settings }: Pick<App, "random" | "settings">): Aliases {
  const reservedNames = new Set(reserved);
  let prefix = "";
  let prefixSegment = "";

  function isReserved(alias: string): boolean {
    if (settings.prefix !== prefix) {
      prefix = settings.prefix;
      prefixSegment = foldAlias(prefix.split("/")[1] ?? "");
    }
    const folded = foldAlias(alias);
    return reservedNames.has(folded) || folded === prefixSegment;
  }

  function draw(length: number): string {
    return Array.from({ length }, () =>
      alphabet.charAt(Math.floor(random() * alphabet.length)),
    ).join("");
  }

  return {
    isReserved,
    check(sent, field, least = shortest) {
      const alias = normalized(sent);
      if (isReserved(alias)) {
        throw new Conflict("taken", aliasReserved, {
          [field]: { code: "reserved", detail: "is reserved" },
        });
      }
      if (alias.length < least) {
        const detail = `must be at least ${least} characters`;
        throw new Invalid({ [field]: { code: "short", detail, least } });
      }
      if (alias.length > longest) {
        const detail = `must be at most ${longest} characters`;
        throw new Invalid({ [field]: { code: "long", detail, most: longest } });
      }
      if (!allowed.test(alias)) {
        const detail = "must contain only letters, digits, - and _";
        throw new Invalid({ [field]: { code: "characters", detail } });
      }
      return alias;
    },
    random(isTaken) {
      for (let attempt = 0; ; attempt += 1) {
        const alias = draw(settings.get("links.aliasLength") + Math.floor(attempt / tries));
        if (!isReserved(alias) && !isTaken(alias)) return alias;
      }
    },
    isAlias(segment) {
      const alias = normalized(segment);
      return (
        !isReserved(alias) && alias.length > 0 && alias.length <= longest && allowed.test(alias)
      );
    },
  };
}
