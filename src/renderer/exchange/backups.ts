import type { RestorePreview } from "../../contract/backups.ts";
import type { Job } from "../../contract/jobs.ts";
import { api } from "../api.ts";
import type { SendOptions } from "../client.ts";
import { shortWait } from "../jobs/jobs.ts";

/** A backup of the list, or a file from elsewhere. */
export type BackupChoice = { readonly name: string } | { readonly file: File };

/** A backup and what restoring it would do. */
export interface AskedRestore {
  readonly choice: BackupChoice;
  readonly preview: RestorePreview;
}

export function nameOf(choice: BackupChoice): string {
  return "name" in choice ? choice.name : choice.file.name;
}

const kinds = [
  ["daily", /^waypost-\d{4}-\d\d-\d\d\.json$/],
  ["byHand", /^made-/],
  ["beforeRestore", /^before-restore-/],
  ["beforeUpdate", /^before-version-/],
] as const;

/** When a backup of the list was made, as its name says; null: its name is somebody's own. */
export function kindOfBackup(name: string): (typeof kinds)[number][0] | null {
  return kinds.find(([, family]) => family.test(name))?.[0] ?? null;
}

/** `options` are for the file, where it is one. */
export async function askRestore(
  choice: BackupChoice,
  options: SendOptions = {},
): Promise<AskedRestore> {
  const { preview } =
    "name" in choice
      ? await api.call("restoreBackup", {
          params: { name: choice.name },
          body: { preview: true },
        })
      : await api.send("restoreFile", { query: { preview: true } }, choice.file, options);
  if (preview === undefined) throw new TypeError("The answer to a preview is a preview.");
  return { choice, preview };
}

export async function runRestore(
  { choice, preview: { token } }: AskedRestore,
  options: SendOptions = {},
): Promise<Job> {
  const wait = shortWait;
  const { job } =
    "name" in choice
      ? await api.call("restoreBackup", { params: { name: choice.name }, body: { token, wait } })
      : await api.send("restoreFile", { query: { token, wait } }, choice.file, options);
  if (job === undefined) throw new TypeError("The answer to a restore is its job.");
  return job;
}
