import type { Store } from "../../store/store.ts";
import { aliasTaken } from "./aliases.ts";
import { Conflict } from "../../common/problems.ts";

/** Whose own alias is no obstacle: a link's or a bio page's. */
interface Self {
  readonly link?: number;
  readonly bioPage?: number;
}

/** Links and bio pages share their addresses: on a domain an alias, and all alike, is one's of either. */
export interface AliasAvailability {
  readonly isTaken: (alias: string, domain: number | undefined, self?: Self) => boolean;
  /** Refuses one that is. */
  readonly checkFree: (alias: string, domain: number | undefined, self?: Self) => void;
}

export function createAliasAvailability({
  links,
  bioPages,
}: Pick<Store, "links" | "bioPages">): AliasAvailability {
  /** Of names that came alike from elsewhere each may keep its own. */
  function isOwn(alias: string, domain: number | undefined, self: Self): boolean {
    const link = self.link === undefined ? undefined : links.get(self.link);
    const page = self.bioPage === undefined ? undefined : bioPages.get(self.bioPage);
    return [link, page].some((own) => own?.alias === alias && own.domain === domain);
  }

  function isTaken(alias: string, domain: number | undefined, self: Self = {}): boolean {
    const isTakenByOther =
      links.alike(alias, domain).some(({ id }) => id !== self.link) ||
      bioPages.alike(alias, domain).some(({ id }) => id !== self.bioPage);
    return isTakenByOther && !isOwn(alias, domain, self);
  }

  return {
    isTaken,
    checkFree(alias, domain, self) {
      if (isTaken(alias, domain, self)) {
        throw new Conflict("taken", aliasTaken, { custom: { code: "taken", detail: "is taken" } });
      }
    },
  };
}
