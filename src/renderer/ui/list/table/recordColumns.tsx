import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { ListCount } from "./cells.tsx";
import type { Column, RowAt } from "./columns.ts";
import classes from "./cells.module.css";
import { NameCell } from "./textCells.tsx";

/** What its owner calls it, with signs before and behind it. */
export function nameColumn<Item extends { readonly name: string }>(
  t: TFunction,
  {
    track = "minmax(0, 1fr)",
    before,
    behind,
  }: {
    readonly track?: string;
    readonly before?: (item: Item) => ReactNode;
    readonly behind?: (item: Item, row: RowAt) => ReactNode;
  } = {},
): Column<Item> {
  return {
    name: "name",
    label: t("fields.recordName"),
    track,
    isFixed: true,
    narrow: "first",
    sort: { order: "name", first: "asc" },
    cell: (item, row) => (
      <NameCell text={item.name} row={row} before={before?.(item)}>
        {behind?.(item, row)}
      </NameCell>
    ),
  };
}

/** How many links are in it. */
export function linksColumn<Item>(t: TFunction, countOf: (item: Item) => number): Column<Item> {
  return {
    name: "links",
    label: t("fields.links"),
    track: "96px",
    isNumeric: true,
    sort: { order: "links", first: "desc" },
    cell: (item, row) => (
      <ListCount value={countOf(item)} row={row} inWords={(of) => row.t("links.count", of)} />
    ),
  };
}

/** How often its links were followed. */
export function clicksColumn<Item extends { readonly clicks: number }>(t: TFunction): Column<Item> {
  return {
    name: "clicks",
    label: t("fields.clicks"),
    track: "112px",
    isNumeric: true,
    narrow: "end",
    sort: { order: "clicks", first: "desc" },
    cell: ({ clicks }, row) => (
      <ListCount value={clicks} row={row} inWords={(of) => row.t("links.clicksOf", of)} />
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
          {row.t("links.count", row.format.counted(item.links))}
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
      <span className="truncate soft" title={row.format.moment(date)}>
        {row.format.day(date)}
      </span>
    ),
  };
}

/** Which of some kinds it is, in words. */
export function kindColumn<Item>(
  t: TFunction,
  content: (item: Item, row: RowAt) => ReactNode,
  track: string,
): Column<Item> {
  return {
    name: "type",
    label: t("fields.kind"),
    track,
    narrow: "second",
    sort: { order: "type", first: "asc" },
    cell: (item, row) => <span className="truncate soft">{content(item, row)}</span>,
  };
}
