import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { latinDigits } from "../../../i18n/typedMoment.ts";
import { DayInput } from "../../inputs/DayInput.tsx";
import classes from "./FilterBar.module.css";
import { type FilterField, freeFields, type FilterOperator, type SetFilter } from "./filters.ts";

export type FilterPart = "field" | "operator" | "value";

/** Its popover has looked for what to focus before this came. */
function focusFirst(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
}

/** One filter: what it is of, how, and what it asks for. */
export function FilterEditor({
  fields,
  filter,
  field: firstField,
  set,
  first,
  choose,
}: {
  readonly fields: readonly FilterField[];
  readonly filter: Readonly<Record<string, string>>;
  readonly field: FilterField;
  /** The one that is changed; null: it is a new one. */
  readonly set: SetFilter | null;
  /** Where the keys begin. */
  readonly first: FilterPart;
  readonly choose: (params: Readonly<Record<string, string>>) => void;
}) {
  const { t } = useTranslation();
  const isFree = ({ param }: FilterOperator) =>
    filter[param] === undefined || param === set?.operator.param;
  const [field, setField] = useState(firstField);
  const possible = field.operators.filter(isFree);
  const [operator, setOperator] = useState(set?.operator ?? possible[0]);
  const [value, setValue] = useState(set?.value ?? "");
  if (operator === undefined) return null;
  const { param, values } = operator;
  const sent = values.kind === "fixed" ? values.value : value.trim();
  const take = (next: FilterOperator | undefined) => {
    if (next?.values.kind !== operator.values.kind || next.param !== param) setValue("");
    setOperator(next);
  };
  const others = fields.filter(
    (one) => one.name === field.name || freeFields([one], filter).length > 0,
  );
  return (
    <form
      ref={focusFirst}
      className={classes.editor}
      onSubmit={(event) => {
        event.preventDefault();
        choose({ [param]: sent });
      }}
    >
      {set !== null && (
        <NativeSelect
          data-autofocus={first === "field" || undefined}
          label={t("list.filter")}
          value={field.name}
          onChange={(event) => {
            const next = fields.find(({ name }) => name === event.currentTarget.value);
            if (next === undefined) return;
            setField(next);
            take(next.operators.find(isFree));
          }}
        >
          {others.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </NativeSelect>
      )}
      {possible.length > 1 && (
        <NativeSelect
          data-autofocus={first === "operator" || values.kind === "fixed" || undefined}
          label={field.label}
          value={possible.indexOf(operator)}
          onChange={(event) => take(possible[Number(event.currentTarget.value)])}
        >
          {possible.map(({ label }, place) => (
            <option key={label} value={place}>
              {label}
            </option>
          ))}
        </NativeSelect>
      )}
      <ValueField
        label={possible.length > 1 ? t("list.value") : `${field.label} ${operator.label}`.trim()}
        operator={operator}
        isFirst={first === "value" || possible.length < 2}
        value={value}
        choose={setValue}
      />
      <Button type="submit" variant="filled" size="xs" disabled={sent === ""}>
        {t("list.apply")}
      </Button>
    </form>
  );
}

function ValueField({
  label,
  operator: { values },
  isFirst,
  value,
  choose,
}: {
  readonly label: string;
  readonly operator: FilterOperator;
  readonly isFirst: boolean;
  readonly value: string;
  readonly choose: (value: string) => void;
}): ReactNode {
  const { t } = useTranslation();
  const isFocused = isFirst || undefined;
  switch (values.kind) {
    case "fixed":
      return null;
    case "own":
      return values.field(value, choose);
    case "day":
      return <DayInput label={label} value={value} onChange={choose} />;
    case "choice":
      return (
        <NativeSelect
          data-autofocus={isFocused}
          label={label}
          value={value}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value="">
            {t(values.options.length === 0 ? "list.noneThere" : "list.choose")}
          </option>
          {values.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </NativeSelect>
      );
    case "number":
      return (
        <TextInput
          data-autofocus={isFocused}
          label={label}
          inputMode="numeric"
          dir="ltr"
          value={value}
          onChange={(event) => choose(latinDigits(event.currentTarget.value).replaceAll(/\D/g, ""))}
        />
      );
    case "text":
      return (
        <TextInput
          data-autofocus={isFocused}
          className="anyScript"
          label={label}
          value={value}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      );
  }
}
