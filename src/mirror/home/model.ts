import {
  type EdgeProblem,
  edgeProblem,
  type EdgeProblemCode,
} from "../../contract/messages/edgeProblems.ts";
import type { MessageValues } from "../../contract/messages/messageText.ts";
import { errorText } from "../../util/errorText.ts";
import type {
  Drain,
  Drained,
  EdgeState,
  List,
  Listed,
  Owner,
  Push,
  Pushed,
  WaitingLine,
  Wipe,
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
  watch(listener: (keys: readonly string[]) => void): () => void;
  /** What is clicked most goes first where not all can. */
  clicksOf(key: string): number;
}

/** Limits of clicks that the edge keeps; see `HandedLimits`. Keys are of rows that are others now. */
export interface LimitKeeper {
  fill(): Promise<void>;
  isUnsettled(): boolean;
  settle(generation: number): Promise<readonly string[]>;
  met(database: string): Promise<readonly string[]>;
  endAll(): Promise<readonly string[]>;
}

/** Calls of the edge. Each rejects with `EdgeFailed` alone. */
export interface EdgeClient {
  state(): Promise<EdgeState>;
  adopt(owner: Owner): Promise<Written>;
  push(push: Push): Promise<Pushed>;
  list(list: List): Promise<Listed>;
  drain(drain: Drain): Promise<Drained>;
  wipe(wipe: Wipe): Promise<Written>;
  /** Gives up what is under way; whatever is asked later rejects. */
  close(): void;
}

/** What a Worker is asked with. */
export interface EdgeSecrets {
  readonly now: string;
  /** Null: it can't have another one. */
  readonly before: string | null;
}

abstract class Failed extends Error {
  readonly problem: EdgeProblem;
  constructor(code: EdgeProblemCode, values: MessageValues = {}, options?: ErrorOptions) {
    const problem = edgeProblem(code, values);
    super(problem.message, options);
    this.problem = problem;
  }
}

/** A call that the edge didn't answer, or refused. */
export class EdgeFailed extends Failed {
  override readonly name = "EdgeFailed";
}

/** A step of a set-up that came to nothing, and why. */
export class SetUpFailed extends Failed {
  override readonly name = "SetUpFailed";
}

/** Whether a call took more of the Worker's time than the network gives it: with half as much it may go. */
export function isTooHeavy(error: unknown): boolean {
  return error instanceof EdgeFailed && error.problem.code === "tooHeavy";
}

/** What a failure of any kind says to the owner. */
export function problemOf(error: unknown): EdgeProblem {
  if (error instanceof Failed) return error.problem;
  return edgeProblem("unexpected", { said: errorText(error) });
}

/** What a mirror that works needs of its record. */
export type EdgeRecord = Omit<EdgeFileRecord, "accountName" | "domains" | "routes">;
export type MeterRecord = NonNullable<EdgeRecord["meter"]>;

export interface SavedEdge {
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
