import type { DomainProofs } from "./domainProofs.ts";
import type { AskDomain } from "./domains.ts";
import { type GuardedFetch, proofPath } from "./guardedFetch.ts";
import { sameSecret } from "./secrets.ts";

/** Bytes: a proof is shorter. */
const mostBytes = 64;
/** A proxy in front may send http to https first. */
const mostRedirects = 3;

/** Asks a domain who answers there, within 5 s; only this service knows the answer. */
export function createAskDomain(parts: {
  readonly fetch: GuardedFetch;
  readonly proofs: Pick<DomainProofs, "begin">;
  /** Whether this service listens at a numeric address and port. */
  readonly listensAt: (address: string, port: number) => boolean;
}): AskDomain {
  return async (domain) => {
    const { nonce, expected, end } = parts.proofs.begin(new URL(domain).host);
    try {
      const { page } = await parts.fetch({
        url: `${domain}${proofPath}?nonce=${nonce}`,
        maxBytes: mostBytes,
        redirects: mostRedirects,
        allowOwn: parts.listensAt,
      });
      return page !== undefined && sameSecret(page.body.toString().trim(), expected);
    } finally {
      end();
    }
  };
}
