import { t } from "i18next";
import type { ReactNode } from "react";
import type { RecordKind } from "../../../contract/records.ts";
import { api } from "../../app/client/api.ts";
import { ApiFailure } from "../../app/client/client.ts";
import { previewUndo, refreshEverything, runUndo } from "../../features/changes/changes.ts";
import { InHistory } from "../../features/changes/InHistory.tsx";
import { jobOver } from "../../features/jobs/jobs.ts";
import { sentenceText } from "../../i18n/sentences/sentenceText.ts";
import { showFailure } from "../messages/toasts.tsx";
import { doing, done, keepStep } from "../messages/undo.ts";

/** One of whatever kind, by the name that people call it. */
export interface RecordNamed {
  readonly kind: RecordKind;
  readonly id: number;
  readonly name: string;
}

interface Say {
  /** What was done, as a sentence, where the usual one doesn't do. */
  readonly did?: string;
  readonly note?: ReactNode;
}

/** Says that it was made, with the way back. */
export function recordMade(record: RecordNamed, { did, note }: Say = {}): void {
  const { name } = record;
  done({
    name,
    did: did ?? t("steps.made", { name }),
    note,
    takeBack: wayBack(record, t("steps.unmade", { name })),
  });
}

/** The same where the screen itself shows it. Answers how to take it back. */
export function recordMadeInView(record: RecordNamed, did: string, leave: () => void): () => void {
  const { name } = record;
  const back = wayBack(record, t("steps.unmade", { name }));
  return keepStep({
    name,
    did,
    async takeBack() {
      const said = await back();
      leave();
      return said;
    },
  });
}

/** Says that it was changed, with the way back. */
export function recordEdited(record: RecordNamed, { did, note }: Say = {}): void {
  const { name } = record;
  done({
    name,
    did: did ?? t("steps.edited", { name }),
    note,
    takeBack: wayBack(record, t("steps.unedited", { name })),
  });
}

/** Says that it was deleted, with the way back. */
export function recordRemoved(record: RecordNamed, { did, note }: Say = {}): void {
  const { name } = record;
  done({
    name,
    did: did ?? t("steps.removed", { name }),
    note,
    takeBack: wayBack(record, t("steps.restored", { name })),
  });
}

/** Deletes at once; the way back is offered. Answers whether it is gone. */
export async function removeRecord(
  record: RecordNamed,
  remove: () => Promise<unknown>,
  say?: Say,
): Promise<boolean> {
  const removal = async () => {
    await remove();
    recordRemoved(record, say);
  };
  try {
    await doing(removal());
  } catch (error) {
    showFailure(error);
    return false;
  }
  await refreshEverything();
  return true;
}

/** Through the change set of what this window did to it last: what others changed since stays. */
function wayBack({ kind, id }: RecordNamed, said: string) {
  // Asked at once: a later change of the same record has a way back of its own.
  const asked = latestSet(kind, id).catch((error: unknown) => error);
  return async () => {
    const set = await asked;
    if (typeof set !== "number") throw set;
    const preview = await previewUndo(set, false);
    const [first] = preview.conflicts;
    if (first !== undefined) {
      const faults = preview.conflicts.map(({ field, says, ...sentence }) => ({
        field: field ?? "",
        code: field === null ? ("invalid" as const) : ("changed" as const),
        message: sentenceText({ ...sentence, message: says }, t),
      }));
      throw new ApiFailure(409, first.says, null, faults);
    }
    const job = await jobOver(await runUndo(set, preview.token, false));
    await refreshEverything();
    const isWhole = job.state === "done" && job.failureCount === 0;
    return isWhole
      ? said
      : { text: t("steps.partly"), note: <InHistory set={job.change ?? set} /> };
  };
}

async function latestSet(kind: RecordKind, id: number): Promise<number> {
  const { data } = await api.call("listChanges", { query: { kind, id, by: "window", limit: 1 } });
  const [latest] = data.changes;
  if (latest === undefined) throw new ApiFailure(404, "The history does not hold this change.");
  return latest.id;
}
