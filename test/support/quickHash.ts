import { scryptSync } from "node:crypto";

/** A stored password that costs next to nothing to check, or as much as a test needs. */
export function quickHash(password: string, N = 256): string {
  const salt = Buffer.from("salt of a test");
  const hash = scryptSync(password, salt, 32, { N, r: 8, p: 1 });
  return ["scrypt", N, 8, 1, salt.toString("base64url"), hash.toString("base64url")].join("$");
}
