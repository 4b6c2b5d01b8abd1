import { createHmac, randomBytes } from "node:crypto";

/** A question to a domain whether it leads here. */
export interface DomainQuestion {
  /** Goes out with the question, and is good for one answer. */
  readonly nonce: string;
  /** What only this service answers. */
  readonly expected: string;
  /** Whatever came back: from now on the nonce is nobody's. */
  end(): void;
}

export interface DomainProofs {
  begin(host: string): DomainQuestion;
  /** The answer to a nonce that is being asked at this moment, the first time; null to all others. */
  answer(nonce: string): string | null;
  /** Whether a nonce is being asked at this moment. */
  isPending(nonce: string): boolean;
}

const nonceBytes = 24;

/**
 * Tells that a domain leads to this very service, and nothing to anybody else: no two domains can
 * be tied together by what is answered under them. The key lives as long as the run does, which is
 * longer than any question.
 */
export function createDomainProofs(): DomainProofs {
  const key = randomBytes(32);
  const pending = new Map<string, string>();

  return {
    begin(host) {
      const nonce = randomBytes(nonceBytes).toString("base64url");
      const expected = createHmac("sha256", key).update(`${nonce}\n${host}`).digest("base64url");
      pending.set(nonce, expected);
      return { nonce, expected, end: () => pending.delete(nonce) };
    },
    isPending: (nonce) => pending.has(nonce),
    answer(nonce) {
      const proof = pending.get(nonce) ?? null;
      pending.delete(nonce);
      return proof;
    },
  };
}
