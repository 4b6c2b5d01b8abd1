import { Button, Group, NativeSelect, SimpleGrid, Stack } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { importFormats } from "../../../../contract/changes/imports.ts";
import type { Job } from "../../../../contract/changes/jobs.ts";
import { ApiFailure } from "../../../app/client/client.ts";
import { JobOutcome } from "../../jobs/JobOutcome.tsx";
import { JobProgress } from "../../jobs/JobProgress.tsx";
import { jobOver } from "../../jobs/jobs.ts";
import { FailureNotice } from "../../../ui/messages/FailureNotice.tsx";
import { ToastPlace } from "../../../ui/messages/Toaster.tsx";
import { Conflicting } from "./Conflicting.tsx";
import classes from "../Exchange.module.css";
import { ImportCounts } from "./ImportCounts.tsx";
import { FirstRows } from "./FirstRows.tsx";
import {
  applyImport,
  formatNamed,
  type ImportChoices,
  noChoices,
  previewAgain,
  previewOf,
} from "./imports.ts";
import { LeftBehind, Problems, VisitorEffects } from "./Findings.tsx";
import { Mapping } from "./Mapping.tsx";
import { useTranslation } from "react-i18next";
import type { ImportPreview } from "../../../../contract/changes/jobResults.ts";
import { useI18n } from "../../../i18n/PreferencesProvider.tsx";
import { DomainSelect } from "../../../ui/inputs/DomainSelect.tsx";
import { RecordPicker } from "../../../ui/inputs/RecordPicker.tsx";
import { TagsInput } from "../../tags/TagsInput.tsx";
import { Panel } from "../Panel.tsx";

/** What every link of a file gets beside its own. */
function ForAllRows({
  choices,
  choose,
  reread,
}: {
  readonly choices: ImportChoices;
  readonly choose: (part: Partial<ImportChoices>) => void;
  /** Where the file has to be looked through again for it. */
  readonly reread: (part: Partial<ImportChoices>) => void;
}) {
  const { t } = useTranslation();
  return (
    <Panel title={t("import.forAll")}>
      <SimpleGrid minColWidth={200} spacing={16} verticalSpacing={12}>
        <TagsInput
          label={t("fields.tags")}
          value={choices.tags}
          onChange={(tags) => choose({ tags })}
        />
        <RecordPicker
          kind="channels"
          label={t("fields.channel")}
          value={choices.channel}
          onChange={(channel) => choose({ channel })}
        />
        <RecordPicker
          kind="campaigns"
          label={t("fields.campaign")}
          value={choices.campaign}
          onChange={(campaign) => choose({ campaign })}
        />
        <DomainSelect
          label={t("fields.domain")}
          value={choices.domain}
          choose={(domain) => reread({ domain })}
        />
      </SimpleGrid>
    </Panel>
  );
}

/** What a file brings, before anything is changed: everything here can be set otherwise. */
export function ImportReview({
  job,
  preview: first,
  follow,
  startAgain,
}: {
  readonly job: Job;
  readonly preview: ImportPreview;
  readonly follow: (job: number) => void;
  readonly startAgain: () => void;
}) {
  const { t, format } = useI18n();
  const [choices, setChoices] = useState<ImportChoices>(noChoices);
  const [read, setRead] = useState({ job, preview: first });
  const [reading, setReading] = useState<Job | null>(null);
  const [isApplying, setApplying] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  /** Reading it another way came to nothing. */
  const [ended, setEnded] = useState<Job | null>(null);
  const latest = useRef(0);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { preview } = read;

  /** Reads the file again as it is now chosen; an answer that came too late is let go. */
  async function look(next: ImportChoices): Promise<void> {
    latest.current += 1;
    const mine = latest.current;
    setFailure(null);
    setEnded(null);
    try {
      const started = await previewAgain(read.job.id, next);
      if (mine === latest.current) setReading(started);
      const over = await jobOver(started);
      if (mine !== latest.current) return;
      const seen = previewOf(over);
      if (seen === null) setEnded(over);
      else setRead({ job: over, preview: seen });
    } catch (error) {
      if (mine === latest.current) setFailure(error);
    } finally {
      if (mine === latest.current) setReading(null);
    }
  }
  const choose = (part: Partial<ImportChoices>) => setChoices({ ...choices, ...part });
  /** The same where the file has to be read another way for it. */
  const reread = (part: Partial<ImportChoices>) => {
    choose(part);
    void look({ ...choices, ...part });
  };
  const apply = async () => {
    setApplying(true);
    setFailure(null);
    try {
      follow((await applyImport(read.job.id, choices, preview.token)).id);
    } catch (error) {
      setApplying(false);
      // The links are others by now: it is looked at again before anything is done.
      if (error instanceof ApiFailure && error.status === 409) await look(choices);
      setFailure(error);
    }
  };
  const known = formatNamed(preview.format);
  const likely = preview.formats.flatMap((one) => formatNamed(one) ?? []);
  const needsDateOrder = preview.dates?.order === "unknown" && choices.dates === null;
  const coming = comingOf(preview, choices);
  return (
    <Stack gap={16} maw={880}>
      <Stack gap={4}>
        <h2 ref={heading} tabIndex={-1} className={classes.heading}>
          {known === "csv" || known === "list"
            ? t(`import.plain.${known}`)
            : t(`import.sure.${preview.sureness}`, {
                format: known === null ? preview.format : t(`formats.${known}`),
              })}
        </h2>
        <p className="soft">
          <bdi>{preview.file}</bdi>
          {t("common.comma")}
          {t("import.rows", format.counted(preview.rows))}
        </p>
        <SimpleGrid minColWidth={200} spacing={16} verticalSpacing={12}>
          <NativeSelect
            label={t("import.readAs")}
            value={preview.format}
            onChange={(event) => {
              const chosen = formatNamed(event.currentTarget.value);
              if (chosen !== null) reread({ format: chosen, mapping: {} });
            }}
          >
            {[...new Set([...likely, ...importFormats])].map((one) => (
              <option key={one} value={one}>
                {t(`formats.${one}`)}
              </option>
            ))}
          </NativeSelect>
          {preview.dates !== null && (
            <NativeSelect
              label={t("import.dates")}
              value={
                choices.dates ?? (preview.dates.order === "unknown" ? "" : preview.dates.order)
              }
              error={needsDateOrder ? t("import.datesUnknown") : undefined}
              onChange={(event) => {
                const { value } = event.currentTarget;
                reread({ dates: value === "day first" || value === "month first" ? value : null });
              }}
            >
              {preview.dates.order === "unknown" && (
                <option value="">{t("import.datesChoose")}</option>
              )}
              <option value="day first">{t("import.dayFirst")}</option>
              <option value="month first">{t("import.monthFirst")}</option>
            </NativeSelect>
          )}
        </SimpleGrid>
      </Stack>
      {reading !== null && reading.state === "running" && (
        <div className={classes.panel}>
          <JobProgress job={reading} />
        </div>
      )}
      <ImportCounts
        counts={counts.map((name) => ({
          name,
          label: t(`import.counts.${name}`),
          count: name === "newPixels" && !choices.pixels ? 0 : preview[name],
        }))}
      />
      <LeftBehind preview={preview} />
      {preview.conflicts > 0 && (
        <Conflicting preview={preview} chosen={choices.onConflict} choose={choose} />
      )}
      <VisitorEffects preview={preview} choices={choices} choose={choose} />
      <Problems preview={preview} />
      {preview.columns.length > 0 && (
        <Mapping preview={preview} chosen={choices.mapping} choose={reread} />
      )}
      <ForAllRows choices={choices} choose={choose} reread={reread} />
      <FirstRows preview={preview} />
      {ended !== null && <JobOutcome job={ended} />}
      {failure !== null && <FailureNotice error={failure} />}
      <Group className={classes.foot} gap="8px 16px" justify="space-between">
        <ToastPlace isOver />
        <span className="soft">{t(coming === 0 ? "import.nothingNew" : "import.applyHint")}</span>
        <Group gap={8}>
          <Button onClick={startAgain}>{t("import.other")}</Button>
          <Button
            variant="filled"
            disabled={coming === 0 || needsDateOrder || reading !== null}
            loading={isApplying}
            onClick={() => void apply()}
          >
            {preview.kind === "clicks"
              ? t("import.applyClicks", format.counted(preview.clicks))
              : t("import.apply", format.counted(coming))}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

/** Rows that would be brought in, as it is chosen now. */
function comingOf(preview: ImportPreview, choices: ImportChoices): number {
  if (preview.kind === "clicks") return preview.clicks;
  const { valid, conflicts, different } = preview;
  if (choices.onConflict === "skip") return valid;
  return valid + conflicts + (choices.onConflict === "overwrite" ? different : 0);
}

const counts = [
  "valid",
  "conflicts",
  "invalid",
  "skipped",
  "unchanged",
  "different",
  "clicks",
  "newChannels",
  "newCampaigns",
  "newPixels",
] as const;
