import type { TFunction } from "i18next";
import { ListCount } from "./cells.tsx";
import type { Column } from "./columns.ts";
import type { FilterField } from "./filters.ts";
import classes from "./recordColumns.module.css";

/** What its owner calls it. */
export function nameColumn<Item extends { readonly name: string }>(t: TFunction): Column<Item> {
  return {
    name: "name",
    label: t("fields.recordName"),
    track: "minmax(0, 1fr)",
    isFixed: true,
    narrow: "first",
    sort: { order: "name", first: "asc" },
    cell: ({ name }, row) => (
      <bdi className={classes.name} title={name}>
        {row.mark(name)}
      </bdi>
    ),
  };
}

/** How many links use it, and the way to them. */
export function usedColumn<Item extends { readonly links: number }>(
  t: TFunction,
  filterOf: (item: Item) => Readonly<Record<string, string>>,
): Column<Item> {
  return {
    name: "links",
    label: t("fields.usedBy"),
    track: "112px",
    isNumeric: true,
    narrow: "end",
    sort: { order: "links", first: "desc" },
    cell: (item, row) =>
      item.links === 0 ? (
        <ListCount value={0} row={row} />
      ) : (
        <a
          className={classes.link}
          tabIndex={row.tabIndex}
          href={`#/links?${new URLSearchParams({ ...filterOf(item), archived: "all" }).toString()}`}
        >
          {row.t("links.count", { count: item.links, formatted: row.format.number(item.links) })}
        </a>
      ),
  };
}

export function madeColumn<Item extends { readonly date: string }>(t: TFunction): Column<Item> {
  return {
    name: "date",
    label: t("fields.date"),
    track: "104px",
    from: 560,
    sort: { order: "date", first: "desc" },
    cell: ({ date }, row) => (
      <span className={classes.soft} title={row.format.moment(date)}>
        {row.format.day(date)}
      </span>
    ),
  };
}

/** Those that no link uses, and those that some do. */
export function unusedFilter(t: TFunction): FilterField {
  return {
    name: "unused",
    label: t("fields.usedBy"),
    operators: [
      { param: "unused", label: t("fields.unused"), values: { kind: "fixed", value: "true" } },
      { param: "unused", label: t("fields.used"), values: { kind: "fixed", value: "false" } },
    ],
  };
}

/** Which of some kinds it is, in words. */
export function kindColumn<Item>(
  t: TFunction,
  said: (item: Item) => string,
  track: string,
): Column<Item> {
  return {
    name: "type",
    label: t("fields.kind"),
    track,
    narrow: "second",
    sort: { order: "type", first: "asc" },
    cell: (item) => <span className={classes.soft}>{said(item)}</span>,
  };
}
