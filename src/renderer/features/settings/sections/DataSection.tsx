import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import IconArchive from "@iconify-json/tabler/icons/archive";
import IconDownload from "@iconify-json/tabler/icons/download";
import IconHistory from "@iconify-json/tabler/icons/history";
import IconTrash from "@iconify-json/tabler/icons/trash";
import IconUpload from "@iconify-json/tabler/icons/upload";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { settingsIn } from "../../../../contract/server/settingsTable.ts";
import { api } from "../../../app/client/api.ts";
import { sizeText } from "../../../i18n/format.ts";
import { useI18n } from "../../../i18n/PreferencesProvider.tsx";
import { CopyButton } from "../../../ui/address/CopyButton.tsx";
import { Pending } from "../../../ui/messages/FailureNotice.tsx";
import { showFailure } from "../../../ui/messages/toasts.tsx";
import { SettingGroup } from "../SettingGroup.tsx";
import { SettingsPlaces } from "../SettingsPlaces.tsx";

/** What a start names another folder by: no line ends within it. */
const folderOption = "--data";

export function DataSection() {
  const { t } = useTranslation();
  const backup = useBackupText();
  const place = (name: "import" | "export" | "backups" | "history" | "trash") => ({
    title: t(`settings.places.${name}.title`),
    text: name === "backups" ? backup : t(`settings.places.${name}.text`),
  });
  return (
    <>
      <SettingsPlaces
        places={[
          { to: "/exchange", Icon: IconDownload, ...place("import") },
          { to: "/exchange?tab=export", Icon: IconUpload, ...place("export") },
          { to: "/exchange?tab=backups", Icon: IconArchive, ...place("backups") },
          { to: "/history", Icon: IconHistory, ...place("history") },
          { to: "/trash", Icon: IconTrash, ...place("trash") },
        ]}
      />
      <SettingGroup title={t("settings.kept")} names={settingsIn("data")} />
      <Folder />
    </>
  );
}

/** When the last backup was created. */
function useBackupText(): string {
  const { t, format } = useI18n();
  const { data: [last] = [] } = useQuery({
    queryKey: ["backups", "newest"],
    queryFn: async ({ signal }) =>
      (await api.call("listBackups", { query: { limit: 1 } }, signal)).data.backups,
  });
  return last === undefined
    ? t("settings.noBackup")
    : t("settings.lastBackup", {
        date: format.moment(last.date),
        size: sizeText(last.size, t, format),
      });
}

function Folder() {
  const { t, format } = useI18n();
  const folder = useQuery({
    queryKey: ["dataFolder"],
    queryFn: async ({ signal }) => (await api.call("getDataFolder", {}, signal)).data,
  });
  const shell = window.waypost;
  const [before, after] = t("settings.folderText").split(folderOption);
  if (folder.data === undefined) return <Pending of={folder} />;
  const { folder: path, total, free, kinds } = folder.data;
  return (
    <SettingGroup
      title={t("settings.folder")}
      side={
        shell !== undefined && (
          <Button size="xs" onClick={() => void shell.showDataFolder().catch(showFailure)}>
            {t("settings.showFolder")}
          </Button>
        )
      }
    >
      <Group gap={8} wrap="nowrap">
        <bdi dir="ltr" style={{ overflowWrap: "anywhere" }} data-testid="data-folder">
          {path}
        </bdi>
        <CopyButton text={path} label={t("common.copyNamed", { name: t("settings.folder") })} />
      </Group>
      <Text size="xs" c="dimmed">
        {before}
        <code dir="ltr" className="oneWord">
          {folderOption}
        </code>
        {after}
      </Text>
      <Stack component="ul" gap={6} aria-label={t("settings.sizes")}>
        {kinds.map(({ kind, files, size }) => (
          <Group component="li" key={kind} gap={16} wrap="nowrap">
            <Text span flex={1}>
              {t(`settings.dataKinds.${kind}`)}{" "}
              <Text span size="xs" c="dimmed">
                {t("settings.files", format.counted(files))}
              </Text>
            </Text>
            <Progress
              aria-hidden="true"
              visibleFrom="sm"
              w={120}
              size={6}
              color="var(--data)"
              value={total === 0 ? 0 : (size / total) * 100}
            />
            <Text span w={96} ta="end">
              {sizeText(size, t, format)}
            </Text>
          </Group>
        ))}
        <Group component="li" gap={16} justify="space-between">
          <strong>{t("settings.together")}</strong>
          <strong>{sizeText(total, t, format)}</strong>
        </Group>
      </Stack>
      {free !== null && (
        <Text size="xs" c="dimmed">
          {t("settings.free", { size: sizeText(free, t, format) })}
        </Text>
      )}
    </SettingGroup>
  );
}
