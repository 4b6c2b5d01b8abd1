import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Setting } from "../../../contract/server/settings.ts";
import { ApiFailure } from "../../app/client/client.ts";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { showFailure } from "../../ui/messages/toasts.tsx";
import { SettingControl } from "./SettingControl.tsx";
import { type SettingName, settingRow } from "../../../contract/server/settingsTable.ts";
import { changeSettings, useSettings } from "./settings.ts";
import classes from "./Settings.module.css";
import { valueText } from "./valueText.ts";

/** Those that the way to a public address changes while the service runs. */
const switchedAtOnce: ReadonlySet<SettingName> = new Set(["baseUrl", "publicPort"]);

/** A setting: what it does, what it is, what it would be, and where that comes from. */
export function SettingRow({ name }: { readonly name: SettingName }) {
  const setting = useSettings().data?.find(({ key }) => key === name);
  return setting === undefined ? null : <LoadedSetting name={name} setting={setting} />;
}

function LoadedSetting({
  name,
  setting,
}: {
  readonly name: SettingName;
  readonly setting: Setting;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const [fault, setFault] = useState<string | null>(null);
  const title = t(`settings.of.${name}.title`);
  const textOf = (value: Setting["value"]) => valueText(name, value, t, format);

  function faultText(error: unknown): string | null {
    const [first] = error instanceof ApiFailure ? error.faults : [];
    if (first === undefined) return null;
    if (first.code === "changed") return t("faults.changed");
    if (first.code === "taken") return t("settings.portTaken");
    if (first.code === "forbidden") return t("settings.portRefused");
    if (first.code === "choice") return t("settings.folderInside");
    return t("settings.mustBe", { what: t(`settings.of.${name}.takes`) });
  }

  /** Answers whether it was kept. */
  async function keep(value: string | number | boolean | null): Promise<boolean> {
    setFault(null);
    try {
      await changeSettings(value === null ? { unset: [name] } : { set: { [name]: value } }, title);
      return true;
    } catch (error) {
      const text = faultText(error);
      if (text === null) showFailure(error);
      setFault(text);
      return false;
    }
  }

  return (
    <SettingFrame
      title={title}
      about={t(`settings.of.${name}.about`)}
      isChanged={setting.kept !== null || setting.origin === "flag"}
      meta={
        <>
          <span>{t(`settings.origin.${setting.origin}`)}</span>
          {setting.origin !== "default" && (
            <span>{t("settings.default", { value: textOf(setting.default) })}</span>
          )}
          {setting.restart && !setting.waiting && <span>{t("settings.atStart")}</span>}
          {switchedAtOnce.has(name) && <Link to="/public">{t("settings.atOnce")}</Link>}
        </>
      }
      putBack={setting.kept === null ? null : () => void keep(null)}
      note={
        setting.origin === "flag" && setting.kept !== null
          ? t("settings.flagFirst", { value: textOf(setting.kept) })
          : setting.waiting
            ? t("settings.waits", { value: textOf(setting.value) })
            : null
      }
    >
      <SettingControl
        // A value that was put back, or came from elsewhere, is what is shown.
        key={String(shownValue(setting))}
        control={settingRow(name).control}
        name={name}
        label={title}
        value={shownValue(setting)}
        fault={fault}
        edited={() => setFault(null)}
        keep={keep}
      />
    </SettingFrame>
  );
}

/** What its owner last said, where that is still to come. */
function shownValue({ kept, value, waiting, default: otherwise }: Setting): Setting["value"] {
  if (kept !== null) return kept;
  return waiting ? otherwise : value;
}

/** The same form for what the service keeps and for what this window keeps. */
export function SettingFrame({
  title,
  about,
  isChanged,
  meta,
  putBack,
  note = null,
  children,
}: {
  readonly title: string;
  readonly about: string;
  readonly isChanged: boolean;
  readonly meta: ReactNode;
  /** Null: it is what it would be anyway. */
  readonly putBack: (() => void) | null;
  readonly note?: string | null;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <section className={classes.setting} aria-label={title} data-changed={isChanged || undefined}>
      <div className={classes.words}>
        <h3>
          {title}
          {isChanged && <span className={classes.mark}>{t("settings.changed")}</span>}
        </h3>
        <p className="soft">{about}</p>
      </div>
      <div className={classes.control}>{children}</div>
      <p className={classes.meta}>
        {meta}
        {putBack !== null && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-label={t("settings.resetNamed", { name: title })}
            onClick={putBack}
          >
            {t("settings.reset")}
          </Button>
        )}
      </p>
      {note !== null && <p className={classes.note}>{note}</p>}
    </section>
  );
}
