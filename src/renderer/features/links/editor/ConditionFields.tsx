import {
  ActionIcon,
  Box,
  Checkbox,
  Group,
  Input,
  MultiSelect,
  NativeSelect,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from "@mantine/core";
import IconX from "@iconify-json/tabler/icons/x";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  conditionBrowsers,
  conditionDevices,
  type ConditionType,
  conditionTypes,
} from "../../../../contract/fields/decisionFields.ts";
import { useService } from "../../../app/client/queries.ts";
import { useFormat, usePreferences } from "../../../i18n/PreferencesProvider.tsx";
import { latinDigits, withDigits } from "../../../i18n/typedMoment.ts";
import { MomentInput } from "../../../ui/inputs/MomentInput.tsx";
import { filterOf, shownChoices } from "./ChoicePicker.tsx";
import { type Choice, countryChoices, fold, languageChoices } from "./choices.ts";
import { isLanguageCode } from "./placeNames.ts";
import {
  type ConditionValue,
  conditionOf,
  hasValues,
  isKeyed,
  isTime,
  subjectNames,
  subjectOf,
  typesOf,
} from "./ruleModel.ts";
import { dayNames, useRuleText } from "./ruleText.ts";

/** Where this condition stands among the others of its rule, and what is wrong with it. */
export interface ConditionPart {
  readonly condition: ConditionValue;
  /** Whether the keys begin here when a dialog opens. */
  readonly isFirst?: boolean;
  readonly change: (condition: ConditionValue) => void;
  readonly remove: (() => void) | null;
  /** What is wrong with a part of it. */
  readonly fault: (part: "key" | "value" | "value.zone") => string | undefined;
}

/** What is asked of a visit: about what, how, and with which values. */
export function ConditionFields({
  condition,
  isFirst = false,
  change,
  remove,
  fault,
}: ConditionPart) {
  const { t } = useTranslation();
  const { conditionText } = useRuleText();
  const { type, isNot } = condition;
  const subject = subjectOf(type);
  // Cities come from imports only: no visit has one.
  const offered = subjectNames.filter((name) => name !== "city" || name === subject);
  const operators = typesOf(subject).flatMap((one) => [
    { value: `${one} is`, label: t(`rules.operators.${one}.is`) },
    { value: `${one} not`, label: t(`rules.operators.${one}.not`) },
  ]);
  return (
    <Stack gap={4} role="group" aria-label={conditionText(condition)}>
      <Group gap="xs" align="flex-start">
        <NativeSelect
          data-autofocus={isFirst || undefined}
          flex="1 1 132px"
          aria-label={t("rules.subject")}
          value={subject}
          data={offered.map((name) => ({ value: name, label: t(`rules.subjects.${name}`) }))}
          onChange={(event) => {
            const chosen = offered.find((name) => name === event.currentTarget.value);
            const [first] = typesOf(chosen ?? subject);
            if (first !== undefined) change(conditionOf(first));
          }}
        />
        <NativeSelect
          flex="1 1 104px"
          aria-label={t("rules.operator")}
          value={`${type} ${isNot ? "not" : "is"}`}
          data={operators}
          onChange={(event) => {
            const [chosen, way] = event.currentTarget.value.split(" ");
            const found = conditionTypes.find((one) => one === chosen);
            if (found !== undefined) change({ ...condition, type: found, isNot: way === "not" });
          }}
        />
        {isKeyed(type) && (
          <TextInput
            flex="1 1 104px"
            aria-label={t("rules.key")}
            placeholder={t("rules.key")}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            value={condition.key}
            error={fault("key")}
            onChange={(event) => change({ ...condition, key: event.currentTarget.value })}
          />
        )}
        {hasValues(type) && (
          <Box flex="3 1 200px" miw={0}>
            <ValuesInput {...{ condition, change, fault }} />
          </Box>
        )}
        {type === "time-window" && (
          <Box flex="3 1 200px" miw={0}>
            <WindowInput {...{ condition, change, fault }} />
          </Box>
        )}
        {remove !== null && (
          <ActionIcon
            mt={3}
            aria-label={t("rules.removeCondition", { name: conditionText(condition) })}
            onClick={remove}
          >
            <IconX size={16} />
          </ActionIcon>
        )}
      </Group>
      {subject === "city" && (
        <Text inherit fz={12} c="var(--caution)">
          {t("rules.cityHint")}
        </Text>
      )}
    </Stack>
  );
}

type Part = Omit<ConditionPart, "remove" | "isFirst">;

function ValuesInput({ condition, change, fault }: Part) {
  const { t, i18n } = useTranslation();
  const { type, values } = condition;
  const { valueText } = useRuleText();
  const subject = subjectOf(type);
  const label = t(`rules.subjects.${subject}`);
  const error = fault("value");
  const set = (next: string[]) => change({ ...condition, values: next });
  const choices = manyOf(type, i18n.language) ?? fewOf(type, (value) => valueText(type, value));
  if (choices !== null)
    return (
      <ManyChoices
        {...{ label, choices, values, error }}
        isOpenEnded={type === "language"}
        onChange={set}
      />
    );
  if (type === "before-date" || type === "after-date")
    return (
      <MomentInput
        label={label}
        isHeaded
        isStart
        value={values[0] ?? ""}
        error={error}
        onChange={(value) => set([value, ...values.slice(1)])}
      />
    );
  return (
    <TagsInput
      className="anyScript"
      dir={subject === "city" ? undefined : "ltr"}
      aria-label={label}
      placeholder={values.length === 0 ? t(`rules.examples.${exampleOf(type)}`) : ""}
      value={[...values]}
      error={error}
      splitChars={subject === "parameter" || subject === "city" ? [","] : [",", " "]}
      acceptValueOnBlur
      onChange={(next) => set(next.map((one) => one.trim()).filter((one) => one !== ""))}
    />
  );
}

function exampleOf(type: ConditionType): "ip" | "referrer" | "parameter" | "city" {
  const subject = subjectOf(type);
  return subject === "ip" || subject === "referrer" || subject === "city" ? subject : "parameter";
}

/** Lists of names by their language: sorting them takes some milliseconds. */
const lists = new Map<string, readonly Choice[]>();

/** Countries or languages; null: the condition is about something else. */
function manyOf(type: ConditionType, language: string): readonly Choice[] | null {
  if (type !== "geolocation-country-code" && type !== "language") return null;
  const place = `${type} ${language}`;
  const made = type === "language" ? languageChoices : countryChoices;
  const list = lists.get(place) ?? made(language);
  lists.set(place, list);
  return list;
}

/** Devices or browsers; null: whatever is typed can be a value. */
function fewOf(type: ConditionType, nameOf: (value: string) => string): readonly Choice[] | null {
  if (type !== "device" && type !== "browser") return null;
  return (type === "device" ? conditionDevices : conditionBrowsers).map((value) => {
    const label = nameOf(value);
    return { value, label, sought: fold(`${label} ${value}`) };
  });
}

/** Several of many, typed in either language. */
function ManyChoices({
  label,
  choices,
  values,
  error,
  isOpenEnded,
  onChange,
}: {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly values: readonly string[];
  readonly error: string | undefined;
  /** A language code that isn't among them can be typed. */
  readonly isOpenEnded: boolean;
  readonly onChange: (values: string[]) => void;
}) {
  const { t } = useTranslation();
  const { valueText } = useRuleText();
  const [typed, setTyped] = useState("");
  const isCode = isOpenEnded && isLanguageCode(typed.trim());
  const own = [...values, ...(isCode ? [typed.trim()] : [])].filter(
    (code, place, all) =>
      !choices.some(({ value }) => value === code) && all.indexOf(code) === place,
  );
  return (
    <MultiSelect
      className="anyScript"
      aria-label={label}
      placeholder={values.length === 0 ? label : ""}
      searchable
      selectFirstOptionOnChange
      hidePickedOptions
      autoComplete="off"
      limit={shownChoices}
      data={[
        ...own.map((value) => ({
          value,
          label: isOpenEnded ? valueText("language", value) : value,
        })),
        ...choices,
      ]}
      filter={filterOf(choices)}
      nothingFoundMessage={t("edit.pickNothing")}
      value={[...values]}
      error={error}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
    />
  );
}

/** Days and hours of a week. */
function WindowInput({ condition, change, fault }: Part) {
  const { t } = useTranslation();
  const { language, digits } = usePreferences().preferences;
  const format = useFormat();
  const service = useService();
  const { window } = condition;
  const set = (next: Partial<typeof window>) =>
    change({ ...condition, window: { ...window, ...next } });
  const names = dayNames(language);
  const error = fault("value");
  const hasDays = window.days.length > 0;
  const time = (name: "from" | "to") => (
    <TextInput
      w={88}
      dir="ltr"
      aria-label={t(`rules.${name}`)}
      placeholder={withDigits("09:00", digits)}
      inputMode="numeric"
      autoComplete="off"
      value={withDigits(window[name], digits)}
      error={hasDays && error !== undefined && !isTime(window[name])}
      onChange={(event) => set({ [name]: latinDigits(event.currentTarget.value) })}
    />
  );
  return (
    <Stack gap="xs">
      <Checkbox.Group
        aria-label={t("rules.days")}
        value={window.days.map(String)}
        error={hasDays ? undefined : error}
        onChange={(days) => set({ days: days.map(Number).toSorted((one, other) => one - other) })}
      >
        <Group gap="6px 14px">
          {format.weekdays().map(({ number }) => {
            // Sunday is 0 there, and 7 in a rule.
            const day = number === 0 ? 7 : number;
            return (
              <Checkbox
                key={day}
                size="xs"
                value={String(day)}
                label={names[day - 1]}
                styles={{ label: { paddingInlineStart: 6 } }}
              />
            );
          })}
        </Group>
      </Checkbox.Group>
      <Group gap="xs" align="flex-start">
        {time("from")}
        <Text span inherit py={7} c="dimmed" aria-hidden="true">
          –
        </Text>
        {time("to")}
        <TextInput
          flex="1 1 104px"
          dir="ltr"
          aria-label={t("rules.zone")}
          placeholder={service.data?.timeZone ?? t("rules.zone")}
          autoComplete="off"
          spellCheck={false}
          value={window.zone}
          error={fault("value.zone")}
          onChange={(event) => set({ zone: event.currentTarget.value })}
        />
      </Group>
      {hasDays && error !== undefined && <Input.Error>{error}</Input.Error>}
    </Stack>
  );
}
