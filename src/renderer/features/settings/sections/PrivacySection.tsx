import { useTranslation } from "react-i18next";
import { api } from "../../../app/client/api.ts";
import { toast } from "../../../ui/messages/toasts.tsx";
import { ConfirmPanel } from "../ConfirmPanel.tsx";
import { SettingGroup } from "../SettingGroup.tsx";
import { settingsIn } from "../../../../contract/server/settingsTable.ts";
import { useBusy } from "../../../ui/messages/useBusy.ts";

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
      <SettingGroup title={t("settings.sections.privacy")} names={settingsIn("privacy")} />
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
