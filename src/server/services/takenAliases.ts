import type { Store } from "../store/store.ts";
import { aliasTaken } from "./aliases.ts";
import { Conflict } from "./problems.ts";

/** Whose own alias is no obstacle: a link's or a bio page's. */
interface Self {
  readonly link?: number;
  readonly bioPage?: number;
}

/** Links and bio pages share their addresses: on a domain an alias is one's of either. */
export interface TakenAliases {
  readonly isTaken: (alias: string, domain: number | undefined, self?: Self) => boolean;
  /** Refuses one that is. */
  readonly checkFree: (alias: string, domain: number | undefined, self?: Self) => void;
}

export function createTakenAliases({
  links,
  bioPages,
}: Pick<Store, "links" | "bioPages">): TakenAliases {
  function isTaken(alias: string, domain: number | undefined, self: Self = {}): boolean {
    const link = links.byAlias(alias, domain);
    if (link !== undefined && link.id !== self.link) return true;
    const page = bioPages.byAlias(alias, domain);
    return page !== undefined && page.id !== self.bioPage;
  }

  return {
    isTaken,
    checkFree(alias, domain, self) {
      if (isTaken(alias, domain, self)) {
        throw new Conflict(aliasTaken, { custom: { code: "taken", says: "is taken" } });
      }
    },
  };
}
