import IconCloud from "@iconify-json/tabler/icons/cloud";
import IconPlug from "@iconify-json/tabler/icons/plug";
import IconWorld from "@iconify-json/tabler/icons/world";
import { useTranslation } from "react-i18next";
import { settingsIn } from "../../../../contract/server/settingsTable.ts";
import { SettingGroup } from "../SettingGroup.tsx";
import { SettingsPlaces } from "../SettingsPlaces.tsx";
import { ReachPanel } from "./ReachPanel.tsx";

/** How others come to the links: the public address, domains, the always-on copy, ports. */
export function SharingSection() {
  const { t } = useTranslation();
  const place = (name: "domains" | "edge" | "ports") => ({
    title: t(`settings.places.${name}.title`),
    text: t(`settings.places.${name}.text`),
  });
  return (
    <>
      <ReachPanel />
      <SettingsPlaces
        places={[
          { to: "/domains", Icon: IconWorld, ...place("domains") },
          { to: "/settings/edge", Icon: IconCloud, ...place("edge") },
          { to: "/settings/ports", Icon: IconPlug, ...place("ports") },
        ]}
      />
      <SettingGroup title={t("settings.howVisitorsCome")} names={settingsIn("sharing")} />
    </>
  );
}
