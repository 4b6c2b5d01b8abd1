import type { DomainProofs } from "./domainProofs.ts";
import type { AskDomain } from "../domains.ts";
import { type FetchFailure, type GuardedFetch, proofPath } from "./guardedFetch.ts";
import { sameSecret } from "../passwords/secrets.ts";

/** Bytes: a proof is shorter. */
const mostBytes = 64;
/** A proxy in front may send http to https first. */
const mostRedirects = 3;

/** What came back instead of a page. */
function answerOf(failure: FetchFailure): string {
  switch (failure.kind) {
    case "refusedAddress":
      return "its name leads to a private address that is not this service's";
    case "timeout":
      return "nothing answered within 5 s";
    case "tooLarge":
      return "something else than this service answered";
    case "status":
      return `the answer had the status ${failure.status}`;
    case "network":
      return "no such name, or no connection";
  }
}

/** Asks a domain who answers there, within 5 s; only this service knows the answer. */
export function createAskDomain(parts: {
  readonly fetch: GuardedFetch;
  readonly proofs: Pick<DomainProofs, "begin">;
  /** Whether this service listens at a numeric address and port. */
  readonly listensAt: (address: string, port: number) => boolean;
}): AskDomain {
  return async (domain) => {
    const question = parts.proofs.begin(new URL(domain).host);
    try {
      const { page, failure } = await parts.fetch({
        url: `${domain}${proofPath}?nonce=${question.nonce}`,
        maxBytes: mostBytes,
        redirects: mostRedirects,
        allowOwn: parts.listensAt,
      });
      if (failure !== undefined) return `${domain}${proofPath} was asked: ${answerOf(failure)}.`;
      if (sameSecret(page.body.toString().trim(), question.expected)) return null;
      return `${page.url.split("?")[0]} was asked: something else than this service answered.`;
    } finally {
      question.end();
    }
  };
}
