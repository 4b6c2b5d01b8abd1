import { Button, Checkbox, Loader, Modal } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiFailure } from "../client.ts";
import { MomentInput } from "../edit/MomentInput.tsx";
import { refreshEverything } from "../history/changes.ts";
import { ChangePreviewView } from "../history/ChangePreviewView.tsx";
import { setDone } from "../history/setDone.tsx";
import { useFormat } from "../i18n/PreferencesProvider.tsx";
import { JobOutcome } from "../jobs/JobOutcome.tsx";
import { JobProgress } from "../jobs/JobProgress.tsx";
import { useJob } from "../jobs/jobs.ts";
import { FailureNotice } from "../shell/FailureNotice.tsx";
import { TagsInput } from "../tags/TagsInput.tsx";
import {
  type BulkAction,
  type BulkValues,
  changeOf,
  noValues,
  previewBulk,
  runBulk,
} from "./bulk.ts";
import classes from "./BulkDialog.module.css";
import { CampaignSelect, ChannelSelect } from "./RecordSelects.tsx";
import type { Chosen } from "./selection.ts";

export interface Bulk {
  readonly action: BulkAction;
  /** Frozen when it was opened: what is selected later doesn't matter. */
  readonly chosen: Chosen;
  readonly count: number;
}

/** One change of many links: what is asked, what it does, then the doing. */
export function BulkDialog({
  bulk,
  close,
  done,
}: {
  readonly bulk: Bulk | null;
  readonly close: () => void;
  /** It is over, and something was changed. */
  readonly done: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Modal
      opened={bulk !== null}
      onClose={close}
      size={560}
      title={
        bulk !== null && (
          <span className={classes.title}>
            {t(`bulk.titles.${bulk.action}`, {
              count: bulk.count,
              formatted: format.number(bulk.count),
            })}
          </span>
        )
      }
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      {bulk !== null && <BulkForm bulk={bulk} close={close} done={done} />}
    </Modal>
  );
}

function BulkForm({
  bulk,
  close,
  done,
}: {
  readonly bulk: Bulk;
  readonly close: () => void;
  readonly done: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const { action, chosen } = bulk;
  const [values, setValues] = useState(noValues);
  const [asked] = useDebouncedValue(values, 300);
  const [running, setRunning] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const change = changeOf(action, asked);
  const isSettled = asked === values;
  const preview = useQuery({
    queryKey: ["bulk", chosen, change],
    queryFn: () => previewBulk(chosen, change ?? { delete: true }),
    enabled: change !== null,
    gcTime: 0,
    staleTime: Infinity,
  });
  const job = useJob(running).data;
  const state = job?.state;
  const isOver = state !== undefined && state !== "running";
  const isWhole = state === "done" && job?.failureCount === 0;
  useEffect(() => {
    if (!isOver) return;
    void refreshEverything();
    if (!isWhole || job === undefined) return;
    setDone({
      set: job.change,
      did: t(`bulk.did.${action}`, { count: job.done, formatted: format.number(job.done) }),
    });
    done();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it is over
  }, [isOver]);
  const run = async (token: string) => {
    if (change === null) return;
    setBusy(true);
    setFailure(null);
    try {
      setRunning((await runBulk(chosen, change, token)).id);
    } catch (error) {
      setFailure(error);
      // It would do another thing by now: that is shown before it is done.
      if (error instanceof ApiFailure && error.status === 409) await preview.refetch();
    } finally {
      setBusy(false);
    }
  };
  if (job !== undefined)
    return isOver ? (
      <div className={classes.form}>
        <JobOutcome job={job} />
        <div className={classes.foot}>
          <Button onClick={done}>{t("common.close")}</Button>
        </div>
      </div>
    ) : (
      <JobProgress job={job} />
    );
  const touched =
    preview.data === undefined
      ? 0
      : preview.data.added + preview.data.changed + preview.data.removed;
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (preview.data !== undefined && isSettled && touched > 0) void run(preview.data.token);
      }}
    >
      <p className="soft">{t(`bulk.about.${action}`)}</p>
      <Fields
        action={action}
        values={values}
        choose={(part) => setValues({ ...values, ...part })}
      />
      {change !== null && preview.isPending && (
        <Loader size="sm" aria-label={t("common.loading")} />
      )}
      {preview.isError && (
        <FailureNotice error={preview.error} retry={() => void preview.refetch()} />
      )}
      {preview.data !== undefined && <ChangePreviewView preview={preview.data} />}
      {failure !== null && <FailureNotice error={failure} />}
      <div className={classes.foot}>
        <Button onClick={close}>{t("common.cancel")}</Button>
        <Button
          type="submit"
          variant="filled"
          className={action === "delete" ? (classes.danger ?? "") : ""}
          disabled={touched === 0 || !isSettled}
          loading={isBusy}
          data-autofocus={change === null ? undefined : true}
        >
          {t(`bulk.run.${action}`, { count: touched, formatted: format.number(touched) })}
        </Button>
      </div>
    </form>
  );
}

function Fields({
  action,
  values,
  choose,
}: {
  readonly action: BulkAction;
  readonly values: BulkValues;
  readonly choose: (part: Partial<BulkValues>) => void;
}) {
  const { t } = useTranslation();
  switch (action) {
    case "tag":
      return (
        <>
          <TagsInput
            isFirst
            label={t("bulk.addTags")}
            value={values.addTags}
            onChange={(addTags) => choose({ addTags })}
          />
          <TagsInput
            label={t("bulk.removeTags")}
            value={values.removeTags}
            onChange={(removeTags) => choose({ removeTags })}
          />
        </>
      );
    case "channel":
      return (
        <>
          <ChannelSelect
            isFirst
            label={t("bulk.addChannel")}
            value={values.channel}
            choose={(channel) => choose({ channel })}
          />
          <ChannelSelect
            label={t("bulk.removeChannel")}
            value={values.leaveChannel}
            choose={(leaveChannel) => choose({ leaveChannel })}
          />
        </>
      );
    case "campaign":
      return (
        <>
          {!values.noCampaign && (
            <CampaignSelect
              isFirst
              label={t("fields.campaign")}
              value={values.campaign}
              choose={(campaign) => choose({ campaign })}
            />
          )}
          <Checkbox
            label={t("bulk.noCampaign")}
            checked={values.noCampaign}
            onChange={(event) => choose({ noCampaign: event.currentTarget.checked })}
          />
        </>
      );
    case "expiry":
      return (
        <>
          {!values.noExpiry && (
            <MomentInput
              isFirst
              label={t("fields.expiry")}
              description=""
              value={values.expiry}
              error={undefined}
              onChange={(expiry) => choose({ expiry })}
            />
          )}
          <Checkbox
            label={t("bulk.noExpiry")}
            checked={values.noExpiry}
            onChange={(event) => choose({ noExpiry: event.currentTarget.checked })}
          />
        </>
      );
    case "archive":
    case "unarchive":
    case "delete":
      return null;
  }
}
