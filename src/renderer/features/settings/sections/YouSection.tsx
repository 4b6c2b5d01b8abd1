import { PasswordInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Account } from "../../../../contract/resources/account.ts";
import { ApiFailure } from "../../../app/client/client.ts";
import { useFormat } from "../../../i18n/PreferencesProvider.tsx";
import { FailureNotice } from "../../../ui/messages/FailureNotice.tsx";
import { faultSentence } from "../../../ui/messages/faultSentence.ts";
import { showFailure } from "../../../ui/messages/toasts.tsx";
import { changeAccount, changePassword, useAccount } from "./account.ts";
import { SettingGroup } from "../SettingGroup.tsx";
import { settingsIn } from "../../../../contract/server/settingsTable.ts";
import classes from "../Settings.module.css";
import { TypedForm } from "../TypedForm.tsx";

export function YouSection() {
  const { t } = useTranslation();
  const account = useAccount();
  return (
    <>
      <SettingGroup title={t("settings.account")}>
        {account.isError && (
          <FailureNotice error={account.error} retry={() => void account.refetch()} />
        )}
        {account.data !== undefined && <AccountFields account={account.data} />}
      </SettingGroup>
      <SettingGroup title={t("settings.toVisitors")} names={settingsIn("you")} />
    </>
  );
}

function AccountFields({ account }: { readonly account: Account }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      <div className={classes.who}>
        {/* Another name has another picture. */}
        <img src={`${account.avatar}?${account.username}`} alt="" width={48} height={48} />
        <div>
          <p>
            <bdi>{account.username}</bdi>
          </p>
          <p className="soft">
            {t("settings.registered", { date: format.moment(account.registered) })}
          </p>
        </div>
      </div>
      <AccountField key={`u${account.username}`} field="username" present={account.username} />
      <AccountField key={`e${account.email}`} field="email" present={account.email} />
      <AccountPassword />
    </>
  );
}

/** What the service says of a field, in the window's words. */
function useFault() {
  const { t } = useTranslation();
  const [fault, setFault] = useState<string | null>(null);
  const hear = (error: unknown) => {
    const [first] = error instanceof ApiFailure ? error.faults : [];
    if (first === undefined) showFailure(error);
    else setFault(faultSentence(first, t));
  };
  return { fault, hear, clear: () => setFault(null) };
}

function AccountField({
  field,
  present,
}: {
  readonly field: "username" | "email";
  readonly present: string;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState(present);
  const { fault, hear, clear } = useFault();
  const title = t(`settings.${field}`);
  const isOther = text.trim() !== present;

  const save = async () => {
    try {
      await changeAccount(field, present, text.trim(), title);
    } catch (error) {
      hear(error);
    }
  };
  const cancel = () => {
    clear();
    setText(present);
  };
  return (
    <section className={classes.setting} aria-label={title}>
      <div className={classes.words}>
        <h3>{title}</h3>
        <p className="soft">{t(`settings.${field}About`)}</p>
      </div>
      <TypedForm label={title} isOther={isOther} save={save} cancel={cancel}>
        <TextInput
          aria-label={title}
          dir="ltr"
          type={field === "email" ? "email" : "text"}
          autoComplete="off"
          spellCheck={false}
          value={text}
          error={fault}
          onChange={(event) => {
            clear();
            setText(event.currentTarget.value);
          }}
        />
      </TypedForm>
    </section>
  );
}

function AccountPassword() {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const { fault, hear, clear } = useFault();
  const title = t("settings.password");
  const isOther = text !== "";
  const save = async () => {
    try {
      await changePassword(text);
      setText("");
    } catch (error) {
      hear(error);
    }
  };
  const cancel = () => {
    clear();
    setText("");
  };
  return (
    <section className={classes.setting} aria-label={title}>
      <div className={classes.words}>
        <h3>{title}</h3>
        <p className="soft">{t("settings.passwordAbout")}</p>
      </div>
      <TypedForm label={title} isOther={isOther} save={save} cancel={cancel}>
        <PasswordInput
          aria-label={title}
          dir="ltr"
          autoComplete="new-password"
          visibilityToggleButtonProps={{ "aria-label": t("settings.showPassword") }}
          value={text}
          error={fault}
          onChange={(event) => {
            clear();
            setText(event.currentTarget.value);
          }}
        />
      </TypedForm>
    </section>
  );
}
