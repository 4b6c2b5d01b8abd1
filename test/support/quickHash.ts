import { scryptSync } from "node:crypto";

/** A stored password that costs next to nothing to check. */
export function quickHash(password: string): string {
  const salt = Buffer.from("salt of a test");
  const hash = scryptSync(password, salt, 32, { N: 256, r: 8, p: 1 });
  return ["scrypt", 256, 8, 1, salt.toString("base64url"), hash.toString("base64url")].join("$");
}
