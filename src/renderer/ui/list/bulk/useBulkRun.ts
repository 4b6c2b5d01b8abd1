import { useEffect, useState } from "react";
import type { z } from "zod";
import type { bulkOperations } from "../../../../contract/changes/bulk.ts";
import type { ChangePreview } from "../../../../contract/changes/changes.ts";
import { api } from "../../../app/client/api.ts";
import { refreshEverything } from "../../../features/changes/changes.ts";
import { setDone } from "../../../features/changes/setDone.tsx";
import { keepJob, shortWait, useJob } from "../../../features/jobs/jobs.ts";
import { useBusy } from "../../messages/useBusy.ts";

type Body = z.input<typeof bulkOperations.bulkChange.body>;
export type BulkKind = Body["kind"];
export type BulkRequest = Pick<
  Body,
  "change" | "delete" | "add" | "remove" | "replace" | "replacerules"
>;
export type BulkSelect = Body["select"];

export async function previewBulk(
  kind: BulkKind,
  select: BulkSelect,
  change: BulkRequest,
): Promise<ChangePreview> {
  const answer = await api.call("bulkChange", { body: { kind, select, ...change, preview: true } });
  if (!("preview" in answer)) throw new Error("A preview was asked for.");
  return answer.preview;
}

/** Runs one change of many records, follows its job, and offers to undo it. */
export function useBulkRun({
  kind,
  select,
  did,
  done,
}: {
  readonly kind: BulkKind;
  readonly select: BulkSelect;
  readonly did: (count: number) => string;
  /** Called once everything was changed. */
  readonly done: () => void;
}) {
  const [running, setRunning] = useState<number | null>(null);
  const { isBusy, during } = useBusy();
  const [failure, setFailure] = useState<unknown>(null);
  const job = useJob(running).data;
  const isOver = job !== undefined && job.state !== "running";
  useEffect(() => {
    if (!isOver) return;
    void refreshEverything();
    if (job.state !== "done" || job.failureCount > 0) return;
    setDone({ set: job.change, did: did(job.done) });
    done();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it is over
  }, [isOver]);
  return {
    job,
    isOver,
    isBusy,
    failure,
    /** `shown` is the token of the preview that was shown; null: none was, and one is asked for. */
    run: (change: BulkRequest, shown: string | null, fail?: (error: unknown) => unknown) => {
      setFailure(null);
      return during(
        async () => {
          const token = shown ?? (await previewBulk(kind, select, change)).token;
          const body = { kind, select, ...change, token, wait: shortWait };
          const answer = await api.call("bulkChange", { body });
          if (!("job" in answer)) throw new Error("A run was asked for.");
          keepJob(answer.job);
          setRunning(answer.job.id);
        },
        async (error) => {
          setFailure(error);
          await fail?.(error);
        },
      );
    },
  };
}
