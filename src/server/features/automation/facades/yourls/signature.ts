import { createHash } from "node:crypto";
import { sameSecret } from "../../../../passwords/hashing.ts";
import type { KeyRecord } from "../../../../store/keyFile.ts";

/** Seconds that a signed time is taken, either way. */
const signedTime = 43_200;
const algorithms: ReadonlySet<string> = new Set(["md5", "sha256", "sha384", "sha512"]);

/** What a program sends to say who it is. */
interface Credentials {
  readonly signature: string;
  readonly timestamp: string;
  /** Name of the hash. */
  readonly hash: string;
  readonly username: string;
  readonly password: string;
}

/**
 * The key that a program has: as its signature, as what it signed the time with, or as its password.
 * Empty: none of these.
 */
export function keyOf(sent: Credentials, keys: readonly KeyRecord[], now: number): string {
  const { signature, timestamp, username, password } = sent;
  if (signature !== "" && timestamp !== "") return signedWith(sent, keys, now);
  if (signature !== "") return signature;
  return username === "" ? "" : password;
}

function signedWith(
  { signature, timestamp, hash }: Credentials,
  keys: readonly KeyRecord[],
  now: number,
): string {
  const algorithm = hash === "" ? "md5" : hash.toLowerCase();
  if (!algorithms.has(algorithm) || !/^\d{1,12}$/.test(timestamp)) return "";
  if (Math.abs(now / 1000 - Number(timestamp)) >= signedTime) return "";
  const hashed = (text: string) => createHash(algorithm).update(text).digest("hex");
  const given = signature.toLowerCase();
  // All are compared, so that the answer's time tells nothing.
  const [found] = keys.filter(({ secret }) => {
    if (secret === null) return false;
    const before = sameSecret(given, hashed(timestamp + secret));
    const after = sameSecret(given, hashed(secret + timestamp));
    return before || after;
  });
  return found?.secret ?? "";
}
