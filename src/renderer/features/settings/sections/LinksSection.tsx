import { useTranslation } from "react-i18next";
import { SettingGroup } from "../SettingGroup.tsx";
import { settingsIn } from "../settingControls.ts";

export function LinksSection() {
  const { t } = useTranslation();
  return (
    <>
      <SettingGroup title={t("settings.newLinks")} names={settingsIn("links")} />
      <p className="soft">{t("settings.newLinksText")}</p>
    </>
  );
}
