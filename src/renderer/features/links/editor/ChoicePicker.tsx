import { type OptionsFilter, Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Choice, fold, foundFirst } from "./choices.ts";

/** As many as fit; typing finds the others. */
export const shownChoices = 60;

/** Finds choices by all that they are called; one of the reader's own by its label. */
export function filterOf(choices: readonly Choice[]): OptionsFilter {
  const sought = new Map(choices.map((choice) => [choice.value, choice.sought]));
  return ({ options, search }) => {
    const offered = options.filter((option) => "value" in option);
    return foundFirst(
      offered.map((option) => ({
        ...option,
        sought: sought.get(option.value) ?? fold(`${option.label} ${option.value}`),
      })),
      search,
    );
  };
}

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
  return (
    <Select
      className="anyScript"
      aria-label={label}
      placeholder={label}
      searchable
      selectFirstOptionOnChange
      autoComplete="off"
      allowDeselect={false}
      limit={shownChoices}
      data={[...own.map((code) => ({ value: code, label: code })), ...choices]}
      filter={filterOf(choices)}
      nothingFoundMessage={t("edit.pickNothing")}
      value={value === "" ? null : value}
      error={error}
      onChange={(chosen) => onChange(chosen ?? "")}
      onFocus={(event) => event.currentTarget.select()}
      onSearchChange={setTyped}
    />
  );
}
