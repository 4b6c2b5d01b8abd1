import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Job } from "../../contract/jobs.ts";
import { useFormat } from "../i18n/PreferencesProvider.tsx";
import notice from "../shell/Notice.module.css";
import classes from "./JobProgress.module.css";

/** How a piece of work ended, what of it stands, and where it can be taken back. */
export function JobOutcome({ job }: { readonly job: Job }) {
  const { t } = useTranslation();
  const format = useFormat();
  const isDone = job.state === "done";
  const failures = job.failures.slice(0, 50);
  return (
    <div
      role={isDone ? "status" : "alert"}
      className={notice["notice"]}
      data-kind={isDone && job.failureCount === 0 ? undefined : "caution"}
    >
      {isDone ? (
        <IconCheck size={20} color="var(--good)" className={notice["icon"]} aria-hidden="true" />
      ) : (
        <IconAlertTriangle size={20} className={notice["icon"]} aria-hidden="true" />
      )}
      <div className={notice["words"]}>
        <strong>{t(`jobs.states.${stateKey(job.state)}`)}</strong>{" "}
        {(isDone || job.done > 0) &&
          t("jobs.records", { count: job.done, formatted: format.number(job.done) })}
        {job.state !== "done" && job.message !== null && <p dir="auto">{job.message}</p>}
        {job.failureCount > 0 && (
          <details>
            <summary>
              {t("jobs.failures", {
                count: job.failureCount,
                formatted: format.number(job.failureCount),
              })}
            </summary>
            <ul className={classes.failures}>
              {failures.map((failure, place) => (
                // oxlint-disable-next-line react/no-array-index-key -- two can say the same
                <li key={place} dir="auto">
                  {failure.message}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      {job.change !== null && (
        <Button component={Link} to={`/history/${job.change}`} size="xs">
          {t("jobs.inHistory")}
        </Button>
      )}
    </div>
  );
}

function stateKey(state: Job["state"]) {
  return state === "cut off" ? "cutOff" : state;
}
