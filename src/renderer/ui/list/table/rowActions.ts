import type { OutlineIcon } from "../../../theme/outlineIcon.tsx";

export type ActionKey = "E" | "Q" | "T" | "A" | "Delete";

/** What can be done with one record of a list. */
export interface RowAction<Item> {
  readonly name: string;
  readonly label: string;
  /** The same with what it is done to: "Edit spring". */
  readonly named: (name: string) => string;
  readonly Icon: OutlineIcon;
  readonly key?: ActionKey;
  /** Whether it is a button of the row under the pointer, not in the menu alone. */
  readonly inRow?: boolean;
  readonly isDanger?: boolean;
  readonly isFor?: (item: Item) => boolean;
  readonly run?: (item: Item) => void;
  /** Leads somewhere instead, in a tab of its own. */
  readonly href?: (item: Item) => string;
}

export function isForItem<Item>({ isFor }: RowAction<Item>, item: Item): boolean {
  return isFor?.(item) ?? true;
}

/** The action of a key, by the key's place, so that every keyboard layout has it. */
export function hasKey(
  { key }: { readonly key?: ActionKey },
  event: { readonly key: string; readonly code: string },
): boolean {
  if (key === undefined) return false;
  return key === "Delete" ? event.key === "Delete" : event.code === `Key${key}`;
}
