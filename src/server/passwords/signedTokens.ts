import { createHmac } from "node:crypto";
import { sameSecret } from "./hashing.ts";

/** Texts that prove for some time that Waypost gave them out, and for what. */
export interface SignedTokens {
  /** @param lifetime milliseconds */
  make(subject: string, lifetime: number): string;
  isValid(token: string, subject: string): boolean;
}

export function createSignedTokens(options: {
  /** Base64url. */
  readonly cookieKey: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): SignedTokens {
  const { clock } = options;
  const secret = Buffer.from(options.cookieKey, "base64url");

  /** `end` is in milliseconds since 1970, and part of the token. */
  function tokenUntil(end: number, subject: string): string {
    const signed = `${subject}\n${end}`;
    return `${end}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
  }

  return {
    make: (subject, lifetime) => tokenUntil(clock() + lifetime, subject),
    isValid(token, subject) {
      const end = Number(/^\d{1,15}(?=\.)/.exec(token)?.[0] ?? 0);
      return end > clock() && sameSecret(token, tokenUntil(end, subject));
    },
  };
}
