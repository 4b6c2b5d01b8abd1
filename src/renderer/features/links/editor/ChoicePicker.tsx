import { Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Choice, fold, foundFirst } from "./choices.ts";

/** As many as fit; typing finds the others. */
const shown = 60;

/** One of many, typed in either language. */
export function ChoicePicker({
  label,
  choices,
  value,
  onChange,
  error,
  canBe = () => false,
}: {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  /** Whether what was typed can be taken though it isn't among them. */
  readonly canBe?: (typed: string) => boolean;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const isKnown = (code: string) => choices.some((choice) => choice.value === code);
  const own = [value, ...(canBe(typed.trim()) ? [typed.trim()] : [])].filter(
    (code, place, all) => code !== "" && !isKnown(code) && all.indexOf(code) === place,
  );
  const sought = new Map(choices.map((choice) => [choice.value, choice.sought]));
  return (
    <Select
      className="anyScript"
      aria-label={label}
      placeholder={label}
      searchable
      selectFirstOptionOnChange
      autoComplete="off"
      allowDeselect={false}
      limit={shown}
      data={[...own.map((code) => ({ value: code, label: code })), ...choices]}
      filter={({ options, search }) => {
        const offered = options.filter((option) => "value" in option);
        return foundFirst(
          offered.map((option) => ({
            ...option,
            sought: sought.get(option.value) ?? fold(option.value),
          })),
          search,
        );
      }}
      nothingFoundMessage={t("edit.pickNothing")}
      value={value === "" ? null : value}
      error={error}
      onChange={(chosen) => onChange(chosen ?? "")}
      onFocus={(event) => event.currentTarget.select()}
      onSearchChange={setTyped}
    />
  );
}
