import { useTranslation } from "react-i18next";
import { ReachPanel } from "./ReachPanel.tsx";
import { SettingGroup } from "../SettingGroup.tsx";
import { settingsIn } from "../settingControls.ts";

export function PublicSection() {
  const { t } = useTranslation();
  return (
    <>
      <ReachPanel />
      <SettingGroup title={t("settings.howVisitorsCome")} names={settingsIn("public")} />
    </>
  );
}
