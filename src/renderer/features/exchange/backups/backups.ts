import type { RestorePreview } from "../../../../contract/changes/backups.ts";
import type { Job } from "../../../../contract/changes/jobs.ts";
import { api } from "../../../app/client/api.ts";
import type { SendOptions } from "../../../app/client/client.ts";
import { shortWait } from "../../jobs/jobs.ts";

/** A backup of the list, or a file from elsewhere. */
export type BackupChoice = { readonly name: string } | { readonly file: File };

export type Only = string[] | undefined;

/** A backup and what restoring it would do. */
export interface PreviewedRestore {
  readonly choice: BackupChoice;
  /** Only these records, such as `links:3,9`; undefined: everything. */
  readonly only: Only;
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
  { choice, only }: Pick<PreviewedRestore, "choice" | "only">,
  options: SendOptions = {},
): Promise<PreviewedRestore> {
  const parameters = { ...(only && { only }), preview: true };
  const { preview } =
    "name" in choice
      ? await api.call("restoreBackup", {
          params: { name: choice.name },
          body: parameters,
        })
      : await api.send("restoreFile", { query: parameters }, choice.file, options);
  if (preview === undefined) throw new TypeError("The answer to a preview is a preview.");
  return { choice, only, preview };
}

export async function runRestore(
  { choice, only, preview: { token } }: PreviewedRestore,
  options: SendOptions = {},
): Promise<Job> {
  const parameters = { ...(only && { only }), token, wait: shortWait };
  const { job } =
    "name" in choice
      ? await api.call("restoreBackup", { params: { name: choice.name }, body: parameters })
      : await api.send("restoreFile", { query: parameters }, choice.file, options);
  if (job === undefined) throw new TypeError("The answer to a restore is its job.");
  return job;
}
