import { createHmac, randomBytes } from "node:crypto";

/** Standard Webhooks 1.0.0: what a secret begins with. */
const prefix = "whsec_";
const secretBytes = 32;

export function newSecret(): string {
  return prefix + randomBytes(secretBytes).toString("base64");
}

/** `v1,` and the base64 of HMAC-SHA-256 over id, timestamp and just the bytes that are sent. */
function signature(secret: string, id: string, seconds: number, body: Buffer): string {
  const key = Buffer.from(secret.slice(prefix.length), "base64");
  const mac = createHmac("sha256", key).update(`${id}.${seconds}.`).update(body);
  return `v1,${mac.digest("base64")}`;
}

/** The headers of a try; one signature for each secret that holds. */
export function signedHeaders(
  secrets: readonly string[],
  { id, at, body }: { readonly id: string; readonly at: number; readonly body: Buffer },
): Readonly<Record<string, string>> {
  const seconds = Math.floor(at / 1000);
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": secrets.map((one) => signature(one, id, seconds, body)).join(" "),
  };
}
