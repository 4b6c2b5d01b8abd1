import { z } from "zod";
import { listOf, success } from "./envelope.ts";
import { flag, nothing, paging, timestamp } from "./fields.ts";
import { operation } from "./operation.ts";

/** What a backup brings back, in the words of the contract. */
export const backupKinds = [
  "links",
  "domains",
  "channels",
  "campaigns",
  "pixels",
  "overlays",
  "splash",
  "qr",
  "bio",
  "answers",
  "views",
  "clicks",
  "account",
  "settings",
] as const;

const kind = z.enum(backupKinds);

const backup = z.object({
  name: z.string().meta({ description: "Its file in backups/ of the data folder" }),
  date: timestamp,
  size: z.int().nonnegative().meta({ description: "Bytes" }),
});

/** What a restore does to records of one kind. */
export const restoreChange = z.object({
  kind,
  added: z.int().nonnegative().meta({ description: "Records that come back" }),
  changed: z.int().nonnegative().meta({ description: "Records that become what they were" }),
  removed: z.int().nonnegative().meta({ description: "Records made since, which go" }),
  /** At most 50 of them. */
  examples: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      change: z.enum(["added", "changed", "removed"]),
      /** What differs; empty unless it is a change. */
      fields: z.array(z.string()),
    }),
  ),
});
export type RestoreChange = z.output<typeof restoreChange>;

const named = z.object({
  name: z
    .string()
    .regex(/^\w[\w.-]{0,119}$/, "must be the name of a backup")
    .meta({
      description: "Name of a backup, as the list has it",
      examples: ["waypost-2026-03-12.json"],
    }),
});

export const backupOperations = {
  listBackups: operation({
    method: "GET",
    path: "/api/backups",
    scope: "owner",
    summary: "List the backups, newest first.",
    params: nothing,
    query: z.object({ limit: paging.limit, page: paging.page }),
    body: nothing,
    response: listOf("backups", backup),
  }),
  getBackup: operation({
    method: "GET",
    path: "/api/backup/:name",
    scope: "owner",
    summary: "Read a whole backup and say what is in it.",
    params: named,
    query: nothing,
    body: nothing,
    response: success({
      details: z.object({
        ...backup.shape,
        /** False: it was changed after it was written. */
        intact: z.boolean(),
        records: z.array(z.object({ kind, count: z.int().nonnegative() })),
      }),
    }),
  }),
  restoreBackup: operation({
    method: "POST",
    path: "/api/backup/:name/restore",
    scope: "owner",
    summary: "Make everything what it was in a backup, or only say what would change.",
    params: named,
    query: nothing,
    body: z.object({
      preview: flag
        .optional()
        .meta({ description: "Only say what would change (false when not given)" }),
    }),
    response: success({
      message: z.string(),
      changes: z.array(restoreChange),
      /** A backup of the state before; null: nothing was changed. */
      before: z.string().nullable(),
    }),
  }),
} as const;
