import IconChartLine from "@iconify-json/tabler/icons/chart-line";
import IconLink from "@iconify-json/tabler/icons/link";
import IconPencil from "@iconify-json/tabler/icons/pencil";
import IconTrash from "@iconify-json/tabler/icons/trash";
import type { TFunction } from "i18next";
import type { NavigateFunction } from "react-router";
import type { BulkAction } from "./bulk/BulkBar.tsx";
import type { RowAction } from "./table/rowActions.ts";

export function editAction<Item>(t: TFunction, run: (item: Item) => void): RowAction<Item> {
  return {
    name: "edit",
    label: t("common.edit"),
    named: (name) => t("common.editNamed", { name }),
    Icon: IconPencil,
    key: "E",
    inRow: true,
    run,
  };
}

export function deleteAction<Item>(t: TFunction, run: (item: Item) => void): RowAction<Item> {
  return {
    name: "delete",
    label: t("common.delete"),
    named: (name) => t("common.deleteNamed", { name }),
    Icon: IconTrash,
    key: "Delete",
    isDanger: true,
    run,
  };
}

export function deleteManyAction(t: TFunction, run: BulkAction["run"]): BulkAction {
  return {
    name: "delete",
    label: t("common.delete"),
    Icon: IconTrash,
    key: "Delete",
    isDanger: true,
    run,
  };
}

/** A parameter of lists of links and of statistics that stands for a record. */
type FilterOf<Item> = (item: Item) => Readonly<Record<string, string>>;

/** To the links that belong to it. */
export function linksAction<Item>(
  t: TFunction,
  navigate: NavigateFunction,
  filterOf: FilterOf<Item>,
): RowAction<Item> {
  return {
    name: "links",
    label: t("list.showLinks"),
    named: (name) => t("list.showLinksNamed", { name }),
    Icon: IconLink,
    inRow: true,
    run: (item) => void navigate(`/links?${new URLSearchParams(filterOf(item)).toString()}`),
  };
}

/** To the numbers of those links. */
export function statisticsAction<Item>(
  t: TFunction,
  navigate: NavigateFunction,
  filterOf: FilterOf<Item>,
): RowAction<Item> {
  return {
    name: "statistics",
    label: t("list.statistics"),
    named: (name) => t("list.statisticsNamed", { name }),
    Icon: IconChartLine,
    run: (item) => void navigate(`/statistics?${new URLSearchParams(filterOf(item)).toString()}`),
  };
}
