import { t } from "i18next";
import { done } from "../../ui/messages/undo.ts";
import { toast } from "../../ui/messages/toasts.tsx";
import { InHistory } from "./InHistory.tsx";
import { previewUndo, refreshEverything, runUndo } from "./changes.ts";
import { jobOver } from "../jobs/jobs.ts";

interface Done {
  /** Its change set; null: nothing was changed. */
  readonly set: number | null;
  /** What was done, as a sentence. */
  readonly did: string;
  /** Records that it could not be done to, and why of the first of them. */
  readonly failed?: number;
  readonly why?: string | undefined;
}

/** Says what a change set did, with the way back: at once here, later in History. */
export function setDone({ set, did, failed = 0, why }: Done): void {
  const missed =
    failed === 0 ? null : (
      <p dir="auto">
        {t("history.failed", { count: failed, formatted: String(failed) })} {why}
      </p>
    );
  if (set === null) {
    toast({ text: did, note: missed });
    return;
  }
  done({
    name: did,
    did,
    note: (
      <>
        {missed}
        <InHistory set={set} />
      </>
    ),
    takeBack: () => takeBackSet(set),
  });
}

/** What others changed since stays; how to force it stands with the set. */
async function takeBackSet(set: number): Promise<{ text: string; note?: React.ReactNode }> {
  const preview = await previewUndo(set, false);
  const job = await jobOver(await runUndo(set, preview.token, false));
  await refreshEverything();
  const isWhole = preview.conflictCount === 0 && job.state === "done" && job.failureCount === 0;
  return {
    text: t(isWhole ? "history.takenBack" : "history.takenBackPartly"),
    note: <InHistory set={isWhole ? (job.change ?? set) : set} />,
  };
}
