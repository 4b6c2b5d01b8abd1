import type { ExplainedRule } from "../../resolve/explain.ts";
import type { DeviceGroup, DeviceName } from "../../../contract/devices.ts";
import type { Decision } from "../../resolve/model.ts";
import type { LinkRecord } from "../../store/records.ts";

/** Who comes to a link, as its owner imagines it. */
export interface Attempt {
  /** ISO 3166 alpha-2; null: unknown. */
  readonly country: string | null;
  readonly device: DeviceName | DeviceGroup;
  /** As `Accept-Language` has it; empty: the visitor says nothing. */
  readonly language: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The page that leads here; empty: none. */
  readonly referrer: string;
  readonly hasPassword: boolean;
  readonly as: "person" | "bot" | "preview";
  /** How a page that is kept looks. */
  readonly scheme: "light" | "dark";
}

/** What such a visitor would get, and why. */
export interface Trial {
  readonly visitor: {
    /** Milliseconds since 1970. */
    readonly at: number;
    readonly country: string | null;
    readonly languages: readonly string[];
    readonly device: string | null;
    readonly browser: string | null;
    readonly system: string | null;
    readonly referrer: string | null;
    /** The program's name; null: a person. */
    readonly bot: string | null;
  };
  readonly rules: readonly ExplainedRule[];
  readonly gets: {
    readonly kind: Decision["kind"] | "redirect" | "pixels" | "circle";
    readonly status: number;
    readonly location: string | null;
    /** Where the visitor ends up; null: nowhere. */
    readonly to: string | null;
    /** The page, to be looked at; null: there is none. */
    readonly page: string | null;
  };
  readonly counts: "click" | "bot" | "nothing";
  /** The same as a command; without country, moment and password. */
  readonly curl: string;
}

export type TryVisit = (link: LinkRecord, by: Attempt) => Trial;
