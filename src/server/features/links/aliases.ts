import { bounds } from "../../../contract/fields/bounds.ts";
import { foldAlias } from "../../store/tables/foldAlias.ts";
import { Conflict, Invalid } from "../../common/problems.ts";
import type { App } from "../../common/context.ts";
import { normalized } from "../../../contract/fields/normalized.ts";
import { aliasFault, drawnAliases, isReservedAlias, isReservedWord } from "./aliasRules.ts";

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

const tooLong = `must be at most ${bounds.alias} characters`;
const otherCharacters = "must contain only letters, digits, - and _";

/** Why an alias can't be used, as the words behind its name; null: it can. */
export function aliasProblem(alias: string): string | null {
  if (isReservedWord(foldAlias(alias))) return "is reserved";
  const fault = aliasFault(alias, 0);
  return fault && (fault === "long" ? tooLong : otherCharacters);
}

export function createAliases({ random, settings }: Pick<App, "random" | "settings">): Aliases {
  const isReserved = (alias: string) => isReservedAlias(alias, settings.prefix);

  return {
    isReserved,
    check(sent, field, least = bounds.shortestAlias) {
      const alias = normalized(sent);
      if (isReserved(alias)) {
        throw new Conflict("taken", aliasReserved, {
          [field]: { code: "reserved", detail: "is reserved" },
        });
      }
      switch (aliasFault(alias, least)) {
        case "short": {
          const detail = `must be at least ${least} characters`;
          throw new Invalid({ [field]: { code: "short", detail, least } });
        }
        case "long":
          throw new Invalid({ [field]: { code: "long", detail: tooLong, most: bounds.alias } });
        case "characters":
          throw new Invalid({ [field]: { code: "characters", detail: otherCharacters } });
        case null:
          return alias;
      }
    },
    random(isTaken) {
      const aliases = drawnAliases(settings.get("links.aliasLength"), random);
      for (;;) {
        const { value: alias } = aliases.next();
        if (!isReserved(alias) && !isTaken(alias)) return alias;
      }
    },
    isAlias(segment) {
      const alias = normalized(segment);
      return !isReserved(alias) && aliasFault(alias, 1) === null;
    },
  };
}
