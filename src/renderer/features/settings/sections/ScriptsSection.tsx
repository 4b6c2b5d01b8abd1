import { Group, PasswordInput, Text, TextInput } from "@mantine/core";
import IconCode from "@iconify-json/tabler/icons/code";
import IconRobot from "@iconify-json/tabler/icons/robot";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Account } from "../../../../contract/resources/account.ts";
import { settingsIn } from "../../../../contract/server/settingsTable.ts";
import { api, queryClient } from "../../../app/client/api.ts";
import { ApiFailure } from "../../../app/client/client.ts";
import { useService } from "../../../app/client/queries.ts";
import { useI18n } from "../../../i18n/PreferencesProvider.tsx";
import { QueryFailure } from "../../../ui/messages/FailureNotice.tsx";
import { faultSentence } from "../../../ui/messages/faultSentence.ts";
import { showFailure, toast } from "../../../ui/messages/toasts.tsx";
import { useBusy } from "../../../ui/messages/useBusy.ts";
import { ScriptFacts } from "../../reference/ScriptFacts.tsx";
import { ConfirmPanel } from "../ConfirmPanel.tsx";
import { SettingGroup } from "../SettingGroup.tsx";
import { SettingFrame } from "../SettingRow.tsx";
import { SettingsPlaces } from "../SettingsPlaces.tsx";
import { TypedForm } from "../TypedForm.tsx";
import { changeAccount, changePassword, useAccount } from "./account.ts";

/** What programs need to use Waypost: the key, the reference, and the account that the API speaks of. */
export function ScriptsSection() {
  const { t, format } = useI18n();
  const service = useService();
  const account = useAccount();
  const { isBusy, during } = useBusy();
  // A new key is hidden until it's asked for.
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
      <SettingGroup title={t("key.title")}>
        {service.data !== undefined && <ScriptFacts key={renewals} server={service.data.baseUrl} />}
        {account.data !== undefined && (
          <Text size="xs" c="dimmed">
            {t("settings.keyExpires", { date: format.day(account.data.expires) })}
          </Text>
        )}
      </SettingGroup>
      <SettingsPlaces
        places={[
          {
            to: "/automation",
            Icon: IconRobot,
            title: t("settings.places.automation.title"),
            text: t("settings.places.automation.text"),
          },
          {
            to: "/api",
            Icon: IconCode,
            title: t("settings.places.api.title"),
            text: t("settings.places.api.text"),
          },
        ]}
      />
      <SettingGroup title={t("settings.scripts")} names={settingsIn("scripts")} />
      <SettingGroup title={t("settings.account")} text={t("settings.accountText")}>
        {account.isError && <QueryFailure of={account} />}
        {account.data !== undefined && <AccountFields account={account.data} />}
      </SettingGroup>
      <ConfirmPanel
        title={t("settings.renew")}
        text={t("settings.renewText")}
        ask={t("settings.renewAsk")}
        action={t("settings.renewNow")}
        isBusy={isBusy}
        run={renew}
      />
    </>
  );
}

function AccountFields({ account }: { readonly account: Account }) {
  const { t, format } = useI18n();
  return (
    <>
      <Group gap={12}>
        {/* Another name has another picture. */}
        <img src={`${account.avatar}?${account.username}`} alt="" width={40} height={40} />
        <div>
          <bdi>{account.username}</bdi>
          <Text size="xs" c="dimmed">
            {t("settings.registered", { date: format.moment(account.registered) })}
          </Text>
        </div>
      </Group>
      <AccountField key={`u${account.username}`} field="username" present={account.username} />
      <AccountField key={`e${account.email}`} field="email" present={account.email} />
      <AccountField field="password" present="" />
    </>
  );
}

/** A field that its user saves. A password is never shown: it begins empty, and is empty once it is saved. */
function AccountField({
  field,
  present,
}: {
  readonly field: "username" | "email" | "password";
  readonly present: string;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState(present);
  const [fault, setFault] = useState<string | null>(null);
  const title = t(`settings.${field}`);
  const cancel = () => {
    setFault(null);
    setText(present);
  };
  const save = async () => {
    try {
      if (field === "password") {
        await changePassword(text);
        setText("");
      } else await changeAccount(field, present, text.trim(), title);
    } catch (error) {
      const [first] = error instanceof ApiFailure ? error.faults : [];
      if (first === undefined) showFailure(error);
      else setFault(faultSentence(first, t));
    }
  };
  const input = {
    "aria-label": title,
    dir: "ltr",
    value: text,
    error: fault,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      setFault(null);
      setText(event.currentTarget.value);
    },
  } as const;
  return (
    <SettingFrame title={title} about={t(`settings.${field}About`)}>
      <TypedForm
        label={title}
        isOther={field === "password" ? text !== "" : text.trim() !== present}
        save={save}
        cancel={cancel}
      >
        {field === "password" ? (
          <PasswordInput
            {...input}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ "aria-label": t("settings.showPassword") }}
          />
        ) : (
          <TextInput
            {...input}
            type={field === "email" ? "email" : "text"}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </TypedForm>
    </SettingFrame>
  );
}
