import { Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import type { ListedJob } from "../../../contract/changes/jobs.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { showFailure } from "../../ui/messages/toasts.tsx";
import { cancelJob } from "./jobs.ts";
import { ProgressBar } from "./ProgressBar.tsx";
import type { TFunction } from "i18next";

const phases = ["reading", "checking", "changing", "writing", "undoing", "restoring"] as const;

/** What a piece of work is doing just now. */
function phaseText(phase: string, t: TFunction): string {
  const known = phases.find((one) => one === phase);
  return known === undefined ? phase : t(`jobs.phases.${known}`);
}

/** How far a piece of work is, and the way to stop it. */
export function JobProgress({ job }: { readonly job: ListedJob }) {
  const { t, format } = useI18n();
  const [isStopping, setStopping] = useState(false);
  const { done, total, phase } = job;
  const stop = async () => {
    setStopping(true);
    try {
      await cancelJob(job.id);
    } catch (error) {
      setStopping(false);
      showFailure(error);
    }
  };
  const counted = done === 0 ? "" : format.number(done);
  const valueText =
    total === null
      ? counted
      : t("jobs.of", { done: format.number(done), total: format.number(total) });
  const name = phase === null ? t(`jobs.kinds.${job.kind}`) : phaseText(phase, t);
  return (
    <Stack gap="xs">
      <ProgressBar name={name} valueText={valueText} done={done} total={total} />
      {job.kind !== "restore" && (
        <Group gap="4px 16px" justify="space-between" fz={13}>
          <span className="soft">
            {t(job.kind === "import" ? "jobs.cancelReading" : "jobs.cancelHint")}
          </span>
          <Button size="xs" loading={isStopping} onClick={() => void stop()}>
            {t("common.cancel")}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
