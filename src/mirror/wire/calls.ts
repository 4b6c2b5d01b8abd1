/** What home asks of the edge: POST, JSON both ways, signed by `sign.ts`. */
export const callNames = ["state", "adopt", "push", "list", "drain", "wipe"] as const;
export type CallName = (typeof callNames)[number];

export const callPrefix = "/.well-known/waypost-edge/";
export const timeHeader = "waypost-time";
/** Of the body; it is signed, so that a signature can be checked before the body is read. */
export const hashHeader = "waypost-body-hash";
export const signatureHeader = "waypost-signature";
/** Random, of home: an answer to another call isn't an answer to this one. */
export const nonceHeader = "waypost-nonce";
/** Of the answer: who doesn't know the secret can't make it; see `signReply`. */
export const replyHeader = "waypost-reply";

/**
 * Characters of texts that an answer carries, or that are read for it: a Worker has 10 ms for it. What comes after them
 * waits for the next call; the first text is there, however long.
 */
export const longestTexts = 200_000;

/** Where paired browsers make links; below it, a one-time link for another one: `<id>.<secret>`. */
export const linkPage = "/.well-known/waypost-link";

/** What a browser leaves for home, in a line among the answers of forms. */
export interface MadeLine {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Id of the browser. */
  readonly browser: string;
  /** A link; its domain's id where it isn't on home's own address. */
  readonly made?:
    | { readonly alias: string; readonly domain?: number | undefined; readonly url: string }
    | undefined;
  /** The one-time link was opened, by a browser that calls itself so. */
  readonly paired?: string | undefined;
}

/** Parameters of the question who answers at an address; see `signQuestion`. */
export const questionPath = "/.well-known/waypost";
export const questionParameters = { nonce: "nonce", signature: "signature" } as const;

/** Who writes a mirror: of two with one name, the later generation. */
export interface Owner {
  readonly home: string;
  readonly generation: number;
}

/** What the network's plan allows a day, and what is known of it: past it everything is refused there. */
export interface Budget {
  /** Days since 1970, UTC. */
  readonly day: number;
  /** Rows that home's calls have written in it. */
  readonly spent: number;
  /** Clicks are written as long as there are fewer rows than these, home's included. */
  readonly limit: number;
}

/**
 * Stands in every call that changes something or gives contents. The sequence is the state's and one:
 * what is sent twice, or by two homes at once, is taken once.
 */
export interface Turn extends Owner {
  readonly sequence: number;
  readonly budget: Budget;
}

/** A row of the mirror: its key, `hashOf` it, its text. */
export type PushedRow = readonly [key: string, hash: number, data: string];
/** A click or a form's answer that waits at the edge. */
export type WaitingLine = readonly [id: number, line: string];

export interface WaitingLines {
  /** Those that home hasn't acknowledged. */
  readonly waiting: number;
  /** Ids of what is still there; 0: nothing ever was. */
  readonly first: number;
  readonly last: number;
}

export interface EdgeState {
  /** Milliseconds since 1970, by its clock. */
  readonly now: number;
  /** The version of Waypost that the Worker is of. */
  readonly worker: string;
  /** Of rows, that it can read. */
  readonly formats: readonly [oldest: number, newest: number];
  /** Random: where ids of clicks begin anew, it is another. */
  readonly database: string;
  readonly owner: Owner | null;
  readonly sequence: number;
  /** How many rows it holds, and the sum of their hashes. */
  readonly rows: number;
  readonly sum: number;
  readonly clicks: WaitingLines;
  readonly answers: WaitingLines;
  /** Clicks that were written in the day of its budget. */
  readonly today: { readonly day: number; readonly clicks: number };
  /** Clicks that its database didn't take, as far as that is known. */
  readonly lost: number;
  /** Rows that visits met and could not read. */
  readonly unreadable: number;
  /** Number of the oldest link that was made there and that home hasn't pushed; 0: there is none. Undefined: an older Worker. */
  readonly made?: number | undefined;
}

export interface Calls {
  /** Tells no contents. */
  state: { request: Record<string, never>; answer: EdgeState };
  /** The first owner, or the generation after that of another. */
  adopt: { request: Owner; answer: Written };
  push: { request: Push; answer: Pushed };
  list: { request: List; answer: Listed };
  drain: { request: Drain; answer: Drained };
  /** Everything gone, and nobody's. */
  wipe: { request: Wipe; answer: Written };
}

export interface Written {
  readonly sequence: number;
  /** Rows, as the database counts them against the day's budget. */
  readonly written: number;
}

export interface Push extends Turn {
  readonly upserts: readonly PushedRow[];
  readonly removes: readonly string[];
  /** Counts and adds up again what is there, not only what changes. */
  readonly recount?: boolean;
  /** Links that were made there, up to this number, are in home's own rows by now. */
  readonly made?: number;
}

export interface Pushed extends Written {
  readonly rows: number;
  readonly sum: number;
}

export interface List extends Turn {
  /** The last key of the page before. */
  readonly after: string | null;
  readonly limit: number;
  /** Hashes what is there anew: what somebody wrote there by hand shows. */
  readonly isDeep?: boolean;
}

export interface Listed extends Written {
  readonly rows: readonly (readonly [key: string, hash: number])[];
}

export interface Drain extends Turn {
  /** Ids that home has for good: they are deleted, the newest row ever excepted. */
  readonly clicksUpTo: number;
  readonly answersUpTo: number;
  /** Clicks that are deleted in this call: what a day's budget has no room for waits. */
  readonly deletes: number;
  /** Of each kind, in the answer. */
  readonly limit: number;
}

export interface Drained extends Written {
  readonly clicks: readonly WaitingLine[];
  readonly answers: readonly WaitingLine[];
}

export interface Wipe extends Turn {
  /** The rows alone: nobody is answered any more, and what visitors left waits for home. */
  readonly isOfRows?: boolean;
}

/** Why a call was refused. */
export type Refusal =
  | { readonly code: "unsigned" | "old" | "foreign" | "replayed" }
  /** Another home writes here, or a later generation. */
  | { readonly code: "otherOwner"; readonly owner: Owner | null }
  /** The sequence is ahead of the state's. */
  | { readonly code: "ahead"; readonly sequence: number }
  | { readonly code: "malformed" | "unknownCall" }
  | { readonly code: "budgetSpent" | "database"; readonly message: string };

export const refusalStatus = {
  unsigned: 401,
  old: 401,
  foreign: 401,
  replayed: 401,
  otherOwner: 409,
  ahead: 409,
  malformed: 400,
  unknownCall: 404,
  budgetSpent: 429,
  database: 503,
} as const satisfies Record<Refusal["code"], number>;
