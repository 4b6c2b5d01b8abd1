import { Group } from "@mantine/core";
import IconAppWindow from "@iconify-json/tabler/icons/app-window";
import IconArrowBackUp from "@iconify-json/tabler/icons/arrow-back-up";
import IconCode from "@iconify-json/tabler/icons/code";
import IconDatabaseImport from "@iconify-json/tabler/icons/database-import";
import IconDeviceMobile from "@iconify-json/tabler/icons/device-mobile";
import IconFileImport from "@iconify-json/tabler/icons/file-import";
import IconPencil from "@iconify-json/tabler/icons/pencil";
import IconTerminal2 from "@iconify-json/tabler/icons/terminal-2";
import type { ReactNode } from "react";
import type { Author } from "./changes.ts";
import IconHourglass from "@iconify-json/tabler/icons/hourglass";
import { useTranslation } from "react-i18next";
import type { ChangeSet } from "../../../contract/changes/changes.ts";

const signs: Readonly<Record<Author, ReactNode>> = {
  window: <IconAppWindow size={14} aria-hidden="true" />,
  cli: <IconTerminal2 size={14} aria-hidden="true" />,
  script: <IconCode size={14} aria-hidden="true" />,
  import: <IconFileImport size={14} aria-hidden="true" />,
  undo: <IconArrowBackUp size={14} className="mirrored" aria-hidden="true" />,
  restore: <IconDatabaseImport size={14} aria-hidden="true" />,
  hand: <IconPencil size={14} aria-hidden="true" />,
  copy: <IconDeviceMobile size={14} aria-hidden="true" />,
};

/** Who changed something, and with which key. */
export function AuthorName({
  author,
  named,
}: {
  readonly author: Author;
  /** Name of the key. */
  readonly named?: string | undefined;
}) {
  const { t } = useTranslation();
  return (
    <Group gap={6} display="inline-flex" wrap="nowrap" c="dimmed">
      {signs[author]}
      {t(`authors.${author}`)}
      {named !== undefined && <bdi>{named}</bdi>}
    </Group>
  );
}

/** What has become of a change set since; nothing where it simply stands. */
export function SetState({ set }: { readonly set: ChangeSet }) {
  const { t } = useTranslation();
  if (set.undone !== null)
    return (
      <Group gap={6} display="inline-flex" wrap="nowrap" c="dimmed">
        <IconArrowBackUp size={14} className="mirrored" aria-hidden="true" />
        {t("history.undone")}
      </Group>
    );
  if (set.state === "complete") return null;
  return (
    <Group gap={6} display="inline-flex" wrap="nowrap" c="dimmed">
      <IconHourglass size={14} aria-hidden="true" />
      {t(`history.${set.state}`)}
    </Group>
  );
}
