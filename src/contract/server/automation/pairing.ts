import { z } from "zod";
import { done, listOf } from "../../envelope.ts";
import { paging, text, timestamp } from "../../fields/fields.ts";
import { owner } from "../../operation.ts";

/** Origins of browser extensions; no page of the web can have one. */
export const extensionOrigin = /^(?:chrome|moz)-extension:\/\/[\da-z-]{1,100}$/;

/** What an extension sends to `/pair`: its name to begin with, then the secret until it gets its key. */
export const pairBody = z.union([
  z.strictObject({
    name: text(50)
      .trim()
      .min(1, "must not be empty")
      .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, "must be one line"),
  }),
  z.strictObject({ secret: text(100) }),
  // 16 random bytes, of which the server makes a proof.
  z.strictObject({ nonce: z.string().regex(/^[\da-f]{32}$/, "must be 32 hexadecimal digits") }),
]);

/** A browser extension that asks to be paired. */
export const pairing = z.object({
  id: z.int(),
  /** As the extension calls itself. */
  name: z.string(),
  origin: z.string(),
  /** The extension shows the same one. */
  code: z.string(),
  ends: timestamp,
});
export type Pairing = z.output<typeof pairing>;

export const pairingOperations = {
  listPairings: owner.get("/api/pairings", {
    summary: "List browser extensions that are waiting to be paired.",
    query: z.object(paging),
    response: listOf("pairings", pairing),
  }),
  acceptPairing: owner.post("/api/pairing/:id/accept", {
    summary: "Pair a browser extension, which gets its own key.",
    response: done("Extension has been paired."),
  }),
  dropPairing: owner.delete("/api/pairing/:id/drop", {
    summary: "Refuse to pair a browser extension.",
    response: done("Extension has been refused."),
  }),
} as const;
