import type {
  Drain,
  Drained,
  EdgeState,
  List,
  Listed,
  Owner,
  Push,
  Pushed,
  Refusal,
  Turn,
  WaitingLine,
  Written,
} from "../../edge/wire/calls.ts";

/** What home wants the edge to hold: a map from key to text, made of the records as they are. */
export interface MirrorSource {
  /** Cheap to walk in slices; what changes meanwhile is told to whoever watches. */
  keys(): Iterable<string>;
  /** Null: there is no such row (any more). */
  row(key: string): string | null;
  /** Tells which keys may have other rows now; answers how to be told no more. */
  watch(told: (keys: readonly string[]) => void): () => void;
  /** What is clicked most goes first where not all can. */
  clicksOf(key: string): number;
}

/** Calls of the edge. Each rejects with `EdgeFailed` alone. */
export interface EdgeClient {
  state(): Promise<EdgeState>;
  adopt(owner: Owner): Promise<Written>;
  push(push: Push): Promise<Pushed>;
  list(list: List): Promise<Listed>;
  drain(drain: Drain): Promise<Drained>;
  wipe(turn: Turn): Promise<Written>;
  /** Gives up what is under way; whatever is asked later rejects. */
  close(): void;
}

export type EdgeProblemCode =
  | Refusal["code"]
  /** Nobody answered. */
  | "network"
  | "timeout"
  /** Something else than a Worker of Waypost did. */
  | "notWaypost"
  /** It can't read rows as this version writes them. */
  | "otherWorker"
  /** A copy of this data folder has written with its name. */
  | "copied";

export interface EdgeProblem {
  readonly code: EdgeProblemCode;
  /** For whoever reads no codes. */
  readonly message: string;
  readonly values: Readonly<Record<string, string | number>>;
}

export class EdgeFailed extends Error {
  readonly problem: EdgeProblem;
  constructor(problem: EdgeProblem, options?: ErrorOptions) {
    super(problem.message, options);
    this.problem = problem;
  }
}

/** What was written at the edge in one day of its database's budget. */
export interface MeterRecord {
  /** Days since 1970, UTC. */
  readonly day: number;
  /** Rows that home's calls wrote. */
  readonly written: number;
  /** Of these, for the mirror. */
  readonly mirrored: number;
  /** Clicks that visits wrote, as far as the edge was asked. */
  readonly clicks: number;
}

/** What home keeps of its mirror, in `edge.json`. */
export interface EdgeRecord {
  /** `https://name.account.workers.dev` */
  readonly address: string;
  /** Of the Worker. */
  readonly name: string;
  /** Ids of Cloudflare's. Null: it was pasted by hand. */
  readonly account: string | null;
  readonly databaseId: string | null;
  /** Random: by which the edge knows this home. */
  readonly home: string;
  readonly generation: number;
  /** Of the last call that was begun; written before it, so that a copy of the folder shows. */
  readonly sequence: number;
  readonly workerVersion: string | null;
  /** Milliseconds since 1970. */
  readonly lastPushAt: number | null;
  readonly lastDrainAt: number | null;
  /** What both sides held when they were the same last: rows, and the sum of their hashes. */
  readonly agreed: { readonly rows: number; readonly sum: number } | null;
  readonly meter: MeterRecord | null;
}

export interface KeptEdge {
  now(): EdgeRecord;
  /** Resolves when it is on disk. */
  change(change: Partial<EdgeRecord>): Promise<void>;
}

/** Where lines of the edge go. */
export interface LineTaker {
  /** Resolves with how many were new, when they are safe on disk. */
  take(group: {
    /** The edge's, of `EdgeState`. */
    readonly database: string;
    readonly upTo: number;
    readonly lines: readonly WaitingLine[];
  }): Promise<number>;
  /** The last id of a database that is safe here; 0: none. */
  takenUpTo(database: string): number;
}
