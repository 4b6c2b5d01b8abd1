import { Button, Menu } from "@mantine/core";
import IconArrowDown from "@iconify-json/tabler/icons/arrow-down";
import IconArrowUp from "@iconify-json/tabler/icons/arrow-up";
import IconColumns from "@iconify-json/tabler/icons/columns";
import IconSortDescending from "@iconify-json/tabler/icons/sort-descending";
import { useTranslation } from "react-i18next";
import type { ChosenColumns, Column } from "./columns.ts";
import { directionOf, type Sorting } from "./sorting.ts";

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

/** Where there is no room for headings: the same sorting as a menu. */
export function SortMenu<Item>({
  columns,
  sorting,
}: {
  readonly columns: readonly Column<Item>[];
  readonly sorting: Sorting;
}) {
  const { t } = useTranslation();
  const sortable = columns.filter(({ sort }) => sort !== undefined);
  if (sortable.length === 0) return null;
  return (
    <Menu position="bottom-end" returnFocus>
      <Menu.Target>
        <Button size="xs" leftSection={<IconSortDescending size={14} aria-hidden="true" />}>
          {t("list.sort")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {sortable.map(({ name, label, sort }) => {
          if (sort === undefined) return null;
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
