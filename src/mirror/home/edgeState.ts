import type {
  Edge as EdgeShown,
  EdgeAtHome,
  EdgeLinkStanding,
  EdgePlace,
  EdgeServer,
  EdgeSetUp,
} from "../../contract/server/edge.ts";
import type { LinkRecord } from "../../server/store/records.ts";

/** How far a set-up is that was asked for in this run; milliseconds since 1970. */
export interface SetUpState extends Readonly<Omit<EdgeSetUp, "startedAt" | "endedAt">> {
  readonly startedAt: number;
  /** Null: it is under way. */
  readonly endedAt: number | null;
}

/** A public campaign or the picture of a QR code that the mirror doesn't have, and why. */
export type AtHome = Omit<EdgeAtHome, "name">;

export interface HowRemoved {
  readonly token?: string | undefined;
  /** Whatever is out of reach stays there. */
  readonly forget?: boolean | undefined;
}

/** The mirror of a service. What can fail leaves its problem in the state. */
export interface Edge {
  state(): EdgeShown;
  /** Begins; where there is one already, its Worker is renewed. */
  setUp(place: EdgePlace): void;
  /** Begins to work with a copy that runs without Cloudflare. */
  connect(server: EdgeServer): void;
  takeOver(place: Omit<EdgePlace, "token"> & { readonly token?: string | undefined }): void;
  remove(how: HowRemoved): void;
  push(): Promise<void>;
  drain(): Promise<void>;
  check(): Promise<void>;
  /**
   * A one-time link for a browser that may make links at the edge from then on; `endsAt`: milliseconds since 1970.
   * Throws what stands against it, and there is none then.
   */
  pair(): Promise<{ readonly url: string; readonly endsAt: number }>;
  /** Ends what browsers may do, with the next push. @param id undefined: of all */
  unpair(id?: string): Promise<void>;
  clearNotes(): Promise<void>;
  /** The Worker as this service would upload it; null: it isn't there. */
  script(): Promise<string | null>;
  /** Undefined: there is no such link. */
  linkState(id: number): EdgeLinkStanding | undefined;
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
