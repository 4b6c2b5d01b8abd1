import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { usePreferences } from "../../i18n/PreferencesProvider.tsx";
import { momentTyped, typedMoment } from "../../i18n/typedMoment.ts";

/** A day, typed year first in either calendar; "" for none. */
export function DayInput({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  /** `YYYY-MM-DD` */
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useTranslation();
  const { preferences } = usePreferences();
  const shown = value === "" ? "" : typedDay(value);
  const [text, setText] = useState(shown);
  const [lastValue, setLastValue] = useState(value);
  // Somebody else set the value: what was typed no longer says it.
  if (lastValue !== value) {
    setLastValue(value);
    setText(shown);
  }
  function typedDay(day: string): string {
    return typedMoment(`${day} 00:00:00`, preferences).split(" ")[0] ?? "";
  }
  const day = dayTyped(text);
  const take = () => {
    if (day === null || day === value) return;
    setLastValue(day);
    onChange(day);
  };
  return (
    <TextInput
      label={label}
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      placeholder={t("moment.example", { moment: typedDay("2026-03-21") })}
      value={text}
      error={day === null ? t("faults.day") : undefined}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === "Enter") take();
      }}
    />
  );
}

function dayTyped(text: string): string | null {
  if (text.trim() === "") return "";
  return momentTyped(text)?.slice(0, 10) ?? null;
}
