import { Button, Group, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { SecondFolder as Second } from "../../../../contract/changes/backups.ts";
import { api } from "../../../app/client/api.ts";
import { useI18n } from "../../../i18n/PreferencesProvider.tsx";
import { messageText } from "../../../i18n/messageText.ts";
import { FailureNotice } from "../../../ui/messages/FailureNotice.tsx";
import { Panel } from "../Panel.tsx";

/** Where copies of everything go each day, and how that stands. */
export function SecondFolder({
  second,
  saved,
}: {
  readonly second: Second;
  readonly saved: () => Promise<void>;
}) {
  const { t, format } = useI18n();
  const [folder, setFolder] = useState(second?.folder ?? "");
  const [failure, setFailure] = useState<unknown>(null);
  const path = folder.trim();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    try {
      const body = path === "" ? { unset: ["backup.folder"] } : { set: { "backup.folder": path } };
      await api.call("updateSettings", { body });
      await saved();
    } catch (error) {
      setFailure(error);
    }
  };
  const statusText = () => {
    if (second === null) return t("backups.secondNone");
    if (second.copying) return t("backups.secondCopying");
    if (second.copied === null) return t("backups.secondNever");
    return t("backups.secondCopied", { date: format.moment(second.copied.date) });
  };
  return (
    <Panel title={t("backups.second")}>
      <p role="status">{statusText()}</p>
      {second !== null && second.problem !== null && (
        <p role="alert">{messageText({ ...second, message: second.problem }, t, format)}</p>
      )}
      <form onSubmit={(event) => void save(event)}>
        <TextInput
          label={t("backups.secondFolder")}
          description={t("backups.secondHint")}
          dir="ltr"
          value={folder}
          onChange={(event) => setFolder(event.currentTarget.value)}
        />
        <Group gap="8px 16px" justify="space-between" mt={8}>
          <Button type="submit" disabled={path === (second?.folder ?? "")}>
            {t("common.save")}
          </Button>
        </Group>
      </form>
      {failure !== null && <FailureNotice error={failure} />}
    </Panel>
  );
}
