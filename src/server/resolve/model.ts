/**
 * What a decision is made from and what it says. Nothing here knows HTTP, time or the store, and
 * nothing in this folder imports from outside it but names of the contract: it runs wherever JavaScript and `URL` are.
 */

import type { Condition, VisitFacts } from "./rules/conditions.ts";
import type { Variant } from "./rules/split.ts";
import type { Device, DeviceGroup, DeviceName } from "../../contract/fields/devices.ts";

/** How a link leads on: each kind but `direct` puts a page of ours before the target. */
export type LinkType =
  | { readonly kind: "direct" }
  | { readonly kind: "frame" }
  | { readonly kind: "splash"; readonly id?: number | undefined }
  | { readonly kind: "overlay"; readonly id: number };

/** A link as the decision needs it (see prepareLink). */
export interface Link {
  /** Ready for `Location`. */
  readonly url: string;
  /**
   * Encoded, empty if it has none. They aren't in the addresses below, which can be hundreds, but added to the chosen
   * one. Those of app stores get none: the parameters belong to the target behind them.
   */
  readonly parameters: string;
  readonly type: LinkType;
  /** Milliseconds since 1970; null: never. */
  readonly expiresAt: number | null;
  readonly isProtected: boolean;
  readonly hasMetadata: boolean;
  /** Primary language tags, lower case. */
  readonly languages: readonly { readonly language: string; readonly url: string }[];
  /** ISO 3166 alpha-2, upper case. */
  readonly countries: readonly { readonly country: string; readonly url: string }[];
  readonly devices: readonly {
    readonly device: Device;
    readonly url: string;
  }[];
  readonly deepLink: {
    readonly apple: string | null;
    readonly google: string | null;
    /** Open at once rather than by a button. */
    readonly auto: boolean;
  } | null;
  readonly pixels: readonly number[];
  /** Null: it has none of them, as most links. */
  readonly decisions: LinkDecisions | null;
}

/** What of a link decides beyond the targets of the contract. Moments are milliseconds since 1970. */
export interface LinkDecisions {
  readonly startsAt: number | null;
  /** Whether visitors are told when it starts. */
  readonly showsStart: boolean;
  /** Where visits go before it starts, and once it has ended; null: to a page of ours. */
  readonly beforeUrl: string | null;
  readonly afterUrl: string | null;
  /** It ends with so many clicks; null: never. */
  readonly maxClicks: number | null;
  readonly rules: readonly Rule[];
  readonly split: Split | null;
}

/** Leads on where all its conditions hold. */
export interface Rule {
  /** What a test of it says: its name, or its place from 1. */
  readonly name: string;
  readonly url: string;
  readonly conditions: readonly Condition[];
}

/** Shares the visits that would go to the link's `url` among variants of it. */
export interface Split {
  readonly seed: string;
  readonly variants: readonly Variant[];
  /** From then on there is one target: the winner, else the link's own. */
  readonly endsAt: number | null;
  readonly winner: Variant | null;
}

/** What is known of a visit; gathered once, by the shell. */
export interface Visit {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Primary tags the visitor reads, best first, lower case. */
  readonly languages: readonly string[];
  /** ISO 3166 alpha-2, upper case; null: unknown. */
  readonly country: string | null;
  readonly device: DeviceName | null;
  readonly deviceGroup: DeviceGroup | null;
  /**
   * A named fetcher of link previews (docs/decisions.md, "Order of a visit"), not any other bot.
   */
  readonly isPreview: boolean;
  /** The link's password was given in this browser session. */
  readonly isUnlocked: boolean;
  /** What only a link with decisions of its own asks for; absent: it isn't one. */
  readonly detail?: VisitDetail;
}

export interface VisitDetail {
  readonly facts: VisitFacts;
  /** Clicks of the link so far. */
  readonly clicks: number;
  /** What a visitor's bucket of a split comes from; null: visitors can't be told apart. */
  readonly splitKey: string | null;
  /** Programs get one variant, whichever it is. */
  readonly isBot: boolean;
  /** From 0 up to 1, for visitors who can't be told apart. */
  readonly roll: number;
}

/** What a visitor gets. */
export type Decision = Closed | OpenDecision;

/** The link leads this visitor nowhere, or not yet. */
export type Closed =
  | { readonly kind: "notFound" }
  /** `startsAt` is null where visitors aren't to know it. */
  | {
      readonly kind: "notStarted";
      readonly startsAt: number | null;
      readonly elsewhere: string | null;
    }
  | { readonly kind: "expired"; readonly elsewhere: string | null }
  | { readonly kind: "password" };

export interface DecidedBy {
  readonly rule?: string;
  readonly variant?: string;
  /** The same visitor may get another variant next time. */
  readonly drawn?: "chance";
}

/** The visitor is let through. `to` is an address ready for `Location`. */
export type OpenDecision = {
  readonly to: string;
  readonly pixels: readonly number[];
  /** The rule or the variant of a split that has decided; absent: neither. */
  readonly by?: DecidedBy;
} & (
  | { readonly kind: "preview" }
  | { readonly kind: "deepLink"; readonly app: string; readonly auto: boolean }
  | LinkType
);
