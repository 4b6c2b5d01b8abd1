import type { backupOperations, RestoreChange } from "../../contract/backups.ts";
import { listEnvelope } from "../../contract/envelope.ts";
import type { BackupService, Difference } from "../services/backups.ts";
import { offsetOf } from "../services/paging.ts";
import type { Timestamps } from "../services/timestamps.ts";
import type { HandlersOf } from "./handlers.ts";

const kinds = {
  settings: "settings",
  account: "account",
  links: "links",
  domains: "domains",
  channels: "channels",
  campaigns: "campaigns",
  pixels: "pixels",
  overlays: "overlays",
  splashPages: "splash",
  qrCodes: "qr",
  bioPages: "bio",
  contactAnswers: "answers",
  views: "views",
  clickImports: "clicks",
} as const satisfies Record<Difference["collection"], RestoreChange["kind"]>;

export function presentDifference(difference: Difference): RestoreChange {
  const { collection, added, changed, removed, examples } = difference;
  return {
    kind: kinds[collection],
    added: added.length,
    changed: changed.length,
    removed: removed.length,
    examples: examples.map(({ id, name, change, fields }) => ({
      id,
      name,
      change,
      fields: [...fields],
    })),
  };
}

/** What a restore did, or would do. */
export function restoreMessage(differences: readonly Difference[], isPreview: boolean): string {
  if (differences.length === 0) return "Everything is as it was in this backup.";
  const needsRestart = differences.some(({ collection }) => collection === "settings");
  const restart = needsRestart ? " Some settings hold from the next start." : "";
  return isPreview
    ? "This would change. Nothing has been changed yet."
    : `The backup has been restored successfully.${restart}`;
}

export function createBackupHandlers(
  backups: BackupService,
  timestamps: Timestamps,
): HandlersOf<typeof backupOperations> {
  const present = ({ name, madeAt, bytes }: { name: string; madeAt: number; bytes: number }) => ({
    name,
    date: timestamps.render(new Date(madeAt).toISOString()),
    size: bytes,
  });

  return {
    async listBackups({ query }) {
      const all = await backups.list();
      const first = offsetOf(query);
      const items = all.slice(first, first + query.limit);
      return listEnvelope("backups", { items, total: all.length, ...query }, present);
    },
    async getBackup({ params }) {
      const { file, isIntact, counts } = await backups.check(params.name);
      const records = counts.map(({ collection, count }) => ({ kind: kinds[collection], count }));
      return { error: 0, details: { ...present(file), intact: isIntact, records } };
    },
    async restoreBackup({ params, body }) {
      const isPreview = body.preview === true;
      const { differences, before } = isPreview
        ? { differences: await backups.preview(params.name), before: null }
        : await backups.restore(params.name);
      return {
        error: 0,
        message: restoreMessage(differences, isPreview),
        changes: differences.map(presentDifference),
        before,
      };
    },
  };
}
