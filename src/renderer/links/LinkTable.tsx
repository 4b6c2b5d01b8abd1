import { useMediaQuery } from "@mantine/hooks";
import { IconArrowDown } from "@tabler/icons-react";
import {
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useCallback,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import type { LinkListItem } from "../../contract/links.ts";
import { useFormat } from "../i18n/PreferencesProvider.tsx";
import { useListPlace } from "../list/listPlace.ts";
import { useRowWindow } from "../list/rowWindow.ts";
import { linksPerPage, useLinkPages, useMinute } from "../queries.ts";
import { useCopyAddress } from "../shell/clipboard.tsx";
import { FailureNotice } from "../shell/FailureNotice.tsx";
import { type LinkActions, useLinkActions } from "./linkActions.ts";
import type { BulkAction } from "./bulk.ts";
import { LinkRow, rowId } from "./LinkRow.tsx";
import { type LinkOrder, type LinkSearch, searchKey } from "./linkSearch.ts";
import type { Selection } from "./selection.ts";
import { LinkRowMenu, type OpenedMenu } from "./LinkRowActions.tsx";
import classes from "./LinkTable.module.css";

export interface LinkTableHandle {
  /** Puts the keys on the first row. */
  enter(): void;
  /** Puts them where they were. */
  resume(): void;
}

interface Props {
  readonly search: LinkSearch;
  readonly total: number;
  readonly sort: (order: LinkOrder) => void;
  readonly selection: Selection;
  /** Begins a change of what is selected, else of one link. */
  readonly start: (action: BulkAction, one: LinkListItem) => void;
  readonly hasTags: boolean;
  readonly ref: Ref<LinkTableHandle>;
}

/** Pixels of a row, as LinkTable.module.css draws it. */
const rowHeights = { wide: 40, narrow: 64 };

/** Milliseconds after scrolling in which rows that pass under a resting pointer don't answer. */
const scrollRest = 150;

/** Only the rows in view exist, and only the pages they are on are asked for. */
export function LinkTable({ search, total, sort, selection, start, hasTags, ref }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useMinute();
  const isNarrow = useMediaQuery("(max-width: 800px)", false, { getInitialValueInEffect: false });
  const scroller = useRef<HTMLDivElement>(null);
  const scrolledAt = useRef(0);
  const [active, setActive] = useState(0);
  const [pointed, setPointed] = useState<number | null>(null);
  const [menu, setMenu] = useState<OpenedMenu | null>(null);
  const { copied, copyAddress } = useCopyAddress();
  const actions = useLinkActions({
    copy: (link) => void copyAddress(link.shorturl),
    // Removing a link takes its buttons away: the keys stay with the list.
    removing: () => scroller.current?.focus(),
  });
  const rowHeight = isNarrow ? rowHeights.narrow : rowHeights.wide;
  const { rows, fitting, reveal } = useRowWindow({
    scroller,
    count: total,
    rowHeight,
    kept: active,
  });
  useListPlace({
    scroller,
    of: searchKey(search),
    isFilled: total > 0,
    active,
    setActive,
  });

  const pages = [...new Set(rows.map((index) => Math.floor(index / linksPerPage) + 1))];
  const answers = useLinkPages(search, pages);
  const linkAt = (index: number): LinkListItem | undefined => {
    const place = pages.indexOf(Math.floor(index / linksPerPage) + 1);
    return answers[place]?.data?.items[index % linksPerPage];
  };
  const isSelected = (link: LinkListItem | undefined) =>
    link === undefined ? selection.isAll : selection.has(link.id);
  const failed = answers.find(({ isError, data }) => isError && data === undefined);

  const choose = (index: number) => {
    const next = Math.max(0, Math.min(total - 1, index));
    setActive(next);
    reveal(next);
  };
  useImperativeHandle(ref, () => ({
    enter() {
      choose(0);
      scroller.current?.focus();
    },
    resume() {
      reveal(active);
      scroller.current?.focus();
    },
  }));
  const openMenu = useCallback((link: LinkListItem, button: HTMLElement) => {
    const { left, top, width } = button.getBoundingClientRect();
    setMenu({ link, place: { left, top, size: width } });
  }, []);
  const point = (event: PointerEvent) => {
    if (event.timeStamp - scrolledAt.current < scrollRest) return;
    const row = event.target instanceof Element ? event.target.closest("[data-row]") : null;
    setPointed(row === null ? null : Number(row.getAttribute("data-row")));
  };

  return (
    <div className={classes.frame}>
      {failed !== undefined && (
        <FailureNotice error={failed.error} retry={() => void failed.refetch()} />
      )}
      <div
        ref={scroller}
        className={classes.scroller}
        role="grid"
        tabIndex={0}
        aria-label={t("links.table")}
        aria-multiselectable
        aria-rowcount={total + 1}
        data-tags={hasTags || undefined}
        aria-activedescendant={total > 0 ? rowId(active) : undefined}
        onKeyDown={useRowKeys({
          active,
          total,
          pageRows: Math.max(1, fitting - 2),
          link: linkAt(active),
          choose,
          actions,
          selection,
          start,
        })}
        onScroll={(event) => {
          scrolledAt.current = event.timeStamp;
        }}
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
        data-testid="link-table"
      >
        <Header order={search.order} sort={sort} selection={selection} />
        <div role="rowgroup" className={classes.body} style={{ height: total * rowHeight }}>
          {rows.map((index) => (
            <LinkRow
              key={index}
              index={index}
              link={linkAt(index)}
              top={index * rowHeight}
              isActive={index === active}
              isSelected={isSelected(linkAt(index))}
              isAtHand={index === active || index === pointed}
              isCopied={copied !== null && linkAt(index)?.shorturl === copied}
              isNarrow={isNarrow}
              now={now}
              t={t}
              format={format}
              actions={actions}
              choose={setActive}
              select={selection.row}
              openMenu={openMenu}
            />
          ))}
        </div>
      </div>
      <LinkRowMenu opened={menu} close={() => setMenu(null)} actions={actions} />
    </div>
  );
}

function Header({
  order,
  sort,
  selection,
}: {
  readonly order: LinkOrder;
  readonly sort: (order: LinkOrder) => void;
  readonly selection: Selection;
}) {
  const { t } = useTranslation();
  return (
    <div role="rowgroup" className={classes.header} data-sticky>
      <div role="row" aria-rowindex={1} className={classes.row}>
        <span role="columnheader" className={classes.check}>
          <input
            type="checkbox"
            className="rowCheck"
            aria-label={t("bulk.selectEvery")}
            checked={selection.isAll}
            ref={(box) => {
              if (box !== null) box.indeterminate = !selection.isAll && selection.count > 0;
            }}
            onChange={selection.isAll ? selection.clear : selection.selectAll}
          />
        </span>
        <span role="columnheader">{t("links.short")}</span>
        <span role="columnheader">{t("links.target")}</span>
        <span role="columnheader" className={classes.tags}>
          {t("fields.tags")}
        </span>
        <SortableHeader name="clicks" by="click" order={order} sort={sort} />
        <span role="columnheader" className={`${classes.numeric} ${classes.unique}`}>
          {t("links.unique")}
        </span>
        <SortableHeader name="date" by="date" order={order} sort={sort} />
        <span role="columnheader" className={classes.actions}>
          <span className="visuallyHidden">{t("links.actions")}</span>
        </span>
      </div>
    </div>
  );
}

function SortableHeader({
  name,
  by,
  order,
  sort,
}: {
  readonly name: "clicks" | "date";
  readonly by: LinkOrder;
  readonly order: LinkOrder;
  readonly sort: (order: LinkOrder) => void;
}) {
  const { t } = useTranslation();
  const isSorted = order === by;
  return (
    <span
      role="columnheader"
      aria-sort={isSorted ? "descending" : "none"}
      className={by === "click" ? classes.numeric : undefined}
    >
      <button
        type="button"
        className={classes.sort}
        aria-label={t("links.sortedBy", { column: t(`links.${name}`) })}
        onClick={() => sort(by)}
      >
        {t(`links.${name}`)}
        {isSorted && <IconArrowDown size={12} aria-hidden="true" />}
      </button>
    </span>
  );
}

interface RowKeys {
  readonly active: number;
  readonly total: number;
  readonly pageRows: number;
  readonly link: LinkListItem | undefined;
  readonly choose: (index: number) => void;
  readonly actions: LinkActions;
  readonly selection: Selection;
  readonly start: (action: BulkAction, one: LinkListItem) => void;
}

/** Arrows choose a row, with Shift they select; Enter, E, T, A, Delete and Ctrl+C act. */
function useRowKeys({ active, total, pageRows, link, choose, actions, selection, start }: RowKeys) {
  return (event: KeyboardEvent<HTMLElement>) => {
    // Keys on a button inside a row are the button's own.
    if (event.target !== event.currentTarget) return;
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
    const plain = isWithControl ? "" : event.code;
    if (next !== undefined) {
      if (event.shiftKey) {
        if (selection.count === 0) selection.beginAt(active);
        selection.extendTo(Math.max(0, Math.min(total - 1, next)));
      }
      choose(next);
    } else if (isWithControl && event.code === "KeyA") selection.selectAll();
    else if (event.key === "Escape" && selection.count > 0) selection.clear();
    else if (link === undefined) return;
    else if (event.key === " ") selection.toggle(link.id, active);
    else if (event.key === "Enter") actions.show(link);
    else if (event.key === "Delete" && selection.count > 0) start("delete", link);
    else if (event.key === "Delete") actions.remove(link);
    else if (plain === "KeyE") actions.edit(link);
    else if (plain === "KeyT") start("tag", link);
    else if (plain === "KeyA") start("archive", link);
    else if (isWithControl && event.code === "KeyC" && String(getSelection()) === "")
      actions.copy(link);
    else return;
    event.preventDefault();
  };
}
