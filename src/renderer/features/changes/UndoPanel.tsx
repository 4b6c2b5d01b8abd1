import { Button, Card, Group, Loader, Stack, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ChangeSet } from "../../../contract/changes/changes.ts";
import { ApiFailure } from "../../app/client/client.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { JobProgress } from "../jobs/JobProgress.tsx";
import { JobOutcome } from "../jobs/JobOutcome.tsx";
import { useJob } from "../jobs/jobs.ts";
import { FailureNotice, QueryFailure } from "../../ui/messages/FailureNotice.tsx";
import { previewUndo, refreshEverything, runUndo } from "./changes.ts";
import { ChangePreviewView } from "./ChangePreviewView.tsx";
import { useBusy } from "../../ui/messages/useBusy.ts";

/** Takes a change set back: what that does, what stands against it, then the doing. */
export function UndoPanel({ set, close }: { readonly set: ChangeSet; readonly close: () => void }) {
  const { t, format } = useI18n();
  const [isForced, setForced] = useState(false);
  const [running, setRunning] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { isBusy, during } = useBusy();
  const panel = useRef<HTMLElement>(null);
  const preview = useQuery({
    queryKey: ["undo", set.id, isForced],
    queryFn: () => previewUndo(set.id, isForced),
    gcTime: 0,
    staleTime: Infinity,
  });
  const job = useJob(running);
  const isOver = job.data !== undefined && job.data.state !== "running";
  useEffect(() => panel.current?.focus(), []);
  useEffect(() => {
    if (!isOver) return;
    // The button that was pressed is gone, and how it ended may stand above what is in view.
    panel.current?.focus();
    void refreshEverything();
  }, [isOver]);

  const run = async (token: string) => {
    setFailure(null);
    const start = async () => setRunning((await runUndo(set.id, token, isForced)).id);
    await during(start, async (error) => {
      setFailure(error);
      // What it would do is another thing by now.
      if (error instanceof ApiFailure && error.status === 409) await preview.refetch();
    });
  };
  const touched =
    preview.data === undefined
      ? 0
      : preview.data.added + preview.data.changed + preview.data.removed;
  const hasConflicts = isForced || (preview.data?.conflictCount ?? 0) > 0;
  return (
    <Card
      component="section"
      ref={panel}
      tabIndex={-1}
      aria-label={t(set.undoes === null ? "history.undo" : "history.redo")}
    >
      <Stack gap={12}>
        {job.data !== undefined ? (
          isOver ? (
            <JobOutcome job={job.data} />
          ) : (
            <JobProgress job={job.data} />
          )
        ) : (
          <>
            <h2>{t(set.undoes === null ? "history.undoTitle" : "history.redoTitle")}</h2>
            {preview.isPending && <Loader size="sm" aria-label={t("common.loading")} />}
            {preview.isError && <QueryFailure of={preview} />}
            {preview.data !== undefined && <ChangePreviewView preview={preview.data} isUndo />}
            {hasConflicts && (
              <Switch
                checked={isForced}
                onChange={(event) => setForced(event.currentTarget.checked)}
                label={t("history.force")}
                description={t("history.forceHint")}
              />
            )}
            {failure !== null && <FailureNotice error={failure} />}
            <Group gap={8}>
              {preview.data !== undefined && (
                <Button
                  variant="filled"
                  disabled={touched === 0}
                  loading={isBusy}
                  onClick={() => void run(preview.data.token)}
                >
                  {t(
                    set.undoes === null ? "history.undoRecords" : "history.redoRecords",
                    format.counted(touched),
                  )}
                </Button>
              )}
              <Button onClick={close}>{t("common.cancel")}</Button>
            </Group>
          </>
        )}
      </Stack>
    </Card>
  );
}
