import type { DecidedBy } from "../../resolve/model.ts";
import type { ClickRecord } from "../../store/records.ts";
import type { ClickLog, Subject } from "../../store/store.ts";
import type { Referrer } from "../../visitor/referrers.ts";
import type { UserAgent } from "../../visitor/userAgents.ts";

/** Whose click it is, and what chose where it led. */
export interface Counted extends Subject {
  /** No click: a visit to what the link leads to before it starts or after it has ended. */
  readonly closed?: ClickRecord["closed"];
  readonly by?: DecidedBy | undefined;
}

/** What a click leaves behind of the visit it came from. */
export interface ClickFacts {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly userAgent: UserAgent;
  /** See visitors.ts. */
  visitorKey(): string;
  /** ISO 3166 alpha-2; null: unknown. */
  readonly country: string | null;
  readonly referrer: Referrer;
  /** Primary tag of the language the visitor likes best. */
  readonly language: string | undefined;
}

export interface Clicks {
  /** Counts the visit and has it written; answer the visitor in `written`. */
  record(subject: Counted, facts: ClickFacts, written: () => void): void;
}

export function createClicks(log: Pick<ClickLog, "record">): Clicks {
  return {
    record: (subject, facts, written) => log.record(clickOf(subject, facts), written),
  };
}

/** Always the same keys in the same order, which keeps the objects cheap. */
export function clickOf(subject: Counted, facts: ClickFacts): ClickRecord {
  const { userAgent, referrer } = facts;
  // A number is all that is told of it.
  if (subject.closed !== undefined) {
    return { at: facts.at, link: subject.link, closed: subject.closed };
  }
  const isBot = userAgent.bot !== undefined;
  return {
    at: facts.at,
    link: subject.link,
    qr: subject.qr,
    visitor: isBot ? undefined : facts.visitorKey(),
    bot: userAgent.bot,
    country: facts.country ?? undefined,
    browser: userAgent.browser,
    os: userAgent.os,
    device: userAgent.device ?? userAgent.deviceGroup,
    referrer: referrer.host,
    social: referrer.social,
    language: facts.language,
    rule: subject.by?.rule,
    variant: subject.by?.variant,
    drawn: subject.by?.drawn,
  };
}
