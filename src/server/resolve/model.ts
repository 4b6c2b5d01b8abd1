/**
 * What a decision is made from and what it says. Nothing here knows HTTP, time or the store, and
 * nothing in this folder imports from outside it but names of the contract: it runs wherever JavaScript and `URL` are.
 */

import type { Device, DeviceGroup, DeviceName } from "../../contract/fields/devices.ts";

/** How a link leads on: each kind but `direct` puts a page of ours before the target. */
export type LinkType =
  | { readonly kind: "direct" }
  | { readonly kind: "frame" }
  | { readonly kind: "splash"; readonly id?: number | undefined }
  | { readonly kind: "overlay"; readonly id: number };

/** A link as the decision needs it (see prepareLink). Addresses are ready for `Location`. */
export interface Link {
  readonly url: string;
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
}

/** What a visitor gets. */
export type Decision = Closed | OpenDecision;

/** The link leads this visitor nowhere, or not yet. */
export type Closed =
  | { readonly kind: "notFound" }
  | { readonly kind: "expired" }
  | { readonly kind: "password" };

/** The visitor is let through. `to` is an address ready for `Location`. */
export type OpenDecision = { readonly to: string; readonly pixels: readonly number[] } & (
  | { readonly kind: "preview" }
  | { readonly kind: "deepLink"; readonly app: string; readonly auto: boolean }
  | LinkType
);
