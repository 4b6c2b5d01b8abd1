import { type ComboboxItem, MultiSelect, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { type PickedKind, pickedRecords } from "./pickedRecords.ts";

/** As many as a list to choose from shows; typing finds the others. */
const shown = 20;

/** Milliseconds without a key before the search is asked. */
const typingPause = 120;

interface Shared {
  readonly kind: PickedKind;
  readonly label: string;
  readonly description?: ReactNode;
  readonly placeholder?: string;
  readonly error?: ReactNode;
  /** Ids that aren't offered. */
  readonly without?: readonly number[];
}

/** One record of a kind, searched by the service. */
export function RecordPicker({
  kind,
  value,
  onChange,
  without,
  isFirst = false,
  ...props
}: Shared & {
  readonly value: number | null;
  readonly onChange: (id: number | null) => void;
  /** A dialog begins in it. */
  readonly isFirst?: boolean;
}) {
  const { t } = useTranslation();
  const picks = usePicks(kind, value === null ? [] : [value], without);
  return (
    <Select
      {...props}
      data-autofocus={isFirst || undefined}
      className="anyScript"
      placeholder={props.placeholder ?? t("common.none")}
      searchable
      clearable
      // Choosing again what is chosen keeps it: taking it off has a button of its own.
      allowDeselect={false}
      autoComplete="off"
      data={picks.data}
      filter={({ options }) => options}
      nothingFoundMessage={picks.nothing}
      renderOption={kind === "links" ? addressFirst : inItsDirection}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      // What is typed takes the place of the name that stands there.
      onFocus={(event) => event.currentTarget.select()}
      onSearchChange={picks.search}
      comboboxProps={{ withinPortal: true }}
      clearButtonProps={{ "aria-label": t("edit.takeOffNamed", { name: props.label }) }}
    />
  );
}

/** Several of them, in the order in which they were chosen. */
export function RecordsPicker({
  kind,
  value,
  onChange,
  without,
  isHeaded = false,
  ...props
}: Shared & {
  readonly value: readonly number[];
  /** A heading above says the label already. */
  readonly isHeaded?: boolean;
  readonly onChange: (ids: number[]) => void;
}) {
  const { t } = useTranslation();
  const picks = usePicks(kind, value, without);
  return (
    <MultiSelect
      {...props}
      {...(isHeaded ? { labelProps: { className: "visuallyHidden" } } : {})}
      className="anyScript"
      placeholder={value.length === 0 ? (props.placeholder ?? t("common.none")) : ""}
      searchable
      autoComplete="off"
      data={picks.data}
      filter={({ options }) => options}
      nothingFoundMessage={picks.nothing}
      renderOption={kind === "links" ? addressFirst : inItsDirection}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
      onSearchChange={picks.search}
      comboboxProps={{ withinPortal: true }}
    />
  );
}

/** A link goes by its address, which reads from left to right wherever it stands. */
function addressFirst({ option }: { readonly option: ComboboxItem }): ReactNode {
  return <bdi dir="ltr">{option.label}</bdi>;
}

function inItsDirection({ option }: { readonly option: ComboboxItem }): ReactNode {
  return <bdi>{option.label}</bdi>;
}

function usePicks(kind: PickedKind, chosen: readonly number[], without: readonly number[] = []) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), typingPause);
  const named = useQuery({
    queryKey: ["picked", kind, "named", chosen],
    queryFn: ({ signal }) => pickedRecords[kind].named(chosen, signal),
    enabled: chosen.length > 0,
    placeholderData: keepPreviousData,
  });
  const own = named.data?.filter(({ id }) => chosen.includes(id)) ?? [];
  // What stands in the field of one that is chosen is its name, and no search.
  const isSearched = !own.some(({ name }) => name === q);
  const found = useQuery({
    queryKey: ["picked", kind, isSearched ? q : ""],
    queryFn: ({ signal }) => pickedRecords[kind].find(isSearched ? q : "", shown, signal),
    placeholderData: keepPreviousData,
  });
  const others = (found.data ?? []).filter(
    ({ id }) => !without.includes(id) && !own.some((one) => one.id === id),
  );
  return {
    data: [...own, ...others].map(({ id, name }) => ({ value: String(id), label: name })),
    nothing: t(found.isError ? "edit.pickFailed" : q === "" ? "edit.pickNone" : "edit.pickNothing"),
    search: setTyped,
  };
}
