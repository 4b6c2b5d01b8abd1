import { Box, Button, Group, Text, Tooltip } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Setting } from "../../../contract/server/settings.ts";
import { type SettingName, settingRow } from "../../../contract/server/settingsTable.ts";
import { ApiFailure } from "../../app/client/client.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { CautionNote } from "../../ui/messages/Notice.tsx";
import { showFailure } from "../../ui/messages/toasts.tsx";
import { SettingControl } from "./SettingControl.tsx";
import { changeSettings, useSettings } from "./settings.ts";
import classes from "./Settings.module.css";
import { valueText } from "./valueText.ts";

/** Those that the way to a public address changes while the service runs. */
const switchedAtOnce: ReadonlySet<SettingName> = new Set(["baseUrl", "publicPort"]);

/** A setting of the service: what it does and what it is. */
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
  const { t, format } = useI18n();
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

  /** Answers whether it was saved. */
  async function save(value: string | number | boolean | null): Promise<boolean> {
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
      about={
        <>
          {t(`settings.of.${name}.about`)}{" "}
          {switchedAtOnce.has(name) && <Link to="/public">{t("settings.atOnce")}</Link>}
        </>
      }
      changed={
        setting.origin === "default"
          ? null
          : { origin: t(`settings.origin.${setting.origin}`), usual: textOf(setting.default) }
      }
      reset={setting.kept === null ? null : () => void save(null)}
      note={
        setting.origin === "flag" && setting.kept !== null
          ? t("settings.flagFirst", { value: textOf(setting.kept) })
          : setting.waiting
            ? t("settings.waits", { value: textOf(setting.value) })
            : null
      }
    >
      <SettingControl
        // A value that was reset, or came from elsewhere, is what is shown.
        key={String(shownValue(setting))}
        control={settingRow(name).control}
        name={name}
        label={title}
        value={shownValue(setting)}
        fault={fault}
        edited={() => setFault(null)}
        keep={save}
      />
    </SettingFrame>
  );
}

/** What its owner last said, where that is still to come. */
function shownValue({ kept, value, waiting, default: otherwise }: Setting): Setting["value"] {
  if (kept !== null) return kept;
  return waiting ? otherwise : value;
}

/** One line for a setting, whoever saves it: the service, the window or the desktop. */
export function SettingFrame({
  title,
  about,
  changed = null,
  reset = null,
  note = null,
  children,
}: {
  readonly title: string;
  readonly about: ReactNode;
  /** Where a value other than the usual one comes from. Null: it is as it would be anyway. */
  readonly changed?: { readonly origin: string; readonly usual: string } | null;
  /** Null: it can't be reset here. */
  readonly reset?: (() => void) | null;
  readonly note?: string | null;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <section
      className={classes.setting}
      aria-label={title}
      data-changed={changed !== null || undefined}
    >
      <div>
        <Group gap={8} mih={22}>
          <h3>{title}</h3>
          {changed !== null && <ChangedDot {...changed} />}
          {changed !== null && reset !== null && (
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={t("settings.resetNamed", { name: title })}
              onClick={reset}
            >
              {t("settings.reset")}
            </Button>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {about}
        </Text>
      </div>
      <div className={classes.control}>{children}</div>
      {note !== null && <CautionNote>{note}</CautionNote>}
    </section>
  );
}

/** Says only of what is changed where its value comes from. */
function ChangedDot({ origin, usual }: { readonly origin: string; readonly usual: string }) {
  const { t } = useTranslation();
  const label = `${origin} · ${t("settings.default", { value: usual })}`;
  return (
    <Tooltip label={label}>
      <Box
        component="span"
        w={8}
        h={8}
        bdrs="50%"
        bg="var(--ink-soft)"
        role="img"
        aria-label={label}
      />
    </Tooltip>
  );
}
