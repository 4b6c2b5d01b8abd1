import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Job } from "../../contract/jobs.ts";
import { useFormat } from "../i18n/PreferencesProvider.tsx";
import { showFailure } from "../shell/toasts.tsx";
import classes from "./JobProgress.module.css";
import { cancelJob } from "./jobs.ts";
import { phaseText } from "./phaseText.ts";

/** How far a piece of work is, and the way to stop it. */
export function JobProgress({ job }: { readonly job: Job }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useId();
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
  const name = phase === null ? t(`jobs.kinds.${job.kind}`) : phaseText(phase, t);
  return (
    <div className={classes.progress}>
      <div className={classes.head}>
        <span id={words}>{name}</span>
        <span className="soft">
          {total === null
            ? done > 0 && format.number(done)
            : t("jobs.of", { done: format.number(done), total: format.number(total) })}
        </span>
      </div>
      <progress
        className={classes.bar}
        aria-labelledby={words}
        {...(total === null || total === 0 ? {} : { value: done, max: total })}
      />
      {job.kind !== "restore" && (
        <div className={classes.foot}>
          <span className="soft">
            {t(job.kind === "import" ? "jobs.cancelReading" : "jobs.cancelHint")}
          </span>
          <Button size="xs" loading={isStopping} onClick={() => void stop()}>
            {t("common.cancel")}
          </Button>
        </div>
      )}
    </div>
  );
}
