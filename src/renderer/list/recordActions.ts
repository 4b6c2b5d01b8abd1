import { IconPencil, IconTrash } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import type { RowAction } from "./rowActions.ts";

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
