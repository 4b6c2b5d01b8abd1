import type { TFunction } from "i18next";
import { memo, type ReactNode } from "react";
import type { Format } from "../../../i18n/format.ts";
import { Dots } from "./cells.tsx";
import type { Column, RowAt } from "./columns.ts";
import type { RecordId } from "../recordSource.ts";
import { isForItem, type RowAction } from "./rowActions.ts";
import { RowButtons } from "./RowButtons.tsx";
import { type MenuPlace, placeOf } from "./RowMenu.tsx";
import type { RowSelection } from "./selection.ts";
import classes from "./RecordTable.module.css";

/** What all rows of a list share; the same object until something of it changes. */
export interface RowKit<Item> {
  readonly columns: readonly Column<Item>[];
  readonly actions: readonly RowAction<Item>[];
  readonly canSelect: boolean;
  readonly idOf: (item: Item) => RecordId;
  readonly nameOf: (item: Item) => string;
  readonly t: TFunction;
  readonly format: Format;
  readonly now: string;
  readonly isNarrow: boolean;
  readonly copy: (text: string) => void;
  readonly mark: (text: string) => ReactNode;
  readonly choose: (index: number) => void;
  readonly select: RowSelection;
  readonly open: (item: Item) => void;
  /** What a click on a row does where it can be anywhere on it; null: it opens at its name alone. */
  readonly click: ((item: Item) => void) | null;
  /** What stands for a row before its name, below its checkbox. */
  readonly tile: ((item: Item) => ReactNode) | undefined;
  readonly openMenu: (item: Item, place: MenuPlace) => void;
}

export interface RecordRowProps<Item> {
  readonly kit: RowKit<Item>;
  readonly id: string;
  readonly index: number;
  /** undefined while its page is on the way. */
  readonly item: Item | undefined;
  /** Pixels from the top of the list. */
  readonly top: number;
  readonly isActive: boolean;
  readonly isInspected: boolean;
  readonly isSelected: boolean;
  /** Whether its actions are there: the pointer is on it, or the keys are. */
  readonly isAtHand: boolean;
  readonly isCopied: boolean;
}

/**
 * A row costs as little as its elements do: it has no hook and mounts no part of the library, and
 * it is drawn again only when something of its own changed.
 */
function PlainRow<Item>(row: RecordRowProps<Item>) {
  const { kit, id, index, item, top, isActive, isInspected, isSelected } = row;
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={index + 2}
      aria-selected={kit.canSelect ? isSelected : undefined}
      className={classes.row}
      data-row={index}
      data-active={isActive || undefined}
      data-inspected={isInspected || undefined}
      style={{ transform: `translateY(${top}px)` }}
      onClick={(event) => {
        kit.choose(index);
        if (item === undefined) return;
        const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey;
        if (isPlain && kit.click !== null) {
          if (!isOnControl(event.target) && !hasMarkedText()) kit.click(item);
        } else if (isPlain && isAtName(event.target) && !hasMarkedText()) {
          passOverSecondClick();
          kit.open(item);
        } else if (!kit.canSelect) return;
        else if (event.shiftKey) kit.select.extendTo(index);
        else if (event.ctrlKey || event.metaKey) kit.select.toggle(kit.idOf(item), index);
      }}
      onDoubleClick={({ target }) => {
        // At its name the first of the two clicks has opened it.
        const isOpened = kit.click === null ? isAtName(target) : isOnControl(target);
        if (item !== undefined && !isOpened) kit.open(item);
      }}
      onContextMenu={(event) => {
        if (item === undefined || kit.actions.length === 0 || hasMarkedText()) return;
        event.preventDefault();
        kit.choose(index);
        kit.openMenu(item, { left: event.clientX, top: event.clientY, size: 0 });
      }}
    >
      {item === undefined ? (
        <span role="gridcell" className={classes.waiting} />
      ) : kit.isNarrow ? (
        <NarrowCells row={row} item={item} />
      ) : (
        <WideCells row={row} item={item} />
      )}
    </div>
  );
}

/** Whether a click is on what a row is called, and not on a button there; in two lines all of them are. */
function isAtName(target: EventTarget): boolean {
  if (!(target instanceof Element) || isOnControl(target)) return false;
  return target.closest("[data-opens] bdi, [data-opens][data-narrow]") !== null;
}

function isOnControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("button, a, input") !== null;
}

/** Whether text was marked, which ends in a click, too. */
function hasMarkedText(): boolean {
  return window.getSelection()?.isCollapsed === false;
}

/** Whoever clicks twice meant the row, not what stands in its place by then: a dialog would close again. */
function passOverSecondClick(): void {
  const hear = (event: MouseEvent) => {
    if (event.detail > 1) event.stopPropagation();
  };
  window.addEventListener("click", hear, { capture: true, once: true });
}

/** Its own type again, which `memo` takes from what has a type of its own. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const RecordRow = memo(PlainRow) as unknown as typeof PlainRow;

interface Cells<Item> {
  readonly row: RecordRowProps<Item>;
  readonly item: Item;
}

function rowAt<Item>({ kit, isActive, isCopied }: RecordRowProps<Item>): RowAt {
  const { t, format, now, isNarrow, copy, mark } = kit;
  return { t, format, now, isNarrow, copy, mark, isCopied, tabIndex: isActive ? 0 : -1 };
}

function WideCells<Item>({ row, item }: Cells<Item>) {
  const { kit, isAtHand } = row;
  const at = rowAt(row);
  return (
    <>
      {kit.canSelect && <Check row={row} item={item} />}
      {kit.columns.map(({ name, cell, isNumeric }, place) => (
        <span
          key={name}
          role="gridcell"
          data-opens={place === 0 || undefined}
          className={isNumeric === true ? `${classes.cell} ${classes.numeric}` : classes.cell}
        >
          {cell(item, at)}
        </span>
      ))}
      {kit.actions.length > 0 && (
        <span role="gridcell" className={classes.actions}>
          {isAtHand && (
            <RowButtons
              item={item}
              name={kit.nameOf(item)}
              actions={kit.actions}
              tabIndex={at.tabIndex}
              openMenu={kit.openMenu}
              t={kit.t}
            />
          )}
        </span>
      )}
    </>
  );
}

/** Two lines: what it is, with its number; then what else there is to know. */
function NarrowCells<Item>({ row, item }: Cells<Item>) {
  const { kit } = row;
  const at = rowAt(row);
  const having = kit.actions.some((action) => isForItem(action, item));
  return (
    <>
      {kit.canSelect && <Check row={row} item={item} />}
      {(["first", "end", "second"] as const).map((place) => {
        const there = kit.columns.filter(({ narrow }) => narrow === place);
        if (there.length === 0) return null;
        return (
          <span
            key={place}
            role="gridcell"
            className={classes.cell}
            data-narrow={place}
            data-opens={place !== "end" || undefined}
          >
            {there.map(({ name, cell }) => (
              <span key={name} className={classes.part}>
                {cell(item, at)}
              </span>
            ))}
          </span>
        );
      })}
      {having && (
        <span role="gridcell" className={classes.actions}>
          <button
            type="button"
            className="quietButton"
            tabIndex={at.tabIndex}
            aria-haspopup="menu"
            aria-label={kit.t("list.actionsOf", { name: kit.nameOf(item) })}
            onClick={(event) => kit.openMenu(item, placeOf(event.currentTarget))}
          >
            <Dots />
          </button>
        </span>
      )}
    </>
  );
}

function Check<Item>({ row, item }: Cells<Item>) {
  const { kit, index, isActive, isSelected } = row;
  return (
    <span role="gridcell" className={classes.check}>
      {kit.tile?.(item)}
      <input
        type="checkbox"
        className="rowCheck"
        tabIndex={isActive ? 0 : -1}
        aria-label={kit.t("list.selectNamed", { name: kit.nameOf(item) })}
        checked={isSelected}
        onClick={(event) => event.stopPropagation()}
        onChange={(event) => {
          const { nativeEvent } = event;
          const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
          if (isRange) kit.select.extendTo(index);
          else kit.select.toggle(kit.idOf(item), index);
        }}
      />
    </span>
  );
}
