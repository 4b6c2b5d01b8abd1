import { Button, Popover } from "@mantine/core";
import IconFilter from "@iconify-json/tabler/icons/filter";
import IconX from "@iconify-json/tabler/icons/x";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { partAhead } from "../../../i18n/lazyPart.ts";
import { useI18n } from "../../../i18n/PreferencesProvider.tsx";
import { FindMenu } from "../../inputs/FindMenu.tsx";
import { isBidiMixed } from "../../address/isBidiMixed.ts";
import { useShortcuts } from "../../../app/frame/shortcuts.ts";
import classes from "./FilterBar.module.css";
import type { FilterPart } from "./FilterEditor.tsx";
import {
  type FilterField,
  filterLabel,
  findFilters,
  valueLabel,
  type SetFilter,
  setFilters,
} from "./filters.ts";

const FilterEditor = partAhead(async () => (await import("./FilterEditor.tsx")).FilterEditor);

/** The filters of a list as chips: field, operator and value, each opens; and it comes off. */
export function FilterBar({
  fields,
  filter,
  change,
  clear,
}: {
  readonly fields: readonly FilterField[];
  readonly filter: Readonly<Record<string, string>>;
  /** "" takes a filter off. */
  readonly change: (params: Readonly<Record<string, string>>) => void;
  readonly clear: () => void;
}) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState<FilterField | null>(null);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const set = setFilters(fields, filter);
  useShortcuts({ f: () => setMenuOpen(true) });
  const take = (found: string) => {
    setMenuOpen(false);
    const params = new URLSearchParams(found);
    const field = fields.find(({ name }) => name === params.get("field"));
    if (field === undefined) change(Object.fromEntries(params));
    else setAdding(field);
  };
  const button = (
    <Button
      size="xs"
      leftSection={<IconFilter size={14} aria-hidden="true" />}
      rightSection={<kbd className="key">F</kbd>}
      aria-keyshortcuts="F"
      aria-expanded={isMenuOpen}
      onClick={() => setMenuOpen((before) => !before)}
    >
      {t("list.filter")}
    </Button>
  );
  return (
    <div role="group" aria-label={t("list.filters")} className={classes.bar}>
      <Popover
        opened={adding !== null}
        onChange={(isOpen) => !isOpen && setAdding(null)}
        trapFocus
        returnFocus
        withRoles={false}
        position="bottom-start"
      >
        <Popover.Target>
          <span>
            {isMenuOpen ? (
              <FindMenu
                target={button}
                label={t("list.filter")}
                placeholder={t("list.findFilter")}
                nothing={t("list.noFilter")}
                find={(typed) => findFilters(fields, filter, typed)}
                choose={take}
                close={() => setMenuOpen(false)}
              />
            ) : (
              button
            )}
          </span>
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label={t("list.filter")}>
          {adding !== null && (
            <Suspense fallback={null}>
              <FilterEditor
                fields={fields}
                filter={filter}
                field={adding}
                set={null}
                first="value"
                choose={(next) => {
                  setAdding(null);
                  change(next);
                }}
              />
            </Suspense>
          )}
        </Popover.Dropdown>
      </Popover>
      {set.map((one) => (
        <FilterChip
          key={one.operator.param}
          set={one}
          fields={fields}
          filter={filter}
          change={change}
        />
      ))}
      {set.length > 0 && (
        <Button size="xs" variant="subtle" onClick={clear}>
          {t("list.clearFilters")}
        </Button>
      )}
    </div>
  );
}

function FilterChip({
  set,
  fields,
  filter,
  change,
}: {
  readonly set: SetFilter;
  readonly fields: readonly FilterField[];
  readonly filter: Readonly<Record<string, string>>;
  readonly change: (params: Readonly<Record<string, string>>) => void;
}) {
  const { t, format } = useI18n();
  const [opened, setOpened] = useState<FilterPart | null>(null);
  const { field, operator } = set;
  const label = filterLabel(set, format);
  const value = valueLabel(set, format);
  const parts: readonly (readonly [FilterPart, string])[] = [
    ["field", field.label],
    ["operator", operator.label],
    ["value", value],
  ];
  return (
    <Popover
      opened={opened !== null}
      onChange={(isOpen) => !isOpen && setOpened(null)}
      trapFocus
      returnFocus
      withRoles={false}
      position="bottom-start"
    >
      <Popover.Target>
        <span role="group" aria-label={label} className={classes.chip}>
          {parts
            .filter(([, text]) => text !== "")
            .map(([part, text]) => (
              <button
                key={part}
                type="button"
                className={classes.part}
                data-part={part}
                title={label}
                onClick={() => setOpened(opened === part ? null : part)}
              >
                <bdi className="truncate" data-mixed={isBidiMixed(text)}>
                  {text}
                </bdi>
              </button>
            ))}
          <button
            type="button"
            className={classes.off}
            aria-label={t("list.takeOff", { filter: label })}
            onClick={() => change({ [operator.param]: "" })}
          >
            <IconX size={14} aria-hidden="true" />
          </button>
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label}>
        {opened !== null && (
          <Suspense fallback={null}>
            <FilterEditor
              fields={fields}
              filter={filter}
              field={field}
              set={set}
              first={opened}
              choose={(next) => {
                setOpened(null);
                change({ [operator.param]: "", ...next });
              }}
            />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
