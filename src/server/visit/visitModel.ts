import type { Link } from "../resolve/model.ts";
import type {
  BioButtons,
  BioTheme,
  ShownOverlay,
  ShownSplashPage,
} from "../../contract/fields/shownFields.ts";
import type { QrContent } from "../features/qr/qrPayloads.ts";

/** What visits read of the records, wherever they are kept. */

export interface VisitedLink {
  readonly id: number;
  readonly link: Link;
  readonly record: ShownLink;
  /** The always-on copy doesn't know where it leads: this computer alone can answer. */
  readonly isAtHome?: boolean;
}

/** What pages say about a link. */
export interface ShownLink {
  readonly alias: string;
  readonly domain?: number | undefined;
  readonly url: string;
  readonly status?: "public" | "private" | undefined;
  readonly metaTitle?: string | undefined;
  readonly metaDescription?: string | undefined;
  readonly metaImage?: string | undefined;
  readonly fetchedTitle?: string | undefined;
  readonly framing?: { readonly allowed: boolean } | undefined;
}

export interface VisitedDomain {
  readonly id: number;
  /** Scheme, host and port. */
  readonly domain: string;
  readonly redirectRoot?: string | undefined;
  readonly redirect404?: string | undefined;
}

export interface VisitedBioPage {
  readonly alias: string;
  readonly domain?: number | undefined;
  readonly name: string;
  readonly description?: string | undefined;
  readonly avatar?: string | undefined;
  readonly theme?: BioTheme | undefined;
  readonly buttons?: BioButtons | undefined;
  readonly hidesCredit?: boolean | undefined;
  readonly links?: readonly { readonly title: string; readonly url: string }[] | undefined;
  readonly status?: "public" | "private" | undefined;
}

export interface VisitedQrCode {
  readonly id: number;
  readonly type: QrContent["type"];
  readonly data: string | Readonly<Record<string, string | boolean>>;
}

export type VisitedOverlay = ShownOverlay & { readonly id: number };

export interface VisitedCampaign {
  readonly id: number;
  readonly name: string;
}

/** The links of a campaign that lead somewhere at a moment. */
export interface VisitedLinks {
  readonly size: number;
  /** One that has clicks left, each as likely as any other; undefined: there is none. `roll` is from 0 up to 1. */
  draw(roll: number): VisitedLink | undefined;
  /** As a list shows them. */
  inOrder(offset: number, limit: number): readonly VisitedLink[];
}

/** What a visit looks up. All of it is there at once: a visit is decided without waiting. */
export interface Lookups<
  Found extends VisitedLink = VisitedLink,
  Code extends VisitedQrCode = VisitedQrCode,
> {
  readonly preparedLinks: {
    /** In any spelling that folds alike; `domain` undefined is the service's own address. */
    find(alias: string, domain: number | undefined): Found | undefined;
  };
  readonly places: {
    bioPage(alias: string, domain: number | undefined): VisitedBioPage | undefined;
    /** Public ones only: the others are nobody's business. */
    campaign(id: number): VisitedCampaign | undefined;
    campaignOfSlug(slug: string): VisitedCampaign | undefined;
    liveLinks(campaign: number, now: number): VisitedLinks;
    splashPage(id: number): ShownSplashPage | undefined;
    overlay(id: number): VisitedOverlay | undefined;
    /** Those of the ids that are still there. */
    pixels(ids: readonly number[]): readonly { readonly type: string; readonly tag: string }[];
  };
  readonly domains: {
    /** What addresses on a domain begin with; undefined is the service's own address. */
    baseOf(domain: number | undefined): string;
    get(id: number): VisitedDomain | undefined;
  };
  readonly qrCodes: {
    /** By the code in its addresses. */
    find(code: string): Code | undefined;
  };
  /** Whether the addresses of campaigns' lists have this name, or had it once. */
  isUsername(name: string): boolean;
  /** Where on this service an address leads, whatever name it goes by; null: elsewhere. */
  ownPlace(address: string): { readonly domain: number | undefined; readonly path: string } | null;
}

/** What of the settings visits read; it may be another at each moment. */
export interface VisitSettings {
  readonly pageName: string;
  readonly pageColor: string;
  readonly respectDnt: boolean;
  readonly prefix: string;
  readonly shortBase: string;
  readonly formerBases: readonly string[];
}
