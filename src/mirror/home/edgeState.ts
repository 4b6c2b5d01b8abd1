import type {
  EdgeAccount,
  EdgeAtHomeKind,
  EdgeAtHomeReason,
  EdgeKind,
  EdgeRoute,
  EdgeSetUp,
} from "../../contract/server/edge.ts";
import type { MeterState } from "./dailyQuota.ts";
import type { EdgeProblem } from "../../contract/messages/edgeProblems.ts";
import type { LinkRecord } from "../../server/store/records.ts";

/** How far a set-up is that was asked for in this run; milliseconds since 1970. */
export interface SetUpState extends Pick<EdgeSetUp, "kind" | "steps" | "accounts"> {
  readonly startedAt: number;
  /** Null: it is under way. */
  readonly endedAt: number | null;
  readonly problem: EdgeProblem | null;
}

/** Moments in milliseconds since 1970. */
export interface EdgeState {
  readonly isSet: boolean;
  /** Null: there is none. */
  readonly place: EdgeKind | null;
  /** The first answers at any rate. */
  readonly addresses: readonly string[];
  readonly routes: readonly EdgeRoute[];
  readonly isPrinted: boolean;
  /** Public access is paused. */
  readonly isDark: boolean;
  readonly name: string | null;
  readonly account: EdgeAccount | null;
  readonly database: string | null;
  readonly secret: {
    readonly path: string;
    readonly protection: "file" | "system";
    readonly keeper: string | null;
  } | null;
  readonly worker: {
    readonly version: string | null;
    readonly own: string;
    readonly isOutdated: boolean;
  };
  readonly problem: EdgeProblem | null;
  readonly setUp: SetUpState | null;
  readonly push: {
    readonly at: number | null;
    readonly isRunning: boolean;
    readonly rows: number;
    readonly waiting: number;
  };
  readonly drain: {
    readonly at: number | null;
    readonly isRunning: boolean;
    readonly waiting: number | null;
    readonly taken: number;
    readonly lost: number;
  };
  readonly meter: MeterState | null;
  readonly check: {
    readonly at: number;
    readonly differences: number;
    readonly unreadable: number;
  } | null;
  readonly links: {
    readonly synced: number;
    readonly pending: number;
    readonly localOnly: number;
  };
}

/** A public campaign or the picture of a QR code that the mirror doesn't have, and why. */
export interface AtHome {
  readonly kind: EdgeAtHomeKind;
  readonly id: number;
  readonly reason: EdgeAtHomeReason;
}

export type LinkState =
  | { readonly state: "synced"; readonly reason: null }
  | { readonly state: "pending"; readonly reason: "budget" | "problem" | null }
  | { readonly state: "localOnly"; readonly reason: "password" | "limit" | "tooLarge" | null };

/** What Cloudflare is spoken to with, and about what. */
export interface EdgePlace {
  readonly token: string;
  readonly account?: string | undefined;
  readonly name?: string | undefined;
  readonly domains?: readonly string[] | undefined;
  /** It may answer in front of a domain that has a DNS record. */
  readonly route?: boolean | undefined;
  /** Cloudflare keeps a new copy's data in the EU. */
  readonly eu?: boolean | undefined;
}

/** A copy that runs on a server of one's own. */
export interface EdgeServer {
  readonly address: string;
  readonly secret: string;
  /** Others in the network may read what is sent there. */
  readonly unencrypted?: boolean | undefined;
}

export interface HowRemoved {
  readonly token?: string | undefined;
  /** Whatever is out of reach stays there. */
  readonly isForgotten: boolean;
}

/** The mirror of a service. What can fail leaves its problem in the state. */
export interface Edge {
  state(): EdgeState;
  /** Begins; where there is one already, its Worker is renewed. */
  setUp(place: EdgePlace): void;
  /** Begins to work with a copy that runs without Cloudflare. */
  connect(server: EdgeServer): void;
  takeOver(place: { readonly [Name in keyof EdgePlace]?: EdgePlace[Name] | undefined }): void;
  remove(how: HowRemoved): void;
  push(): Promise<void>;
  drain(): Promise<void>;
  check(): Promise<void>;
  /** The Worker as this service would upload it; null: it isn't there. */
  script(): Promise<string | null>;
  /** Undefined: there is no such link. */
  linkState(id: number): LinkState | undefined;
  /** Who gives a link's clicks: a limited one's are counted by one side alone. `unsure`: neither, for now. */
  counterOf(link: LinkRecord): "home" | "edge" | "unsure";
  /** What else than links answers here alone, as far as it was read since the start. */
  atHome(): readonly AtHome[];
  /** What holds for every visit, and is no record, is another: addresses, the key of visitors. */
  siteChanged(): void;
  /** Somebody looks at clicks as they come in: for a while the edge is asked more often. */
  looked(): void;
  /** Whether there is one is known from here on. */
  open(): Promise<void>;
  /** Where it was set up, it begins its work. */
  begin(): Promise<void>;
  /** Before the store is closed. */
  close(): Promise<void>;
}
