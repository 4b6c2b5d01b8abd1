import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

/** The cost of passwords that are set today (src/server/passwords/hashing.ts). */
const full = 131_072;
const quick = 256;

const { scrypt } = crypto;

const quickScrypt = (...[password, salt, length, options, done]: Parameters<typeof scrypt>): void =>
  scrypt(password, salt, length, { ...options, N: options.N === full ? quick : options.N }, done);

function use(hashing: typeof scrypt | typeof quickScrypt): void {
  Object.assign(crypto, { scrypt: hashing });
  syncBuiltinESMExports();
}

/**
 * From here on a password takes no half second. Stored figures stay the same, and what depends on
 * them. Not for tests of the cost, or of what others do while a password is hashed.
 */
export function hashQuickly(): void {
  use(quickScrypt);
}

/** For the next file of the same thread. */
export function hashAtFullCost(): void {
  use(scrypt);
}
