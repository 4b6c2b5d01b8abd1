import { Group, NativeSelect, Stack, Switch, Text, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { latinDigits } from "../../i18n/typedMoment.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { useChannels, useDomains } from "../../app/client/namedRecords.ts";
import { limitBytes, limitParts, type LargeUnit } from "./amounts.ts";
import type { Control, SettingName } from "../../../contract/server/settingsTable.ts";
import type { SettingValue } from "./settings.ts";
import classes from "./Settings.module.css";
import { TypedForm } from "./TypedForm.tsx";
import { optionText } from "./valueText.ts";

interface Props {
  readonly control: Control;
  readonly name: SettingName;
  readonly label: string;
  readonly value: SettingValue;
  readonly fault: string | null;
  /** What is typed is another thing than what was refused. */
  readonly edited: () => void;
  /** Null: what it would be anyway. Answers whether it was kept. */
  readonly keep: (value: string | number | boolean | null) => Promise<boolean>;
}

export function SettingControl(props: Props) {
  const { control, name, label, value, fault, keep } = props;
  const { t, format } = useI18n();
  switch (control.kind) {
    case "switch": {
      const isOn = value === true || value === "true" || value === 1 || value === "1";
      return (
        <Switch
          aria-label={label}
          checked={isOn}
          onChange={(event) => void keep(event.currentTarget.checked)}
        />
      );
    }
    case "choice":
      return (
        <NativeSelect
          aria-label={label}
          error={fault}
          value={String(value)}
          data={control.options.map((option) => ({ value: option, label: optionText(option, t) }))}
          onChange={(event) => void keep(event.currentTarget.value)}
        />
      );
    case "number":
      return (
        <TypedControl
          {...props}
          shown={format.plain(Number(value))}
          isAddress
          isNumber
          read={wholeNumber}
          unit={control.unit === null ? null : t(`settings.unitNames.${control.unit}`)}
        />
      );
    case "bytes":
      return <BytesControl {...props} />;
    case "text":
      return (
        <TypedControl
          {...props}
          shown={value === null ? "" : String(value)}
          isAddress={control.isAddress}
          placeholder={control.placeholder}
          read={(text) => (text === "" ? null : text)}
        />
      );
    case "colour":
      return (
        <TypedControl
          {...props}
          shown={String(value ?? "")}
          isAddress
          placeholder="#AD4518"
          read={(text) => (text === "" ? null : text)}
          renderSide={(text, type) => (
            <input
              type="color"
              className={classes.color}
              aria-label={t("settings.pickColour")}
              value={/^#[\da-f]{6}$/i.test(text) ? text : "#ad4518"}
              onChange={(event) => type(event.currentTarget.value)}
            />
          )}
        />
      );
    case "door": {
      const isOpen = value !== null && value !== "off";
      return (
        <Stack gap={8}>
          <Switch
            aria-label={t("settings.openNamed", { name: label })}
            label={t(isOpen ? "settings.open" : "settings.closed")}
            checked={isOpen}
            onChange={(event) => void keep(event.currentTarget.checked ? control.suggested : "off")}
          />
          {isOpen ? (
            <TypedControl
              {...props}
              shown={format.plain(Number(value))}
              isAddress
              isNumber
              read={wholeNumber}
            />
          ) : (
            fault !== null && (
              <Text inherit c="var(--danger)">
                {fault}
              </Text>
            )
          )}
        </Stack>
      );
    }
    case "timeZone":
      return (
        <NativeSelect
          aria-label={label}
          value={String(value)}
          error={fault}
          data={timeZones(String(value))}
          onChange={(event) => void keep(event.currentTarget.value)}
        />
      );
    case "domain":
      return <DomainControl label={label} value={String(value ?? "")} fault={fault} keep={keep} />;
    case "channel":
      return <ChannelControl label={label} value={Number(value)} fault={fault} keep={keep} />;
  }
  return name;
}

/** Digits of any script; what is no number is sent as it is, and refused with what it should be. */
function wholeNumber(text: string): string | number | null {
  const plain = latinDigits(text).replaceAll(/[\s,٬،]/g, "");
  if (plain === "") return null;
  return /^\d{1,15}$/.test(plain) ? Number(plain) : plain;
}

function timeZones(chosen: string): string[] {
  return [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), chosen])].toSorted();
}

/** Text that is kept once its user says so: by Enter, or by the button that stands there meanwhile. */
function TypedControl({
  label,
  shown,
  isAddress,
  isNumber = false,
  placeholder = "",
  unit = null,
  fault,
  edited,
  read,
  keep,
  renderSide,
}: Props & {
  readonly shown: string;
  readonly isAddress: boolean;
  readonly isNumber?: boolean;
  readonly placeholder?: string;
  readonly unit?: string | null;
  readonly read: (text: string) => string | number | null;
  /** What stands beside the field, by what is typed in it. */
  readonly renderSide?: (text: string, type: (text: string) => void) => ReactNode;
}) {
  const [text, setText] = useState(shown);
  const isOther = text.trim() !== shown;

  const type = (next: string) => {
    edited();
    setText(next);
  };
  const leave = () => {
    edited();
    setText(shown);
  };
  const save = async () => {
    if (await keep(read(text.trim()))) edited();
  };

  return (
    <TypedForm label={label} isOther={isOther} save={save} cancel={leave}>
      <Group gap={8} wrap="nowrap">
        <TextInput
          flex={1}
          miw={0}
          aria-label={label}
          value={text}
          error={fault}
          placeholder={placeholder}
          {...(isAddress ? { dir: "ltr" as const } : { dir: "auto" as const })}
          inputMode={isNumber ? "numeric" : "text"}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => type(event.currentTarget.value)}
        />
        {unit !== null && <span className="soft">{unit}</span>}
        {renderSide?.(text, type)}
      </Group>
    </TypedForm>
  );
}

function BytesControl(props: Props) {
  const { value, label, keep } = props;
  const { t, format } = useI18n();
  const { amount, unit: storedUnit } = limitParts(Number(value));
  const [unit, setUnit] = useState<LargeUnit>(storedUnit);
  return (
    <TypedControl
      {...props}
      shown={format.plain(amount)}
      isAddress
      isNumber
      read={(text) => {
        const read = wholeNumber(text);
        return typeof read === "number" ? limitBytes(read, unit) : read;
      }}
      renderSide={(text) => (
        <NativeSelect
          aria-label={t("settings.unitOf", { name: label })}
          value={unit}
          data={[
            { value: "mebibytes", label: t("settings.unitNames.mebibytes") },
            { value: "gibibytes", label: t("settings.unitNames.gibibytes") },
          ]}
          onChange={(event) => {
            const next = event.currentTarget.value === "gibibytes" ? "gibibytes" : "mebibytes";
            setUnit(next);
            const read = wholeNumber(text);
            if (typeof read === "number") void keep(limitBytes(read, next));
          }}
        />
      )}
    />
  );
}

interface ChoiceProps<Value> {
  readonly label: string;
  readonly value: Value;
  readonly fault: string | null;
  readonly keep: Props["keep"];
}

/** One that has been deleted since stays in sight, as one that is. */
function DomainControl({ label, value, fault, keep }: ChoiceProps<string>) {
  const { t } = useTranslation();
  const domains = useDomains().data?.map(({ domain }) => domain) ?? [];
  const isGone = value !== "" && !domains.includes(value);
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      error={fault}
      onChange={(event) => void keep(event.currentTarget.value || null)}
    >
      <option value="">{t("settings.ownAddress")}</option>
      {domains.map((domain) => (
        <option key={domain} value={domain} dir="ltr">
          {domain}
        </option>
      ))}
      {isGone && <option value={value}>{t("settings.gone", { name: value })}</option>}
    </NativeSelect>
  );
}

function ChannelControl({ label, value, fault, keep }: ChoiceProps<number>) {
  const { t } = useTranslation();
  const channels = useChannels().data ?? [];
  const isGone = value !== 0 && !channels.some(({ id }) => id === value);
  return (
    <NativeSelect
      aria-label={label}
      value={String(value)}
      error={fault}
      data={[
        { value: "0", label: t("common.none") },
        ...channels.map(({ id, name }) => ({ value: String(id), label: name })),
        ...(isGone
          ? [{ value: String(value), label: t("settings.gone", { name: `#${value}` }) }]
          : []),
      ]}
      onChange={(event) => void keep(Number(event.currentTarget.value) || null)}
    />
  );
}
