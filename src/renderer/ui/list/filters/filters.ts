import type { ReactNode } from "react";

export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

/** What can stand behind an operator. */
export type FilterValues =
  | { readonly kind: "text" }
  | { readonly kind: "number" }
  | { readonly kind: "day" }
  | { readonly kind: "choice"; readonly options: readonly FilterOption[] }
  /** The operator says it all. */
  | { readonly kind: "fixed"; readonly value: string }
  | {
      readonly kind: "own";
      readonly field: (value: string, choose: (value: string) => void) => ReactNode;
    };

export interface FilterOperator {
  /** Its parameter, in the address and for the operation. */
  readonly param: string;
  /** "is", "≥", "before". */
  readonly label: string;
  readonly values: FilterValues;
  /** A value in words, where it isn't the words itself. */
  readonly formatValue?: (value: string) => string;
}

/** Something that a list is filtered by. */
export interface FilterField {
  readonly name: string;
  readonly label: string;
  readonly operators: readonly FilterOperator[];
}

/** A filter that holds: a chip. */
export interface SetFilter {
  readonly field: FilterField;
  readonly operator: FilterOperator;
  readonly value: string;
}

type Filter = Readonly<Record<string, string>>;

export function paramsOf(fields: readonly FilterField[]): readonly string[] {
  return [...new Set(fields.flatMap(({ operators }) => operators.map(({ param }) => param)))];
}

/** In the order in which they are offered. */
export function setFilters(fields: readonly FilterField[], filter: Filter): readonly SetFilter[] {
  return fields.flatMap((field) => {
    const params = paramsOf([field]);
    return params.flatMap((param) => {
      const value = filter[param];
      if (value === undefined) return [];
      const ofParam = field.operators.filter((operator) => operator.param === param);
      const operator =
        ofParam.find(({ values }) => values.kind === "fixed" && values.value === value) ??
        ofParam.find(({ values }) => values.kind !== "fixed");
      return operator === undefined ? [] : [{ field, operator, value }];
    });
  });
}

/** Fields that a filter can still be added of. */
export function freeFields(fields: readonly FilterField[], filter: Filter): readonly FilterField[] {
  return fields.filter((field) => paramsOf([field]).some((param) => filter[param] === undefined));
}

/** A filter to add, as the menu of filters finds it. */
interface FoundFilter {
  /** Parameters of the address; `field` alone: its value is still to be chosen. */
  readonly value: string;
  readonly label: string;
  /** The field that a value is of. */
  readonly of?: string;
}

/** Filters that can be added: by the names of fields, and by the values they can have. */
export function findFilters(
  fields: readonly FilterField[],
  filter: Filter,
  typed: string,
): readonly FoundFilter[] {
  const sought = typed.toLocaleLowerCase();
  const rankOf = (label: string) => {
    const name = label.toLocaleLowerCase();
    return name.startsWith(sought) ? 0 : Number(!name.includes(sought)) + 1;
  };
  const free = freeFields(fields, filter);
  const named = free.map(({ name, label }) => ({ value: `field=${name}`, label }));
  if (sought === "") return named;
  const valued = free.flatMap(({ label: of, operators }) =>
    operators
      .filter(({ param }) => filter[param] === undefined)
      .flatMap(({ param, label: operator, values }) => {
        const options =
          values.kind === "choice"
            ? values.options
            : values.kind === "fixed"
              ? [{ value: values.value, label: operator }]
              : [];
        return options.map(({ value, label }) => ({
          value: new URLSearchParams({ [param]: value }).toString(),
          label,
          of,
        }));
      }),
  );
  return [...valued, ...named]
    .map((one) => ({ one, rank: rankOf(one.label) }))
    .filter(({ rank }) => rank < 2)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ one }) => one);
}

/** Texts of any direction keep theirs inside a sentence. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** A value in words; "" where the operator says it all. */
export function valueLabel(
  { operator, value }: Pick<SetFilter, "operator" | "value">,
  format: { readonly number: (value: number) => string; readonly day: (at: string) => string },
): string {
  const { values, formatValue } = operator;
  if (values.kind === "fixed") return "";
  if (formatValue !== undefined) return formatValue(value);
  if (values.kind === "choice")
    return isolated(values.options.find((option) => option.value === value)?.label ?? value);
  if (values.kind === "number") return format.number(Number(value));
  if (values.kind === "day" && /^\d{4}-\d{2}-\d{2}$/.test(value))
    return format.day(`${value} 00:00:00`);
  return isolated(value);
}

export function filterLabel(
  set: SetFilter,
  format: { readonly number: (value: number) => string; readonly day: (at: string) => string },
): string {
  return [set.field.label, set.operator.label, valueLabel(set, format)]
    .filter((part) => part !== "")
    .join(" ");
}
