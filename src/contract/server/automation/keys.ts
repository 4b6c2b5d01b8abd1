import { z } from "zod";
import { done, listOf, problemCodes, success } from "../../envelope.ts";
import { id, paging, text, timestamp } from "../../fields/fields.ts";
import { owner } from "../../operation.ts";

/**
 * What a key opens: the API (`api`), the API's operations that add and look up links (`capture`), `/mcp`
 * (`assistant`), or the API of another product that Waypost speaks.
 */
export const keyScopes = ["api", "capture", "assistant", "yourls", "shlink", "kutt"] as const;
export type KeyScope = (typeof keyScopes)[number];

/** What an assistant may do: read, prepare changes that you accept, or change links. */
export const keyLevels = ["read", "suggest", "write"] as const;
export type KeyLevel = (typeof keyLevels)[number];

/** All that a key of scope `capture` may do; the names are the contract's operations. */
export const captureOperations: ReadonlySet<string> = new Set([
  "addLink",
  "checkAlias",
  "getLink",
  "listLinks",
]);

/** The key in `secrets.json`; others have greater numbers. */
export const firstKeyId = 1;

/** Requests per minute that a key allows unless you say otherwise. */
export const usualPerMinute = 600;

/** Characters of a key's name, which is the name of its program. */
export const longestProgramName = 60;

/** One line: History shows it as the author. */
const name = text(longestProgramName)
  .trim()
  .min(1, "must not be empty")
  .refine((value) => !/[\t\n\r]/.test(value), {
    error: "must be one line",
    params: { code: "characters" },
  });

const limitFault = "must be a whole number from 1 to 60,000";

const perMinute = z.coerce
  .number(limitFault)
  .int(limitFault)
  .min(1, limitFault)
  .max(60_000, limitFault);

export const apiKey = z.object({
  id: z.int(),
  name: z.string(),
  scope: z.enum(keyScopes),
  /** Of an assistant's key; null: another scope. */
  level: z.enum(keyLevels).nullable(),
  perMinute: z.int().positive(),
  created: timestamp,
  lastUsed: timestamp.nullable(),
  /** The last request with the key that was refused. */
  lastError: z.object({ date: timestamp, code: z.enum(problemCodes) }).nullable(),
  /** The browser extension that alone may use it. */
  origin: z.string().nullable(),
  /** False: the key came with a folder from elsewhere. It works once it is renewed. */
  works: z.boolean(),
});
export type ApiKey = z.output<typeof apiKey>;

/** A key is only ever shown in the answer that makes it. */
const made = success({ id: z.int(), key: z.string() });

export const keyOperations = {
  listKeys: owner.get("/api/keys", {
    summary: "List all API keys, without the keys themselves.",
    query: z.object(paging),
    response: listOf("keys", apiKey),
  }),
  addKey: owner.post("/api/key/add", {
    summary: "Create another API key. Only this response contains the key.",
    body: z.object({
      name: name.describe("Name of the program that uses the key, as History shows it"),
      scope: z
        .enum(keyScopes, `must be one of ${keyScopes.join(", ")}`)
        .optional()
        .describe(
          "Scope of the key: api, capture (create and look up links), assistant (MCP), or the API of another product (yourls, shlink or kutt). Defaults to api",
        ),
      level: z
        .enum(keyLevels, `must be one of ${keyLevels.join(", ")}`)
        .optional()
        .describe(
          "Access level of the key, for scope assistant only: read, suggest (changes wait for you) or write. Defaults to suggest",
        ),
      perMinute: perMinute.optional().describe("Requests per minute. Defaults to 600"),
    }),
    response: made,
  }),
  updateKey: owner.put("/api/key/:id/update", {
    summary: "Update the name, level or limit of an API key.",
    body: z.object({
      name: name.optional().describe("New name of the key"),
      level: z
        .enum(keyLevels, `must be one of ${keyLevels.join(", ")}`)
        .optional()
        .describe(
          "Access level of the key, for scope assistant only: read, suggest (changes wait for you) or write",
        ),
      perMinute: perMinute.optional().describe("Requests per minute"),
    }),
    response: done("Key has been updated successfully."),
  }),
  /** The one before stops working at once. Without an id it is the first key. */
  renewKey: owner.post("/api/key/renew", {
    summary: "Replace an API key; the current key stops working.",
    body: z.object({
      id: id.optional().describe("ID of the key. Defaults to the first key"),
    }),
    response: success({ key: z.string() }),
  }),
  deleteKey: owner.delete("/api/key/:id/delete", {
    summary: "Revoke an API key; the key stops working.",
    response: done("Key has been revoked successfully."),
  }),
} as const;
