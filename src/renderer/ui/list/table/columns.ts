import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { keepItem, objectIn, readItem } from "../../../i18n/browserStore.ts";
import type { Format } from "../../../i18n/format.ts";

/** What a cell may need beside its record. */
export interface RowAt {
  readonly t: TFunction;
  readonly format: Format;
  /** The account's wall clock, to the minute. */
  readonly now: string;
  /** Of what can be pressed in the row. */
  readonly tabIndex: 0 | -1;
  readonly isNarrow: boolean;
  /** Whether its own address was copied just now. */
  readonly isCopied: boolean;
  readonly copy: (text: string) => void;
  /** Marks what the search found. */
  readonly mark: (text: string) => ReactNode;
}

export interface Column<Item> {
  readonly name: string;
  readonly label: string;
  /** Of the grid: "minmax(0, 2fr)", "120px". */
  readonly track: string;
  /** Plain elements, without hooks: rows are made while scrolling. */
  readonly cell: (item: Item, row: RowAt) => ReactNode;
  /** The order of the service, and the direction that is the order's own. */
  readonly sort?: { readonly order: string; readonly first: "asc" | "desc" };
  /** Units under units in both directions: digits run left to right everywhere. */
  readonly isNumeric?: boolean;
  readonly isFixed?: boolean;
  /** There only when it is chosen. */
  readonly isExtra?: boolean;
  /** Pixels of the list from which it is there without being chosen. */
  readonly from?: number;
  /** Its place where the list is narrow; absent: it isn't there. */
  readonly narrow?: "first" | "second" | "end";
}

/** Columns that its user showed or hid, by name. */
export type ChosenColumns = Readonly<Record<string, boolean>>;

export function isShown<Item>(
  { name, isFixed = false, isExtra = false, from = 0 }: Column<Item>,
  chosen: ChosenColumns,
  width: number,
): boolean {
  if (isFixed) return true;
  return chosen[name] ?? (!isExtra && width >= from);
}

function placeOf(key: string): string {
  return `columns.${key}`;
}

export function loadColumns(key: string): ChosenColumns {
  return Object.fromEntries(
    Object.entries(objectIn(readItem(placeOf(key)))).filter(
      (entry): entry is [string, boolean] => typeof entry[1] === "boolean",
    ),
  );
}

export function saveColumns(key: string, chosen: ChosenColumns): void {
  keepItem(placeOf(key), Object.keys(chosen).length === 0 ? null : JSON.stringify(chosen));
}
