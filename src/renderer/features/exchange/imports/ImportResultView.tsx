import { Button, Group, Stack } from "@mantine/core";
import IconAlertTriangle from "@iconify-json/tabler/icons/alert-triangle";
import IconCheck from "@iconify-json/tabler/icons/check";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { ImportResult } from "../../../../contract/changes/jobResults.ts";
import type { Job } from "../../../../contract/changes/jobs.ts";
import { useI18n } from "../../../i18n/PreferencesProvider.tsx";
import { refreshEverything, useChangeSet } from "../../changes/changes.ts";
import { UndoPanel } from "../../changes/UndoPanel.tsx";
import { JobOutcome } from "../../jobs/JobOutcome.tsx";
import { showFailure } from "../../../ui/messages/toasts.tsx";
import { downloadFailures } from "../download.ts";
import classes from "../Exchange.module.css";
import { ImportCounts } from "./ImportCounts.tsx";

const counts = [
  "imported",
  "renamed",
  "overwritten",
  "unchanged",
  "skipped",
  "invalid",
  "clicks",
  "campaignsLeftOut",
  "statisticsLeftOut",
  "namesLeftOut",
] as const;

/** Those of its product: what was brought along has its former day, so it isn't at the top of all links. */
function placeOf({ format }: ImportResult): string {
  return format === "waypost" ? "/links" : `/links?source=${format}`;
}

/** What an import did, the way back from it, and the rows that didn't come as a file. */
export function ImportResultView({
  job,
  result,
  startAgain,
}: {
  readonly job: Job;
  readonly result: ImportResult;
  readonly startAgain: () => void;
}) {
  const { t, format } = useI18n();
  const [isUndoing, setUndoing] = useState(false);
  // The result is there as long as its work is the one that is shown.
  useEffect(() => void refreshEverything(), []);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const change = useChangeSet(job.change ?? 0, 1, job.change !== null).data;
  const isUndone = change !== undefined && change.set.undone !== null;
  const came = result.imported + result.renamed + result.overwritten + result.clicks;
  const failed = result.invalid + result.skipped > 0;
  const save = async () => {
    try {
      await downloadFailures(job.id);
    } catch (error) {
      showFailure(error);
    }
  };
  return (
    <Stack gap={16} maw={880}>
      {job.state !== "done" && <JobOutcome job={job} />}
      <div role="status">
        <h2 ref={heading} tabIndex={-1} className={classes.outcome}>
          {came > 0 || isUndone ? (
            <IconCheck size={24} color="var(--good)" aria-hidden="true" />
          ) : (
            <IconAlertTriangle size={24} color="var(--caution)" aria-hidden="true" />
          )}
          {t(isUndone ? "import.takenBack" : came > 0 ? "import.doneTitle" : "import.nothingCame")}
        </h2>
      </div>
      {!isUndone && (
        <ImportCounts
          counts={counts.map((name) => ({
            name,
            label: t(`import.result.${name}`),
            count: result[name],
          }))}
        />
      )}
      {!isUndone && result.hadPassword.length > 0 && (
        <details className={classes.panel}>
          <summary>{t("import.hadPassword", format.counted(result.hadPassword.length))}</summary>
          <ul className="points">
            {result.hadPassword.map((address) => (
              <li key={address}>
                <bdi dir="ltr">{address}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
      <Group gap={8}>
        {!isUndone && (
          <Button component={Link} to={placeOf(result)} variant="filled">
            {t("import.showLinks")}
          </Button>
        )}
        {change !== undefined && !isUndone && !isUndoing && (
          <Button onClick={() => setUndoing(true)}>{t("import.undoAll")}</Button>
        )}
        {failed && <Button onClick={() => void save()}>{t("import.failuresFile")}</Button>}
        {job.change !== null && (
          <Button component={Link} to={`/history/${job.change}`} variant="subtle">
            {t("jobs.inHistory")}
          </Button>
        )}
        <Button variant="subtle" onClick={startAgain}>
          {t("import.startAgain")}
        </Button>
      </Group>
      {isUndoing && change !== undefined && (
        <UndoPanel set={change.set} close={() => setUndoing(false)} />
      )}
    </Stack>
  );
}
