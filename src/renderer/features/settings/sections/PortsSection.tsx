import { useTranslation } from "react-i18next";
import { Doors } from "./Doors.tsx";
import { SettingGroup } from "../SettingGroup.tsx";
import { settingsIn } from "../settingControls.ts";

export function PortsSection() {
  const { t } = useTranslation();
  return (
    <>
      <Doors />
      <SettingGroup title={t("settings.sections.ports")} names={settingsIn("ports")} />
    </>
  );
}
