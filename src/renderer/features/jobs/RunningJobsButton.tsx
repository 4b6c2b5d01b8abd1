import { Popover, Stack, UnstyledButton } from "@mantine/core";
import type { ListedJob } from "../../../contract/changes/jobs.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { JobProgress } from "./JobProgress.tsx";
import classes from "./Jobs.module.css";

/** Seen from every screen, and stopped from here. */
export function RunningJobsButton({ jobs }: { readonly jobs: readonly ListedJob[] }) {
  const { t, format } = useI18n();
  const [first] = jobs;
  if (first === undefined) return null;
  const { kind, done, total } = first;
  return (
    <Popover width={320} position="top-start" shadow="none" withRoles={false}>
      <Popover.Target>
        <UnstyledButton className={classes.line ?? ""} aria-haspopup="dialog">
          <span>
            {jobs.length === 1
              ? t(`jobs.kinds.${kind}`)
              : t("jobs.running", format.counted(jobs.length))}
            {jobs.length === 1 && total !== null && total > 0 && (
              <> {format.share(Math.min(1, done / total))}</>
            )}
          </span>
          <progress
            className={classes.buttonBar}
            aria-hidden="true"
            {...(total === null || total === 0 ? {} : { value: done, max: total })}
          />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t("jobs.progress")}>
        <Stack>
          {jobs.map((job) => (
            <JobProgress key={job.id} job={job} />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
