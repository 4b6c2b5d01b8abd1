import { z } from "zod";
import { timestamp } from "./fields.ts";
import { restoreChange } from "./restoreChange.ts";
import { codedMessage } from "./messageFields.ts";

/** What the jobs of each kind come to. */

const count = z.int().nonnegative();

/** Of a job of the kind `import`: what is in a file, and what would become of it. */
export const importPreview = z.object({
  format: z.string(),
  sureness: z.enum(["certain", "likely", "guess"]),
  /** Those that it could be, best first. */
  formats: z.array(z.string()),
  kind: z.enum(["links", "clicks"]),
  file: z.string(),
  rows: count,
  valid: count,
  conflicts: count,
  invalid: count,
  skipped: count,
  unchanged: count,
  clicks: count,
  columns: z.array(
    z.object({ name: z.string(), example: z.string(), field: z.string().nullable() }),
  ),
  /** What a column can be taken for. */
  fields: z.array(z.object({ field: z.string(), label: z.string() })),
  dropped: z.array(z.object({ column: z.string(), why: z.string(), ...codedMessage })),
  domains: z.array(z.object({ host: z.string(), links: count, registered: z.boolean() })),
  /** Parts of the links that act on visitors, besides the redirect. */
  visitorEffects: z.array(
    z.object({
      what: z.enum(["pixel", "type", "metaimage", "deeplink"]),
      name: z.string(),
      links: count,
    }),
  ),
  dates: z.object({ order: z.enum(["day first", "month first", "unknown"]) }).nullable(),
  problems: z.array(
    z.object({
      line: z.int(),
      column: z.string().nullable(),
      message: z.string(),
      ...codedMessage,
    }),
  ),
  conflicting: z.array(
    z.object({
      line: z.int(),
      alias: z.string(),
      id: z.int(),
      present: z.string(),
      given: z.string(),
    }),
  ),
  withPassword: count,
  records: z.array(
    z.object({
      line: z.int(),
      url: z.string(),
      alias: z.string().nullable(),
      name: z.string(),
      tags: z.array(z.string()),
      description: z.string(),
      channels: z.array(z.string()),
      campaign: z.string().nullable(),
      expiry: timestamp.nullable(),
      archived: z.boolean(),
      date: timestamp.nullable(),
      earlierclicks: count,
    }),
  ),
  token: z.string(),
});
export type ImportPreview = z.output<typeof importPreview>;

/** Of a job of the kind `apply`. */
export const importResult = z.object({
  format: z.string(),
  imported: count,
  skipped: count,
  renamed: count,
  overwritten: count,
  unchanged: count,
  invalid: count,
  clicks: count,
  /** Short addresses of links that asked for a password where they come from, and don't here. */
  hadPassword: z.array(z.string()),
  /** Links whose pixels were not imported. */
  pixelsLeftOut: count,
});
export type ImportResult = z.output<typeof importResult>;

/** Of a job of the kind `bulk` or `undo`. */
export const changeResult = z.object({
  matched: count,
  added: count,
  changed: count,
  removed: count,
  unchanged: count,
  conflicts: count,
});

/** Of a job of the kind `restore`. */
const restoreResult = z.object({
  changes: z.array(restoreChange),
  /** A backup of the state before; null: nothing was changed. */
  before: z.string().nullable(),
});

export const jobResult = z.union([
  importPreview,
  importResult,
  changeResult,
  restoreResult,
  z.null(),
]);
