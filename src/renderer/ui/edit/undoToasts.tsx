import { t } from "i18next";
import type { ChangePreview } from "../../../contract/changes/changes.ts";
import { ApiFailure } from "../../app/client/client.ts";
import { refreshEverything, undoIfUnchanged } from "../../features/changes/changes.ts";
import { InHistory } from "../../features/changes/InHistory.tsx";
import { jobOver } from "../../features/jobs/jobs.ts";
import { messageText } from "../../i18n/messageText.ts";
import { showFailure } from "../messages/toasts.tsx";
import { doing, done, keepStep } from "../messages/undo.ts";

/** The answer of a write: it names the change set. */
export interface Written {
  readonly change?: number | null | undefined;
}

interface ToastText {
  /** What was done, as a sentence, where the usual one doesn't do. */
  readonly did?: string;
}

/** Says that it was made, with the way back. */
export function recordMade(name: string, answer: Written, { did }: ToastText = {}): void {
  done({
    name,
    did: did ?? t("steps.made", { name }),
    takeBack: undoOf(answer, t("steps.unmade", { name })),
  });
}

/** The same where the screen itself shows it. Answers how to take it back. */
export function recordMadeInView(
  name: string,
  answer: Written,
  did: string,
  leave: () => void,
): () => void {
  const back = undoOf(answer, t("steps.unmade", { name }));
  return keepStep({
    name,
    did,
    async takeBack() {
      const text = await back();
      leave();
      return text;
    },
  });
}

/** Says that it was changed, with the way back. */
export function recordEdited(name: string, answer: Written, { did }: ToastText = {}): void {
  done({
    name,
    did: did ?? t("steps.edited", { name }),
    takeBack: undoOf(answer, t("steps.unedited", { name })),
  });
}

/** Deletes at once; the way back is offered. Answers whether it is gone. */
export async function removeRecord(name: string, remove: () => Promise<Written>): Promise<boolean> {
  const removal = async () => {
    const answer = await remove();
    done({
      name,
      did: t("steps.removed", { name }),
      takeBack: undoOf(answer, t("steps.restored", { name })),
    });
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

/** Undoes the window's own change set, unless something conflicts: what others changed since stays. */
function undoOf({ change = null }: Written, text: string) {
  return async () => {
    if (change === null) throw new ApiFailure(404, "The history does not hold this change.");
    const answer = await undoIfUnchanged(change);
    if ("preview" in answer) throw conflictFailure(answer.preview);
    const job = await jobOver(answer.job);
    await refreshEverything();
    const isWhole = job.state === "done" && job.failureCount === 0;
    return isWhole
      ? text
      : { text: t("steps.partly"), note: <InHistory set={job.change ?? change} /> };
  };
}

function conflictFailure({ conflicts }: ChangePreview): ApiFailure {
  const faults = conflicts.map(({ field, says, ...sentence }) => ({
    field: field ?? "",
    code: field === null ? ("invalid" as const) : ("changed" as const),
    message: messageText({ ...sentence, message: says }, t),
  }));
  return new ApiFailure(409, conflicts[0]?.says ?? "", null, faults);
}
