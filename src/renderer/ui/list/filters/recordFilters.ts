import type { TFunction } from "i18next";
import type { FilterField, FilterOption } from "./filters.ts";

/** Those that no link uses, and those that some do. */
export function unusedFilter(t: TFunction): FilterField {
  return eitherFilter("unused", t("fields.usedBy"), [
    { value: "true", label: t("fields.unused") },
    { value: "false", label: t("fields.used") },
  ]);
}

/** One of two, each said by itself. */
export function eitherFilter(
  name: string,
  label: string,
  sides: readonly [FilterOption, FilterOption],
): FilterField {
  return {
    name,
    label,
    operators: sides.map((side) => ({
      param: name,
      label: side.label,
      values: { kind: "fixed", value: side.value },
    })),
  };
}

/** One of several. */
export function choiceFilter(
  t: TFunction,
  name: string,
  label: string,
  options: readonly FilterOption[],
): FilterField {
  return {
    name,
    label,
    operators: [{ param: name, label: t("fields.is"), values: { kind: "choice", options } }],
  };
}
