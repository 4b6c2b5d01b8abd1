import { Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { settingsIn } from "../../../../contract/server/settingsTable.ts";
import { isDesktopWindow } from "../../../app/client/desktop.ts";
import { usePreferences } from "../../../i18n/PreferencesProvider.tsx";
import { SettingGroup } from "../SettingGroup.tsx";
import { SettingFrame } from "../SettingRow.tsx";
import { AppearanceSettings } from "./AppearanceSettings.tsx";
import { DesktopSettings } from "./DesktopSettings.tsx";

/** How the app looks and behaves. */
export function GeneralSection() {
  const { t } = useTranslation();
  return (
    <>
      <AppearanceSettings />
      <SettingGroup title={t("settings.time")} names={settingsIn("time")} />
      <SettingGroup title={t("settings.keyboard")}>
        <SingleKeys />
      </SettingGroup>
      {isDesktopWindow() && <DesktopSettings />}
      <SettingGroup title={t("settings.toVisitors")} names={settingsIn("pages")} />
    </>
  );
}

function SingleKeys() {
  const { t } = useTranslation();
  const { preferences, choose } = usePreferences();
  const { singleKeys } = preferences;
  const set = (on: boolean) => choose({ ...preferences, singleKeys: on });
  return (
    <SettingFrame
      title={t("settings.singleKeys")}
      about={t("settings.singleKeysAbout")}
      changed={singleKeys ? null : { origin: t("settings.origin.window"), usual: t("common.on") }}
      reset={() => set(true)}
    >
      <Switch
        aria-label={t("settings.singleKeys")}
        checked={singleKeys}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    </SettingFrame>
  );
}
