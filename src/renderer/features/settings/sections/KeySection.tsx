import { Switch } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { api, queryClient } from "../../../app/client/api.ts";
import { ApiKey } from "../../home/ApiKey.tsx";
import { useFormat, usePreferences } from "../../../i18n/PreferencesProvider.tsx";
import { useService } from "../../../app/client/queries.ts";
import { toast } from "../../../ui/messages/toasts.tsx";
import { useAccount } from "./account.ts";
import { ConfirmPanel } from "../ConfirmPanel.tsx";
import { SettingGroup } from "../SettingGroup.tsx";
import { SettingFrame } from "../SettingRow.tsx";
import { settingsIn } from "../../../../contract/server/settingsTable.ts";
import { useBusy } from "../../../ui/messages/useBusy.ts";

export function KeySection() {
  const { t } = useTranslation();
  const format = useFormat();
  const service = useService();
  const account = useAccount();
  const { isBusy, during } = useBusy();
  // A key that is shown is the one that holds: after a renewal it is asked for anew.
  const [renewals, setRenewals] = useState(0);

  const renew = () =>
    during(async () => {
      await api.call("renewKey", {});
      await queryClient.refresh(["key"]);
      setRenewals((before) => before + 1);
      toast({ text: t("settings.renewed") });
    });

  return (
    <>
      {service.data !== undefined && <ApiKey key={renewals} baseUrl={service.data.baseUrl} />}
      {account.data !== undefined && (
        <p className="soft">
          {t("settings.keyExpires", { date: format.day(account.data.expires) })}{" "}
          <Link to="/api">{t("settings.toReference")}</Link>
        </p>
      )}
      <ConfirmPanel
        title={t("settings.renew")}
        text={t("settings.renewText")}
        ask={t("settings.renewAsk")}
        action={t("settings.renewNow")}
        isBusy={isBusy}
        run={renew}
      />
      <SettingGroup title={t("settings.scripts")} names={settingsIn("key")} />
      <SettingGroup title={t("settings.keyboard")}>
        <SingleKeys />
      </SettingGroup>
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
      isChanged={!singleKeys}
      meta={
        <>
          <span>{t("settings.default", { value: t("common.on") })}</span>
          <span>{t("settings.origin.window")}</span>
        </>
      }
      putBack={singleKeys ? null : () => set(true)}
    >
      <Switch
        aria-label={t("settings.singleKeys")}
        checked={singleKeys}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    </SettingFrame>
  );
}
