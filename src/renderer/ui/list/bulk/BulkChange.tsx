import { Button, Group, Loader, Modal, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { FieldFault } from "../../../../contract/envelope.ts";
import { ApiFailure } from "../../../app/client/client.ts";
import { ChangePreviewView } from "../../../features/changes/ChangePreviewView.tsx";
import { JobOutcome } from "../../../features/jobs/JobOutcome.tsx";
import { JobProgress } from "../../../features/jobs/JobProgress.tsx";
import { FailureNotice, QueryFailure } from "../../messages/FailureNotice.tsx";
import {
  type BulkKind,
  type BulkRequest,
  type BulkSelect,
  previewBulk,
  useBulkRun,
} from "./useBulkRun.ts";

/** What is given for a change; a function is told what the server refused in it. */
export type BulkFields = ReactNode | ((refused: readonly FieldFault[]) => ReactNode);

interface Props {
  readonly kind: BulkKind;
  /** Frozen when it was opened: what is selected later doesn't matter. */
  readonly select: BulkSelect;
  /** null while it isn't said yet. */
  readonly change: BulkRequest | null;
  /** Whether what is typed is in `change` already. */
  readonly isSettled?: boolean;
  readonly title: string;
  readonly about: string;
  /** What the button says, of so many; null: it isn't known yet. */
  readonly runLabel: (count: number | null) => string;
  readonly did: (count: number) => string;
  readonly isDanger?: boolean;
  readonly fields?: BulkFields;
  readonly close: () => void;
  /** It is over, and something was changed. */
  readonly done: () => void;
}

/** One change of many records: what is asked, what it does, then the doing. */
export function BulkChange(props: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={props.close}
      size={560}
      title={
        <Text span inherit fz={16} fw={600}>
          {props.title}
        </Text>
      }
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <BulkForm {...props} />
    </Modal>
  );
}

function BulkForm({
  kind,
  select,
  change,
  isSettled = true,
  about,
  runLabel,
  did,
  isDanger = false,
  fields,
  close,
  done,
}: Props) {
  const { t } = useTranslation();
  const preview = useQuery({
    queryKey: ["bulk", kind, select, change],
    queryFn: () => previewBulk(kind, select, change ?? { delete: true }),
    enabled: change !== null,
    gcTime: 0,
    staleTime: Infinity,
  });
  const { job, isOver, isBusy, failure, run } = useBulkRun({ kind, select, did, done });
  if (job !== undefined)
    return isOver ? (
      <Stack gap="sm">
        <JobOutcome job={job} />
        <Group gap="xs" align="stretch" justify="flex-end" pt={4}>
          <Button onClick={done}>{t("common.close")}</Button>
        </Group>
      </Stack>
    ) : (
      <JobProgress job={job} />
    );
  const refused = preview.error instanceof ApiFailure ? preview.error.faults : [];
  const touched =
    preview.data === undefined
      ? 0
      : preview.data.added + preview.data.changed + preview.data.removed;
  return (
    <Stack
      component="form"
      gap="sm"
      onKeyDown={({ key, target }) => {
        // Suggestions that came with the focus are nothing to be closed first.
        const isEmpty = target instanceof HTMLInputElement && target.value === "";
        if (key === "Escape" && isEmpty) close();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (change === null || preview.data === undefined || !isSettled || touched === 0) return;
        void run(change, preview.data.token, async (error) => {
          // It would do another thing by now: that is shown before it is done.
          if (error instanceof ApiFailure && error.status === 409) await preview.refetch();
        });
      }}
    >
      <p className="soft">{about}</p>
      {typeof fields === "function" ? fields(refused) : fields}
      {change !== null && preview.isPending && (
        <Loader size="sm" role="status" aria-label={t("common.loading")} />
      )}
      {preview.isError && <QueryFailure of={preview} />}
      {preview.data !== undefined && <ChangePreviewView preview={preview.data} />}
      {failure !== null && <FailureNotice error={failure} />}
      <Group gap="xs" align="stretch" justify="flex-end" pt={4}>
        <Button data-autofocus={fields === undefined || undefined} onClick={close}>
          {t("common.cancel")}
        </Button>
        <Button
          type="submit"
          variant="filled"
          {...(isDanger && { color: "crimson" })}
          disabled={touched === 0 || !isSettled}
          loading={isBusy}
        >
          {runLabel(preview.data === undefined ? null : touched)}
        </Button>
      </Group>
    </Stack>
  );
}
