import { createHash } from "node:crypto";

/** Waypost's own, for names of its links; it never changes. */
const namespace = Buffer.from("6f0d8c2a3e914b57a1c45e7d90b2f386", "hex");

/** Of RFC 9562, version 5. */
export function uuidOf(kind: "link" | "domain", id: number): string {
  const hash = createHash("sha1").update(namespace).update(`${kind}:${id}`).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join("-");
}

/** Numbers that are remembered: programs ask for what they were answered. */
const mostKnown = 10_000;

/** From UUIDs back to numbers. */
export function createUuids() {
  const known = new Map<string, number>();

  function remember(uuid: string, id: number): void {
    if (known.size >= mostKnown) {
      const [oldest = ""] = known.keys();
      known.delete(oldest);
    }
    known.set(uuid, id);
  }

  return {
    of(id: number): string {
      const uuid = uuidOf("link", id);
      if (!known.has(uuid)) remember(uuid, id);
      return uuid;
    },
    known: (uuid: string) => known.get(uuid),
    remember,
  };
}
