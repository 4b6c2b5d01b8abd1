import { Button, Group, Modal, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useBusy } from "../messages/useBusy.ts";
import { removeRecord, type Written } from "./undoToasts.tsx";

/** Asks before something is deleted. */
export function DeleteDialog({
  title,
  run,
  close,
  children,
}: {
  readonly title: string;
  readonly run: () => Promise<void>;
  readonly close: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  const { isBusy, during } = useBusy();
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <Stack gap="xs">{children}</Stack>
      <Group justify="flex-end" gap="xs" pt={20}>
        <Button data-autofocus onClick={close}>
          {t("common.cancel")}
        </Button>
        <Button variant="filled" color="crimson" loading={isBusy} onClick={() => void during(run)}>
          {t("common.delete")}
        </Button>
      </Group>
    </Modal>
  );
}

/** Asks before something is deleted that others depend on; what nothing depends on goes at once. */
export function RemoveDialog({
  name,
  depends,
  remove,
  close,
}: {
  readonly name: string;
  /** What depends on it, and what becomes of that. */
  readonly depends: ReactNode;
  readonly remove: () => Promise<Written>;
  readonly close: (isGone: boolean) => void;
}) {
  const { t } = useTranslation();
  return (
    <DeleteDialog
      title={t("edit.deleteTitle", { name })}
      run={async () => close(await removeRecord(name, remove))}
      close={() => close(false)}
    >
      {depends}
      <p className="soft">{t("edit.deleteUndo")}</p>
    </DeleteDialog>
  );
}
