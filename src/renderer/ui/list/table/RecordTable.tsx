import IconArrowDown from "@iconify-json/tabler/icons/arrow-down";
import IconArrowUp from "@iconify-json/tabler/icons/arrow-up";
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { useI18n, usePreferences } from "../../../i18n/PreferencesProvider.tsx";
import { useMinute } from "../../../app/client/queries.ts";
import { useCopy, useCopyAddress } from "../../address/clipboard.tsx";
import { QueryFailure } from "../../messages/FailureNotice.tsx";
import { isSwitchedOff } from "../../../app/frame/shortcuts.ts";
import type { BulkAction } from "../bulk/BulkBar.tsx";
import type { Column } from "./columns.ts";
import { useLatest } from "../useLatest.ts";
import { useListPlace } from "../listRestore.ts";
import { createMark } from "./marks.tsx";
import { type ListSearch, type RecordId, type RecordSource, searchKey } from "../recordSource.ts";
import { RecordRow, type RowKit } from "./RecordRow.tsx";
import { hasKey, isForItem, type RowAction } from "./rowActions.ts";
import { type MenuPlace, type OpenMenu, RowMenu } from "./RowMenu.tsx";
import { useRowWindow } from "./rowWindow.ts";
import type { Selection } from "./selection.ts";
import { usePages } from "../useListQuery.ts";
import { directionOf, type SortChoice, type Sorting } from "./sorting.ts";
import classes from "./RecordTable.module.css";

export interface RecordTableHandle {
  /** Puts the keys on the first row. */
  enter(): void;
  /** Puts them where they were. */
  resume(): void;
  /** A key that came before the list had the keys. */
  press(event: globalThis.KeyboardEvent): void;
}

interface Props<Item> {
  readonly source: RecordSource<Item>;
  readonly label: string;
  readonly search: ListSearch;
  readonly total: number;
  readonly openedAt: number;
  readonly columns: readonly Column<Item>[];
  readonly idOf: (item: Item) => RecordId;
  readonly nameOf: (item: Item) => string;
  readonly open: (item: Item) => void;
  readonly actions: readonly RowAction<Item>[];
  readonly isTall: boolean;
  readonly bulk: readonly BulkAction[];
  readonly copyOf: ((item: Item) => string) | undefined;
  readonly sorting: Sorting;
  readonly selection: Selection;
  readonly isNarrow: boolean;
  readonly run: (action: BulkAction) => void;
  readonly lines: Lines<Item> | undefined;
  readonly ref: Ref<RecordTableHandle>;
}

/** Rows of two lines, without headings. */
export interface Lines<Item> {
  /** What stands for a row before its name, below its checkbox. */
  readonly tile: (item: Item) => ReactNode;
  /** What else they are sorted by. */
  readonly sorts: readonly SortChoice[];
  /** Shows one beside the list, whenever another row is chosen; undefined: there is no room. */
  readonly inspect: ((item: Item) => void) | undefined;
  /** Which one is shown there. */
  readonly inspected: RecordId | null;
}

/** Pixels of a row, as theme/tokens.css has them. */
const rowHeights = { comfortable: 40, compact: 32 };
const tallHeights = { comfortable: 58, compact: 32 };
const lineHeights = { comfortable: 58, compact: 50 };
const narrowRowHeight = 64;

/** Milliseconds after scrolling in which rows that pass under a resting pointer don't answer. */
const scrollRest = 150;

const noActions: readonly never[] = [];

/** Only the rows in view exist, and only the pages they are on are asked for. */
export function RecordTable<Item>(props: Props<Item>) {
  const { source, label, search, total, columns, idOf, nameOf, actions, bulk, selection } = props;
  const { isNarrow, sorting, copyOf, lines, isTall } = props;
  const { t, format } = useI18n();
  const { density } = usePreferences().preferences;
  const now = useMinute();
  const scroller = useRef<HTMLDivElement>(null);
  const scrolledAt = useRef(0);
  const [active, setActive] = useState(0);
  const [pointed, setPointed] = useState<number | null>(null);
  const [menu, setMenu] = useState<OpenMenu<Item> | null>(null);
  const { copied, copy } = useCopied();
  const rowHeight = isNarrow
    ? narrowRowHeight
    : (lines !== undefined ? lineHeights : isTall ? tallHeights : rowHeights)[density];
  const { rows, fitting, reveal } = useRowWindow({
    scroller,
    count: total,
    rowHeight,
    pinned: active,
  });
  // Addresses that were typed are all one entry of the history: the list's name tells them apart.
  const of = `${source.key} ${searchKey(search)}`;
  useListPlace({ scroller, of, isFilled: total > 0, active, setActive });

  const { itemAt, failed } = usePages(source, search, idOf, rows, props.openedAt);

  const canSelect = bulk.length > 0;
  const [isToInspect, setToInspect] = useState(false);
  const activeItem = itemAt(active);
  useEffect(() => {
    if (!isToInspect || activeItem === undefined) return;
    setToInspect(false);
    lines?.inspect?.(activeItem);
  }, [isToInspect, activeItem, lines]);
  const choose = (index: number) => {
    const next = Math.max(0, Math.min(total - 1, index));
    setActive(next);
    reveal(next);
    setToInspect(true);
  };
  const openMenu = useCallback((item: Item, place: MenuPlace) => setMenu({ item, place }), []);
  const open = useLatest(props.open);
  const inspect = useLatest(lines?.inspect);
  const copyText = useLatest(copy);
  const mark = useMemo(() => createMark(search.q), [search.q]);
  const hasLines = lines !== undefined;
  const tile = lines?.tile;
  const shownActions = actions.length === 0 ? noActions : actions;
  const kit = useMemo<RowKit<Item>>(
    () => ({
      columns,
      actions: shownActions,
      canSelect,
      idOf,
      nameOf,
      t,
      format,
      now,
      isNarrow,
      mark,
      copy: (text) => copyText.current(text),
      choose: setActive,
      select: selection.row,
      open: (item) => open.current(item),
      click: hasLines ? (item) => (inspect.current ?? open.current)(item) : null,
      tile,
      openMenu,
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- idOf and nameOf say the same of an item at any time
    [
      columns,
      shownActions,
      canSelect,
      t,
      format,
      now,
      isNarrow,
      mark,
      selection.row,
      open,
      inspect,
      hasLines,
      tile,
      copyText,
      openMenu,
    ],
  );
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    // Keys on a button inside a row are the button's own.
    if (event.target !== event.currentTarget || event.altKey || isSwitchedOff(event)) return;
    if (pressed(event)) event.preventDefault();
  };
  /** Arrows choose a row, with Shift they select; Enter and the keys of the actions act. */
  const pressed = (event: {
    readonly key: string;
    readonly code: string;
    readonly shiftKey: boolean;
    readonly ctrlKey: boolean;
    readonly metaKey: boolean;
  }): boolean => {
    const pageRows = Math.max(1, fitting - 2);
    const move: Partial<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + pageRows,
      PageUp: active - pageRows,
      Home: 0,
      End: total - 1,
    };
    const next = move[event.key];
    const isWithControl = event.ctrlKey || event.metaKey;
    if (next !== undefined) {
      if (event.shiftKey && canSelect) {
        if (selection.count === 0) selection.beginAt(active);
        selection.row.extendTo(Math.max(0, Math.min(total - 1, next)));
      }
      choose(next);
      return true;
    }
    if (isWithControl && event.code === "KeyA" && canSelect) {
      selection.selectAll();
      return true;
    }
    if (event.key === "Escape" && selection.count > 0) {
      selection.clear();
      return true;
    }
    const ofMany =
      isWithControl || selection.count === 0
        ? undefined
        : bulk.find((action) => hasKey(action, event));
    if (ofMany !== undefined) {
      props.run(ofMany);
      return true;
    }
    const item = itemAt(active);
    if (item === undefined) return false;
    if (isWithControl) {
      if (event.code !== "KeyC" || copyOf === undefined || String(getSelection()) !== "")
        return false;
      copy(copyOf(item));
      return true;
    }
    if (event.key === " " && canSelect) selection.row.toggle(idOf(item), active);
    else if (event.key === "Enter") props.open(item);
    else {
      const action = actions.find((one) => hasKey(one, event) && isForItem(one, item));
      if (action?.run === undefined) return false;
      action.run(item);
    }
    return true;
  };
  useImperativeHandle(props.ref, () => ({
    enter() {
      choose(0);
      scroller.current?.focus();
    },
    resume() {
      reveal(active);
      scroller.current?.focus();
    },
    press(event) {
      const hasKeys = scroller.current?.contains(document.activeElement) === true;
      reveal(active);
      scroller.current?.focus();
      // Nobody has seen yet which row it would be: it is shown, and the next press is for it.
      const isHarmless = event.code === "KeyE" || event.code === "KeyQ";
      if (hasKeys || isHarmless || selection.count > 0) pressed(event);
    },
  }));
  const point = (event: PointerEvent) => {
    if (event.timeStamp - scrolledAt.current < scrollRest) return;
    const row = event.target instanceof Element ? event.target.closest("[data-row]") : null;
    setPointed(row === null ? null : Number(row.getAttribute("data-row")));
  };
  useEffect(() => {
    // Removing the last row takes the keys to the one that is the last now.
    if (active >= total && total > 0) setActive(total - 1);
  }, [active, total]);

  const tracks = [
    ...(canSelect ? [hasLines ? "34px" : "16px"] : []),
    ...columns.map(({ track }) => track),
    // In lines they lie over the last column.
    ...(actions.length > 0 && !hasLines ? [`${actionsWidth(actions)}px`] : []),
  ].join(" ");
  const shape: CSSProperties & Record<`--${string}`, string> = {
    "--tracks": tracks,
    "--row": `${rowHeight}px`,
  };
  const rowId = (index: number) => `${source.key}-row-${index}`;
  return (
    <div className={classes.frame}>
      {failed !== undefined && <QueryFailure of={failed} />}
      <div
        ref={scroller}
        className={classes.scroller}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-multiselectable={canSelect || undefined}
        aria-rowcount={total + 1}
        data-narrow={isNarrow || undefined}
        data-select={canSelect || undefined}
        data-lines={hasLines || undefined}
        data-selecting={selection.count > 0 || undefined}
        aria-activedescendant={total > 0 ? rowId(active) : undefined}
        onKeyDown={keys}
        onScroll={(event) => {
          scrolledAt.current = event.timeStamp;
        }}
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
        data-testid={`${source.key}-table`}
        style={shape}
      >
        <Header
          columns={columns}
          sorting={sorting}
          selection={canSelect ? selection : null}
          hasActions={actions.length > 0}
          isHidden={isNarrow || hasLines}
        />
        <div role="rowgroup" className={classes.body} style={{ height: total * rowHeight }}>
          {rows.map((index) => {
            const item = itemAt(index);
            return (
              <RecordRow
                key={index}
                kit={kit}
                id={rowId(index)}
                index={index}
                item={item}
                top={index * rowHeight}
                isActive={index === active}
                isInspected={item !== undefined && idOf(item) === lines?.inspected}
                isSelected={item === undefined ? selection.isAll : selection.has(idOf(item))}
                isAtHand={index === active || index === pointed}
                isCopied={copied !== null && item !== undefined && copyOf?.(item) === copied}
              />
            );
          })}
        </div>
      </div>
      {menu !== null && (
        <RowMenu
          opened={menu}
          close={() => setMenu(null)}
          actions={actions}
          name={nameOf(menu.item)}
        />
      )}
    </div>
  );
}

/** Pixels that the buttons of a row need. */
function actionsWidth<Item>(actions: readonly RowAction<Item>[]): number {
  const shown = actions.filter(({ inRow = false }) => inRow).length;
  const hasMenu = shown < actions.length;
  return (shown + (hasMenu ? 1 : 0)) * 32 + 4;
}

/** Addresses go to others: where they can't travel it is said. */
function useCopied() {
  const { copied, copyAddress } = useCopyAddress();
  const { copy } = useCopy();
  return {
    copied,
    copy: (text: string) => {
      if (/^https?:\/\//i.test(text)) void copyAddress(text);
      else void copy(text);
    },
  };
}

function Header<Item>({
  columns,
  sorting,
  selection,
  hasActions,
  isHidden,
}: {
  readonly columns: readonly Column<Item>[];
  readonly sorting: Sorting;
  readonly selection: Selection | null;
  readonly hasActions: boolean;
  /** Whether it is there for screen readers alone. */
  readonly isHidden: boolean;
}) {
  const { t } = useTranslation();
  return (
    <div role="rowgroup" className={classes.header} data-sticky>
      <div role="row" aria-rowindex={1} className={classes.row}>
        {selection !== null && !isHidden && (
          <span role="columnheader" className={classes.check}>
            <input
              type="checkbox"
              className="rowCheck"
              aria-label={t("list.selectEvery")}
              checked={selection.isAll}
              ref={(box) => {
                if (box !== null) box.indeterminate = !selection.isAll && selection.count > 0;
              }}
              onChange={selection.isAll ? selection.clear : selection.selectAll}
            />
          </span>
        )}
        {columns.map((column) => (
          <ColumnHeader key={column.name} column={column} sorting={sorting} isPlain={isHidden} />
        ))}
        {hasActions && (
          <span role="columnheader">
            <span className="visuallyHidden">{t("list.actions")}</span>
          </span>
        )}
      </div>
    </div>
  );
}

function ColumnHeader<Item>({
  column: { label, sort, isNumeric = false },
  sorting,
  isPlain,
}: {
  readonly column: Column<Item>;
  readonly sorting: Sorting;
  readonly isPlain: boolean;
}) {
  const { t } = useTranslation();
  const place = isNumeric ? classes.numeric : undefined;
  if (sort === undefined || isPlain)
    return (
      <span role="columnheader" className={place}>
        {label}
      </span>
    );
  const direction = directionOf(sorting, sort);
  const Arrow = direction === "asc" ? IconArrowUp : IconArrowDown;
  return (
    <span
      role="columnheader"
      aria-sort={direction === null ? "none" : direction === "asc" ? "ascending" : "descending"}
      className={place}
    >
      <button
        type="button"
        className={classes.sort}
        aria-label={t("list.sortBy", { column: label })}
        onClick={() => sorting.choose(sort)}
      >
        {label}
        {direction !== null && <Arrow size={12} aria-hidden="true" />}
      </button>
    </span>
  );
}
