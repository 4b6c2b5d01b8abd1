import { Button, Menu } from "@mantine/core";
import IconArrowDown from "@iconify-json/tabler/icons/arrow-down";
import IconArrowUp from "@iconify-json/tabler/icons/arrow-up";
import IconColumns from "@iconify-json/tabler/icons/columns";
import IconSortDescending from "@iconify-json/tabler/icons/sort-descending";
import { useTranslation } from "react-i18next";
import type { ChosenColumns, Column } from "./columns.ts";
import { directionOf, type SortChoice, type Sorting } from "./sorting.ts";

/** Which columns there are; one that can't go isn't asked about. */
export function ColumnsMenu<Item>({
  columns,
  shown,
  chosen,
  choose,
}: {
  readonly columns: readonly Column<Item>[];
  readonly shown: readonly Column<Item>[];
  readonly chosen: ChosenColumns;
  readonly choose: (chosen: ChosenColumns) => void;
}) {
  const { t } = useTranslation();
  const free = columns.filter(({ isFixed = false }) => !isFixed);
  if (free.length === 0) return null;
  return (
    <Menu position="bottom-end" returnFocus closeOnItemClick={false}>
      <Menu.Target>
        <Button size="xs" leftSection={<IconColumns size={14} aria-hidden="true" />}>
          {t("list.columns")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {free.map((column) => {
          const isThere = shown.includes(column);
          return (
            <Menu.CheckboxItem
              key={column.name}
              checked={isThere}
              onChange={() => choose({ ...chosen, [column.name]: !isThere })}
            >
              {column.label}
            </Menu.CheckboxItem>
          );
        })}
        {Object.keys(chosen).length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => choose({})}>{t("list.usualColumns")}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Where there are no headings: the same sorting as a menu. */
export function SortMenu({
  choices,
  sorting,
  isNamed,
}: {
  readonly choices: readonly SortChoice[];
  readonly sorting: Sorting;
  /** Whether the button says what holds. */
  readonly isNamed: boolean;
}) {
  const { t } = useTranslation();
  if (choices.length === 0) return null;
  const present = choices.find(({ sort }) => directionOf(sorting, sort) !== null);
  return (
    <Menu position="bottom-end" returnFocus>
      <Menu.Target>
        <Button size="xs" leftSection={<IconSortDescending size={14} aria-hidden="true" />}>
          {isNamed && present !== undefined
            ? t("list.sortedBy", { column: present.label })
            : t("list.sort")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ name, label, sort }) => {
          const direction = directionOf(sorting, sort);
          const Arrow = direction === "asc" ? IconArrowUp : IconArrowDown;
          return (
            <Menu.CheckboxItem
              key={name}
              closeMenuOnClick
              checked={direction !== null}
              checkIcon={<Arrow size={14} aria-hidden="true" />}
              onChange={() => sorting.choose(sort)}
            >
              {label}
            </Menu.CheckboxItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
