import type { Trial as AnsweredTrial } from "../../../contract/resources/tryLink.ts";
import type { ExplainedRule } from "../../resolve/explain.ts";
import type { Device } from "../../../contract/fields/devices.ts";
import type { LinkRecord } from "../../store/records.ts";

/** Who comes to a link, as its owner imagines it. */
export interface Attempt {
  /** ISO 3166 alpha-2; null: unknown. */
  readonly country: string | null;
  readonly device: Device;
  /** As `Accept-Language` has it; empty: the visitor says nothing. */
  readonly language: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The page that leads here; empty: none. */
  readonly referrer: string;
  readonly hasPassword: boolean;
  /** Of the visited address, without the question mark. */
  readonly query: string;
  /** IP address; null: unknown. */
  readonly address: string | null;
  /** Empty: the one that the device or the kind of visitor has. */
  readonly userAgent: string;
  readonly as: "person" | "bot" | "preview";
  /** How a page that is kept looks. */
  readonly scheme: "light" | "dark";
}

/** What such a visitor would get, and why; moments in milliseconds since 1970. */
export type Trial = Omit<AnsweredTrial, "visitor" | "rules"> & {
  readonly visitor: Omit<AnsweredTrial["visitor"], "at" | "country" | "languages"> & {
    readonly at: number;
    readonly country: string | null;
    readonly languages: readonly string[];
  };
  readonly rules: readonly ExplainedRule[];
};

export type TryVisit = (link: LinkRecord, by: Attempt) => Trial;
