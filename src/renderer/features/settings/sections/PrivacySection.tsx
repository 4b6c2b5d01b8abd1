import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../../app/client/api.ts";
import { showFailure, toast } from "../../../ui/messages/toasts.tsx";
import { ConfirmPanel } from "../ConfirmPanel.tsx";
import { SettingGroup } from "../SettingGroup.tsx";
import { settingsIn } from "../settingControls.ts";

export function PrivacySection() {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const forget = async () => {
    setBusy(true);
    try {
      await api.call("forgetVisitors", {});
      toast({ text: t("settings.forgotten") });
    } catch (error) {
      showFailure(error);
    }
    setBusy(false);
  };
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
