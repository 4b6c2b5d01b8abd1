import { z } from "zod";
import { listOf, success } from "../envelope.ts";
import { flag, paging, text, timestamp } from "../fields/fields.ts";
import { job, wait } from "./jobs.ts";
import { noJson, owner } from "../operation.ts";
import { recordKind, restoreChange } from "../fields/restoreChange.ts";
import { type RecordKind, recordKinds } from "../fields/records.ts";
import { codedMessage, sentMessage } from "../messages/messageFields.ts";

const backup = z.object({
  name: z.string().meta({ description: "File name in the backups folder of the data folder" }),
  date: timestamp,
  size: z.int().nonnegative().meta({ description: "Bytes" }),
});

const named = z.object({
  name: z
    .string()
    .regex(
      /^\w[\w.-]{0,119}$/,
      "must be the file name of a backup, such as waypost-2026-03-12.json",
    )
    .meta({
      description: "Name of the backup, as in the list of backups",
      examples: ["waypost-2026-03-12.json"],
    }),
});

/** The folder beside the data folder where copies of everything are kept. */
const secondFolder = z
  .object({
    folder: z.string(),
    /** One is being made. */
    copying: z.boolean(),
    /** The last copy that was made and read back; null: none yet. */
    copied: z
      .object({
        name: z.string(),
        date: timestamp,
        size: z.int().nonnegative().meta({ description: "Bytes" }),
      })
      .nullable(),
    /** Why today's copy is missing; null: nothing stands in its way. */
    problem: z.string().nullable(),
    ...codedMessage,
  })
  .nullable();

export type SecondFolder = z.output<typeof secondFolder>;

const settingValue = z.union([z.string(), z.number(), z.boolean()]).nullable();

/** What a restore would do, with nothing done. */
const restorePreview = z.object({
  message: z.string(),
  changes: z.array(restoreChange),
  /** What of the backup stays behind, and the like. */
  warnings: z.array(z.string()),
  /** The warnings again, for callers with words of their own. */
  said: z.array(sentMessage),
  /** Settings that the backup has otherwise. Null: the default. */
  settings: z.array(
    z.object({
      name: z.string(),
      from: settingValue,
      to: settingValue,
      stays: z.boolean().meta({
        description:
          "Whether the setting stays unchanged, because it decides who can reach Waypost, where data is sent or how long data is kept",
      }),
    }),
  ),
  /** For the run: it does this, or nothing. */
  token: z.string(),
});
export type RestorePreview = z.output<typeof restorePreview>;

/** A preview, or the job that does it. */
const previewOrJob = success({ preview: restorePreview.optional(), job: job.optional() });

const chosenFault = `must be a kind, or a kind and IDs such as links:3,9. The kinds are ${recordKinds.join(", ")}`;

/** A kind, or a kind and ids. */
const chosenRecords = z
  .string(chosenFault)
  .max(100_000, chosenFault)
  .regex(
    new RegExp(`^(${recordKinds.join("|")})(:[1-9]\\d{0,14}(,[1-9]\\d{0,14})*)?$`),
    chosenFault,
  )
  .transform((selected) => {
    const [kind = "", ids] = selected.split(":");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the expression above says so
    return { kind: kind as RecordKind, ids: ids?.split(",").map(Number) };
  });

const previewOrRun = {
  only: z
    .union(
      [
        z.array(chosenRecords).min(1).max(recordKinds.length),
        chosenRecords.transform((one) => [one]),
      ],
      chosenFault,
    )
    .optional()
    .meta({
      description:
        "Records to restore, with the records they use: a kind such as settings, or a kind with IDs such as links:3,9. Defaults to everything",
    }),
  settings: z
    .union([z.array(text(100)).max(100), text(100).transform((one) => [one])])
    .optional()
    .meta({ description: "Names of protected settings to restore as well, such as host" }),
  preview: flag
    .optional()
    .meta({ description: "Whether to only preview the effect. Defaults to false" }),
  token: text(100).min(1).optional().meta({
    description:
      "Token from the preview, required to apply the change. The change then has exactly the previewed effect",
  }),
  wait,
} as const;

/** Bytes of a backup that is brought along through the API; the command line takes larger ones. */
export const largestBackup = 1024 * 1024 * 1024;

export const backupOperations = {
  listBackups: owner.get("/api/backups", {
    summary: "List backups, newest first, and the state of the second backup folder.",
    query: z.object({ limit: paging.limit, page: paging.page }),
    response: listOf("backups", backup).extend({ second: secondFolder }),
  }),
  makeBackup: owner.post("/api/backups", {
    summary: "Create a backup now, with a copy in the second backup folder if one is set.",
    isStrict: true,
    response: success({
      message: z.string(),
      /** Null: there is nothing to back up yet. */
      backup: backup.nullable(),
      second: secondFolder,
    }),
  }),
  getBackup: owner.get("/api/backup/:name", {
    summary: "Show the content of a backup.",
    params: named,
    response: success({
      details: z.object({
        ...backup.shape,
        /** False: it was changed after it was written. */
        intact: z.boolean(),
        records: z.array(z.object({ kind: recordKind, count: z.int().nonnegative() })),
      }),
    }),
  }),
  restoreBackup: owner.post("/api/backup/:name/restore", {
    summary: "Restore a backup, or preview what would change.",
    params: named,
    body: z.object(previewOrRun),
    isStrict: true,
    response: previewOrJob,
  }),
  restoreFile: owner.post("/api/restore", {
    summary: "Restore an uploaded backup (JSON or zip), or preview what would change.",
    query: z.object(previewOrRun),
    bytes: { most: largestBackup },
    isStrict: true,
    response: previewOrJob,
  }),
  exportEverything: owner.post("/api/export/everything", {
    summary: "Download a zip file with everything except the keys and History, for a full restore.",
    body: z.object({
      clicks: flag.optional().meta({
        description:
          "Whether to include the click log in addition to the totals. Defaults to false",
      }),
    }),
    isStrict: true,
    answer: "file",
    response: noJson,
  }),
} as const;
