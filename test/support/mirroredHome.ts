import { createEdgeClient } from "../../src/mirror/home/client.ts";
import { createMirror, type Mirror } from "../../src/mirror/home/mirror.ts";
import type {
  EdgeClient,
  EdgeRecord,
  LimitKeeper,
  SavedEdge,
  LineTaker,
  MirrorSource,
} from "../../src/mirror/home/model.ts";
import type { LocalEdge } from "./localEdge.ts";
import { newEdgeRecord } from "./mirroredFolder.ts";

/** Records of a home, as far as a mirror knows of them. */
export interface RowsInMemory extends MirrorSource {
  readonly rows: Map<string, string>;
  /** Null: it goes away. */
  put(key: string, data: string | null): void;
}

export function rowsInMemory(given: Iterable<readonly [string, string]> = []): RowsInMemory {
  const rows = new Map(given);
  const told = new Set<(keys: readonly string[]) => void>();
  return {
    rows,
    put(key, data) {
      if (data === null) rows.delete(key);
      else rows.set(key, data);
      for (const tell of told) tell([key]);
    },
    keys: () => rows.keys(),
    row: (key) => rows.get(key) ?? null,
    watch(tell) {
      told.add(tell);
      return () => told.delete(tell);
    },
    clicksOf: (key) => Number(/\d+$/.exec(key)?.[0] ?? 0),
  };
}

/** What a home keeps of its mirror, across its starts. */
export interface SavedInMemory extends SavedEdge {
  record: EdgeRecord;
}

export function savedInMemory(
  edge: Pick<LocalEdge, "address">,
  given: Partial<EdgeRecord> = {},
): SavedInMemory {
  const saved: SavedInMemory = {
    record: { ...newEdgeRecord(edge), ...given },
    now: () => saved.record,
    change(change) {
      saved.record = { ...saved.record, ...change };
      return Promise.resolve();
    },
  };
  return saved;
}

/** Lines that came home, each once. */
export interface LinesInMemory extends LineTaker {
  readonly lines: string[];
}

export function linesInMemory(): LinesInMemory {
  const lines: string[] = [];
  const upTo = new Map<string, number>();
  return {
    lines,
    takenUpTo: (database) => upTo.get(database) ?? 0,
    async take(group) {
      const fresh = group.lines.filter(([id]) => id > (upTo.get(group.database) ?? 0));
      lines.push(...fresh.map(([, line]) => line));
      upTo.set(group.database, group.upTo);
      return fresh.length;
    },
  };
}

const unchanged = (): Promise<readonly string[]> => Promise.resolve([]);
const noLimits: LimitKeeper = {
  fill: () => Promise.resolve(),
  isUnsettled: () => false,
  settle: unchanged,
  met: unchanged,
  endAll: unchanged,
};

export interface MirroredHome {
  readonly mirror: Mirror;
  /** What it said. */
  readonly log: readonly string[];
  /** Lets its next planned work begin; null: none is planned. Milliseconds that it would have waited. */
  next(): number | null;
  isPlanned(): boolean;
}

export interface MirroredHomeParts {
  readonly edge: Pick<LocalEdge, "address" | "secret">;
  readonly source: MirrorSource;
  readonly saved: SavedEdge;
  readonly clicks?: LineTaker;
  readonly answers?: LineTaker;
  readonly limits?: LimitKeeper;
  readonly clock?: () => number;
  readonly fetch?: typeof fetch;
  /** Stands between home and its edge. */
  readonly through?: (client: EdgeClient) => EdgeClient;
}

/** A run of a home beside its edge; nothing of it happens by itself but what is asked for. */
export function startMirroredHome(parts: MirroredHomeParts): MirroredHome {
  const { edge, source, saved, clock = Date.now } = parts;
  const log: string[] = [];
  let planned: { readonly milliseconds: number; readonly run: () => void } | null = null;
  const client = createEdgeClient({
    address: () => edge.address,
    secret: () => edge.secret,
    clock,
    ...(parts.fetch !== undefined && { fetch: parts.fetch }),
  });
  const mirror = createMirror({
    source,
    edge: parts.through?.(client) ?? client,
    saved,
    clicks: parts.clicks ?? linesInMemory(),
    answers: parts.answers ?? linesInMemory(),
    limits: parts.limits ?? noLimits,
    clock,
    log: (line) => log.push(line),
    isWatched: () => false,
    after(milliseconds, run) {
      const own = { milliseconds, run };
      planned = own;
      return () => {
        if (planned === own) planned = null;
      };
    },
  });
  mirror.begin();
  return {
    mirror,
    log,
    isPlanned: () => planned !== null,
    next() {
      const now = planned;
      planned = null;
      now?.run();
      return now?.milliseconds ?? null;
    },
  };
}

/** What the edge holds, past its calls. */
export function rowsAtEdge({ database }: LocalEdge): ReadonlyMap<string, string> {
  const rows = database.sqlite.prepare("select key, data from mirror").all();
  return new Map(rows.map(({ key, data }) => [String(key), String(data)]));
}
