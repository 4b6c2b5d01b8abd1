import type { Store } from "../../server/store/store.ts";
import { createEdgeClient } from "./client.ts";
import { createMirror, type Mirror } from "./mirror.ts";
import type { AtHome } from "./edgeState.ts";
import type { EdgeClient, SavedEdge, LineTaker } from "./model.ts";
import { createLinkStates, type LinkStates } from "./rowsOfRecords/linkStates.ts";
import { createRowsOfRecords } from "./rowsOfRecords/rowsOfRecords.ts";

export interface Mirrors {
  /** The one before must be closed. */
  open(saved: SavedEdge, secret: string): Mirror;
  clientAt(address: string, secret: string): EdgeClient;
  readonly links: LinkStates;
  /** What else than links answers at home alone. */
  atHome(): readonly AtHome[];
  /** What holds for every visit, and is no record, is another. */
  siteChanged(): void;
}

export type MirrorParts = Parameters<typeof createRowsOfRecords>[0] & {
  readonly store: Pick<Store, "clicks">;
  readonly answers: LineTaker;
  readonly clock: () => number;
  readonly log: (line: string) => void;
  readonly isWatched: () => boolean;
  readonly fetch: typeof fetch;
};

/** What a mirror is made of, made once a run. */
export function createMirrors(parts: MirrorParts): Mirrors {
  const { store, answers, clock, log, isWatched, fetch } = parts;
  const source = createRowsOfRecords(parts);
  let mirror: Mirror | null = null;

  const links = createLinkStates({
    store,
    waits: (key) => mirror?.waits(key) ?? null,
    waiting: () => mirror?.state().waiting ?? 0,
  });

  const clientAt = (address: string, secret: string) =>
    createEdgeClient({ address: () => address, secret: () => secret, clock, fetch });

  return {
    links,
    clientAt,
    atHome: () => source.atHome(),
    siteChanged: () => source.siteChanged(),
    open(saved, secret) {
      mirror = createMirror({
        source,
        edge: clientAt(saved.now().address, secret),
        saved,
        clicks: store.clicks,
        answers,
        clock,
        log,
        isWatched,
      });
      return mirror;
    },
  };
}
