import IconFocusCentered from "@iconify-json/tabler/icons/focus-centered";
import { useTranslation } from "react-i18next";
import { settingsIn } from "../../../../contract/server/settingsTable.ts";
import { api } from "../../../app/client/api.ts";
import { toast } from "../../../ui/messages/toasts.tsx";
import { useBusy } from "../../../ui/messages/useBusy.ts";
import { ConfirmPanel } from "../ConfirmPanel.tsx";
import { SettingGroup } from "../SettingGroup.tsx";
import { SettingsPlaces } from "../SettingsPlaces.tsx";

export function PrivacySection() {
  const { t } = useTranslation();
  const { isBusy, during } = useBusy();
  const forget = () =>
    during(async () => {
      await api.call("forgetVisitors", {});
      toast({ text: t("settings.forgotten") });
    });
  return (
    <>
      <SettingGroup title={t("settings.privacy")} names={settingsIn("privacy")} />
      <SettingsPlaces
        places={[
          {
            to: "/pixels",
            Icon: IconFocusCentered,
            title: t("settings.places.pixels.title"),
            text: t("settings.places.pixels.text"),
          },
        ]}
      />
      <ConfirmPanel
        title={t("settings.forget")}
        text={t("settings.forgetText")}
        ask={t("settings.forgetAsk")}
        action={t("settings.forgetNow")}
        isBusy={isBusy}
        run={forget}
      />
    </>
  );
}
