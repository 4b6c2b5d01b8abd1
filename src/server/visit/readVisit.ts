import type { Visit } from "../resolve/model.ts";
import type { ClickFacts } from "../features/clicks/recordClick.ts";
import type { Referrers } from "../visitor/referrers.ts";
import type { UserAgents } from "../visitor/userAgents.ts";
import type { VisitorKeys } from "../features/clicks/visitorKeys.ts";
import type { Languages } from "../visitor/languages.ts";
import type { VisitHeaders } from "./requestHeaders.ts";

/** A visit, what a click of it leaves behind, and whether it is one. */
export interface ReadVisit extends ClickFacts {
  readonly visit: Visit;
  /** Kept nowhere; null: visitors can't be told apart. */
  readonly address: string | null;
  /**
   * Fetched ahead of a person who may never look, or by the service itself to see whether its links
   * lead on: answered like any other, and not counted.
   */
  readonly isUncounted: boolean;
}

export interface VisitReaderParts {
  readonly userAgents: UserAgents;
  readonly referrers: Referrers;
  readonly languages: Languages;
  readonly visitors: VisitorKeys;
  /** Whether the service itself is following a link just now and sends this along. */
  readonly isProof: (proof: string) => boolean;
  clock(): number;
}

/** From where somebody came, as far as whoever took the request knows. */
export interface Whence {
  /** Null: visitors can't be told apart by it. */
  readonly address: string | null;
  /** ISO 3166 alpha-2, upper case; null: unknown. */
  readonly country: string | null;
}

export type VisitReader = (headers: VisitHeaders, whence: Whence) => ReadVisit;

/** Gathers the facts of a visit once; every string has been bounded by `readHeaders`. */
export function createVisitReader(parts: VisitReaderParts): VisitReader {
  return (headers, { address, country }) => {
    const userAgent = parts.userAgents.read(headers.userAgent);
    const languages = parts.languages.read(headers.acceptLanguage);
    const now = parts.clock();
    return {
      at: now,
      userAgent,
      visitorKey: () => parts.visitors.keyOf(address, headers.userAgent),
      country,
      referrer: parts.referrers.read(headers.referrer),
      language: languages[0],
      isUncounted:
        headers.isPrefetch || (headers.proof !== undefined && parts.isProof(headers.proof)),
      address,
      visit: {
        now,
        languages,
        country,
        device: userAgent.device ?? null,
        deviceGroup: userAgent.deviceGroup ?? null,
        isPreview: userAgent.isPreview,
        isUnlocked: false,
      },
    };
  };
}
