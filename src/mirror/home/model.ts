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
} from "../wire/calls.ts";
import type { EdgeFileRecord } from "../../server/store/records.ts";

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

/** What a mirror that works needs of its record. */
export type EdgeRecord = Omit<EdgeFileRecord, "accountName" | "domains">;
export type MeterRecord = NonNullable<EdgeRecord["meter"]>;

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
