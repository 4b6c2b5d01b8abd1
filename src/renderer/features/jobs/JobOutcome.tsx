import { Box, Button } from "@mantine/core";
import IconCheck from "@iconify-json/tabler/icons/check";
import type { TFunction } from "i18next";
import { Link } from "react-router";
import { recordKinds } from "../../../contract/fields/records.ts";
import type { Job } from "../../../contract/changes/jobs.ts";
import type { Format } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { fieldText } from "../changes/fieldWords.ts";
import { messageText } from "../../i18n/messageText.ts";
import { Notice } from "../../ui/messages/Notice.tsx";

/** How a piece of work ended, what of it stands, and where it can be taken back. */
export function JobOutcome({ job }: { readonly job: Job }) {
  const { t, format } = useI18n();
  const isDone = job.state === "done";
  const failures = job.failures.slice(0, 50);
  return (
    <Notice
      role={isDone ? "status" : "alert"}
      kind={isDone && job.failureCount === 0 ? undefined : "caution"}
      {...(isDone && { Icon: IconCheck, iconColor: "var(--good)" })}
      action={
        job.change !== null && (
          <Button component={Link} to={`/history/${job.change}`} size="xs">
            {t("jobs.inHistory")}
          </Button>
        )
      }
    >
      <strong>{t(`jobs.states.${job.state}`)}</strong>{" "}
      {(isDone || job.done > 0) && t("jobs.records", format.counted(job.done))}
      {job.state !== "done" && <p>{endText(job, t, format)}</p>}
      {job.failureCount > 0 && (
        <details>
          <summary>{t("jobs.failures", format.counted(job.failureCount))}</summary>
          <Box component="ul" m="8px 0 0" fz={13}>
            {failures.map((failure, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- two can say the same
              <li key={place}>{failureOf(failure, t, format)}</li>
            ))}
          </Box>
        </details>
      )}
    </Notice>
  );
}

/** Why it ended early, and what stands. */
function endText({ reason, problem, change }: Job, t: TFunction, format: Format): string {
  const why =
    reason !== null
      ? messageText(reason, t, format)
      : problem !== null
        ? t(`failure.kinds.${problem}`)
        : "";
  return `${why} ${t(change === null ? "jobs.nothingChanged" : "jobs.partStands")}`.trimStart();
}

/** What one row or record is about, and what is wrong with it. */
function failureOf(failure: Job["failures"][number], t: TFunction, format: Format): string {
  const { line, column, code } = failure;
  if (code === undefined) return failure.message;
  const text = messageText(failure, t, format);
  if (line === null) return recordText(failure, text, t);
  const place =
    column === null
      ? t("jobs.atLine", { line: format.number(line) })
      : t("jobs.atColumn", { line: format.number(line), column: `\u2068${column}\u2069` });
  return `${place} ${text}`;
}

function recordText(
  { kind, id, name, column }: Job["failures"][number],
  text: string,
  t: TFunction,
) {
  const known = recordKinds.find((one) => one === kind);
  if (known === undefined || id === null) return text;
  const what =
    name === undefined
      ? t("jobs.record", { what: t(`kind.${known}`), id })
      : t("jobs.named", { what: t(`kind.${known}`), name: `\u2068${name}\u2069` });
  const field = column === null ? undefined : fieldText(known, column, t);
  return field === undefined ? `${what} ${text}` : `${what} ${field}: ${text}`;
}
