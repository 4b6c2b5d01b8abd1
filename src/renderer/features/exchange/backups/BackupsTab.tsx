import { Button, FileButton, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SecondFolder as Second } from "../../../../contract/changes/backups.ts";
import { api, queryClient } from "../../../app/client/api.ts";
import { ApiFailure, type SendOptions } from "../../../app/client/client.ts";
import { useI18n } from "../../../i18n/PreferencesProvider.tsx";
import { sizeText } from "../../../i18n/format.ts";
import { JobOutcome } from "../../jobs/JobOutcome.tsx";
import { JobProgress } from "../../jobs/JobProgress.tsx";
import { jobOver, keepJob, useJob } from "../../jobs/jobs.ts";
import { EmptyState } from "../../../ui/messages/EmptyState.tsx";
import { Pending } from "../../../ui/messages/FailureNotice.tsx";
import { failureText } from "../../../ui/messages/failureText.ts";
import { showFailure, toast } from "../../../ui/messages/toasts.tsx";
import {
  type PreviewedRestore,
  askRestore,
  type BackupChoice,
  type Only,
  kindOfBackup,
  runRestore,
} from "./backups.ts";
import { BackupPreview } from "./BackupPreview.tsx";
import { Panel } from "../Panel.tsx";
import { SecondFolder } from "./SecondFolder.tsx";
import { UploadProgress, useUpload, wasStopped } from "../imports/Upload.tsx";
import { useBusy } from "../../../ui/messages/useBusy.ts";

const mostShown = 50;
const queryKey = ["backups"];
/** Milliseconds between looks at a copy that is being made. */
const lookEvery = 1000;

/** A copy that is being made, or is about to be. */
function isAwaited(second: Second | undefined): boolean {
  if (second === undefined || second === null) return false;
  return second.copying || (second.copied === null && second.problem === null);
}

function useBackups() {
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      api.call("listBackups", { query: { limit: mostShown, page: 1 } }, signal),
    refetchInterval: ({ state }) => (isAwaited(state.data?.second) ? lookEvery : false),
  });
}

/** The backups, one made now, a second folder for them, and the way back to one. */
export function BackupsTab() {
  const { t } = useTranslation();
  const backups = useBackups();
  const [previewed, setPreviewed] = useState<PreviewedRestore | null>(null);
  // Whether it took the place of one that did not hold any more.
  const [isAnew, setAnew] = useState(false);
  const [jobId, setJobId] = useState<number | null>(null);
  const { isBusy, during } = useBusy();
  const job = useJob(jobId).data;
  const upload = useUpload();

  /** Through a bar, where it is a file. */
  const sent = <Answer,>(
    choice: BackupChoice,
    through: (options: SendOptions) => Promise<Answer>,
  ): Promise<Answer> => ("file" in choice ? upload.send(choice.file, through) : through({}));

  const busily = (work: () => Promise<void>) =>
    during(work, (error) => {
      if (!wasStopped(error)) showFailure(error);
    });

  const make = () =>
    busily(async () => {
      const { backup } = await api.call("makeBackup", {});
      toast({ text: t(backup === null ? "backups.nothing" : "backups.made") });
      await queryClient.refresh(queryKey);
    });
  const ask = (choice: BackupChoice, only?: Only) =>
    busily(async () => {
      setJobId(null);
      setAnew(false);
      setPreviewed(await sent(choice, (options) => askRestore({ choice, only }, options)));
    });
  const restore = (chosen: PreviewedRestore) =>
    busily(async () => {
      const started = await runOrAskAnew(chosen);
      if (started === null) return;
      setPreviewed(null);
      keepJob(started);
      setJobId(started.id);
      await jobOver(started);
      // Anything may be another thing now.
      await queryClient.invalidateQueries();
    });

  /** Null: what is here is not what the preview was about any more; there is a new one. */
  async function runOrAskAnew(chosen: PreviewedRestore) {
    try {
      return await sent(chosen.choice, (options) => runRestore(chosen, options));
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.code !== "outdated") throw error;
      setPreviewed(await sent(chosen.choice, (options) => askRestore(chosen, options)));
      setAnew(true);
      return null;
    }
  }

  return (
    <Stack gap={16} maw={880}>
      <p className="soft">{t("backups.text")}</p>
      <Group gap={8}>
        <Button variant="filled" loading={isBusy} onClick={() => void make()}>
          {t("backups.now")}
        </Button>
        <FileButton
          accept=".zip,.json"
          onChange={(file) => {
            if (file !== null) void ask({ file });
          }}
        >
          {(props) => (
            <Button {...props} disabled={isBusy}>
              {t("backups.file")}
            </Button>
          )}
        </FileButton>
      </Group>
      {upload.large !== null && <UploadProgress {...upload.large} stop={upload.stop} />}
      {job !== undefined &&
        (job.state === "running" ? <JobProgress job={job} /> : <JobOutcome job={job} />)}
      {previewed !== null && (
        <BackupPreview
          key={previewed.preview.token}
          previewed={previewed}
          isAnew={isAnew}
          isBusy={isBusy}
          restore={() => void restore(previewed)}
          narrow={(only) => void ask(previewed.choice, only)}
          close={() => setPreviewed(null)}
        />
      )}
      {backups.isError || backups.data === undefined ? (
        <Pending of={backups} />
      ) : (
        <>
          <SecondFolder second={backups.data.second} saved={() => queryClient.refresh(queryKey)} />
          <BackupList
            backups={backups.data.data.backups}
            isBusy={isBusy}
            see={(name) => void ask({ name })}
          />
        </>
      )}
    </Stack>
  );
}

interface Listed {
  readonly name: string;
  readonly date: string;
  readonly size: number;
}

function BackupList({
  backups,
  isBusy,
  see,
}: {
  readonly backups: readonly Listed[];
  readonly isBusy: boolean;
  readonly see: (name: string) => void;
}) {
  const { t } = useTranslation();
  if (backups.length === 0) {
    return <EmptyState title={t("backups.emptyTitle")} text={t("backups.empty")} />;
  }
  return (
    <Panel title={t("backups.list")}>
      {backups.map((backup) => (
        <BackupRow key={backup.name} backup={backup} isBusy={isBusy} see={see} />
      ))}
    </Panel>
  );
}

function BackupRow({
  backup: { name, date, size },
  isBusy,
  see,
}: {
  readonly backup: Listed;
  readonly isBusy: boolean;
  readonly see: (name: string) => void;
}) {
  const { t, format } = useI18n();
  const checked = useQuery({
    queryKey: ["backup", name],
    queryFn: async ({ signal }) =>
      (await api.call("getBackup", { params: { name } }, signal)).details,
    enabled: false,
  });
  const about = () => {
    const kind = kindOfBackup(name);
    return [...(kind === null ? [] : [t(`backups.kind.${kind}`)]), sizeText(size, t, format)].join(
      t("common.comma"),
    );
  };
  const called = `\u2068${name}\u2069`;
  return (
    <Group gap="8px 16px" justify="space-between" mt={8}>
      <div>
        {format.moment(date)}
        <Text size="xs" c="dimmed">
          <span>{about()}</span>
          {" · "}
          <bdi>{name}</bdi>
        </Text>
        {checked.data !== undefined && (
          <p role="status">
            {t(checked.data.intact ? "backups.whole" : "backups.altered")}{" "}
            {checked.data.records
              .filter(({ count }) => count > 0)
              .map(({ kind, count }) => t(`kinds.${kind}`, format.counted(count)))
              .join(t("common.comma"))}
          </p>
        )}
        {checked.isError && <p role="alert">{failureText(checked.error, t).text}</p>}
      </div>
      <Group gap={8}>
        <Button
          size="xs"
          loading={checked.isFetching}
          aria-label={t("backups.checkNamed", { name: called })}
          onClick={() => void checked.refetch()}
        >
          {t("backups.check")}
        </Button>
        <Button
          size="xs"
          disabled={isBusy}
          aria-label={t("backups.seeNamed", { name: called })}
          onClick={() => see(name)}
        >
          {t("backups.see")}
        </Button>
      </Group>
    </Group>
  );
}
