import type { LinkRecord } from "../../server/store/records.ts";
import type { Settings } from "../../server/features/settings/settings.ts";
import type { LinkService } from "../../server/features/links/service.ts";
import { createEdgeClient } from "./client.ts";
import { createMadeLinks, type MadeParts } from "./madeLinks.ts";
import { createMirror, type Mirror } from "./mirror.ts";
import type { AtHome } from "./edgeState.ts";
import type { HandedLimits } from "./handedLimits.ts";
import type { EdgeClient, EdgeSecrets, LimitKeeper, SavedEdge, LineTaker } from "./model.ts";
import { createLinkStates, type LinkStates } from "./rowsOfRecords/linkStates.ts";
import { createRowsOfRecords, keyOfAlias } from "./rowsOfRecords/rowsOfRecords.ts";

export interface Mirrors {
  /** The one before must be closed. */
  open(saved: SavedEdge, secrets: EdgeSecrets): Mirror;
  clientAt(address: string, secrets: EdgeSecrets): EdgeClient;
  readonly links: LinkStates;
  /** Whether the mirror is known to hold a link's row of this moment. */
  holds(link: LinkRecord): boolean;
  /** What else than links answers at home alone. */
  atHome(): readonly AtHome[];
  /** What holds for every visit, and is no record, is another. */
  siteChanged(): void;
  /** Others may make links there. */
  browsersChanged(): void;
}

export type MirrorParts = Parameters<typeof createRowsOfRecords>[0] & {
  readonly store: MadeParts["store"];
  readonly limits: HandedLimits;
  readonly answers: LineTaker;
  readonly links: Pick<LinkService, "add">;
  readonly edgeRecord: MadeParts["edgeRecord"];
  readonly settings: Pick<Settings, "get">;
  readonly clock: () => number;
  readonly log: (line: string) => void;
  readonly isWatched: () => boolean;
  readonly fetch: typeof fetch;
};

/** What a mirror is made of, made once a run. */
export function createMirrors(parts: MirrorParts): Mirrors {
  const { store, limits, clock, log, isWatched, fetch, edgeRecord, settings } = parts;
  const source = createRowsOfRecords({
    ...parts,
    browsers: () => ({
      aliasLength: settings.get("links.aliasLength"),
      browsers: edgeRecord.now()?.browsers ?? [],
    }),
  });
  const { answers, clicks } = createMadeLinks(parts);
  let mirror: Mirror | null = null;

  const links = createLinkStates({
    store,
    limits,
    waits: (key) => mirror?.waits(key) ?? null,
    waiting: () => mirror?.state().waiting ?? 0,
  });

  store.table("domains").watch(() => links.siteChanged());

  const keysOf = async (changed: Promise<readonly number[]>) => source.keysOfLinks(await changed);
  const limitKeeper: LimitKeeper = {
    fill: () => limits.fill(),
    isUnsettled: () => limits.isUnsettled(),
    settle: (generation) => keysOf(limits.settle(generation)),
    met: (database) => keysOf(limits.met(database)),
    endAll: () => keysOf(limits.endAll()),
  };

  const clientAt = (address: string, { now, before }: EdgeSecrets) =>
    createEdgeClient({
      address: () => address,
      secret: () => now,
      secretBefore: () => before,
      clock,
      fetch,
    });

  return {
    links,
    clientAt,
    atHome: () => source.atHome(),
    siteChanged() {
      links.siteChanged();
      source.siteChanged();
    },
    browsersChanged: () => source.browsersChanged(),
    holds: (link) => mirror?.waits(keyOfAlias(link)) === null,
    open(saved, secrets) {
      mirror = createMirror({
        source,
        edge: clientAt(saved.now().address, secrets),
        saved,
        limits: limitKeeper,
        clicks,
        answers,
        clock,
        log,
        isWatched,
      });
      return mirror;
    },
  };
}
