import { useMediaQuery } from "@mantine/hooks";
import { IconArrowDown } from "@tabler/icons-react";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { LinkListItem } from "../../contract/links.ts";
import { type LinkOrder, type LinkSearch, linksPerPage, useLinkPages } from "../queries.ts";
import { useCopy } from "../shell/clipboard.tsx";
import { FailureNotice } from "../shell/FailureNotice.tsx";
import { deleteLink } from "./deletion.ts";
import { useEditor } from "./editing.ts";
import { LinkRow } from "./LinkRow.tsx";
import classes from "./LinkTable.module.css";

interface Props {
  readonly search: LinkSearch;
  readonly total: number;
  readonly sort: (order: LinkOrder) => void;
}

/** Only the rows in view exist, and only the pages they are on are asked for. */
export function LinkTable({ search, total, sort }: Props) {
  const { t } = useTranslation();
  const isNarrow = useMediaQuery("(max-width: 800px)", false, { getInitialValueInEffect: false });
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const rowHeight = isNarrow ? 72 : 44;
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes this component
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    // The chosen row stays, so that the grid's active descendant is always there.
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      return active >= total || seen.includes(active)
        ? seen
        : [...seen, active].toSorted((one, other) => one - other);
    },
  });
  useEffect(() => virtual.measure(), [virtual, rowHeight]);

  const rows = virtual.getVirtualItems();
  const pages = [...new Set(rows.map(({ index }) => Math.floor(index / linksPerPage) + 1))];
  const answers = useLinkPages(search, pages);
  const linkAt = (index: number): LinkListItem | undefined => {
    const place = pages.indexOf(Math.floor(index / linksPerPage) + 1);
    return answers[place]?.data?.items[index % linksPerPage];
  };
  const failed = answers.find(({ isError, data }) => isError && data === undefined);

  const choose = (index: number) => {
    const next = Math.max(0, Math.min(total - 1, index));
    setActive(next);
    virtual.scrollToIndex(next);
  };
  const onKeyDown = useRowKeys({
    active,
    total,
    pageRows: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / rowHeight) - 1),
    link: linkAt(active),
    choose,
  });

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
        aria-rowcount={total + 1}
        aria-activedescendant={total > 0 ? rowId(active) : undefined}
        onKeyDown={onKeyDown}
        data-testid="link-table"
      >
        <div role="rowgroup" className={classes.header}>
          <div role="row" aria-rowindex={1} className={classes.row}>
            <span role="columnheader">{t("links.short")}</span>
            <span role="columnheader">{t("links.target")}</span>
            <SortableHeader name="clicks" by="click" order={search.order} sort={sort} />
            <span role="columnheader" className={classes.numeric}>
              {t("links.unique")}
            </span>
            <SortableHeader name="date" by="date" order={search.order} sort={sort} />
            <span role="columnheader">
              <span className="visuallyHidden">{t("links.actions")}</span>
            </span>
          </div>
        </div>
        <div role="rowgroup" className={classes.body} style={{ height: virtual.getTotalSize() }}>
          {rows.map(({ index, start, size }) => (
            <LinkRow
              key={index}
              id={rowId(index)}
              link={linkAt(index)}
              rowIndex={index + 2}
              isActive={index === active}
              isNarrow={isNarrow}
              style={{ transform: `translateY(${start}px)`, height: size }}
              choose={() => setActive(index)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

function rowId(index: number): string {
  return `link-row-${index}`;
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
}

/** Arrows choose a row; Enter, E, Delete and Ctrl+C act on it. */
function useRowKeys({ active, total, pageRows, link, choose }: RowKeys) {
  const navigate = useNavigate();
  const editor = useEditor();
  const { copy } = useCopy();
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
    const isCopy = (event.ctrlKey || event.metaKey) && event.code === "KeyC";
    if (next !== undefined) choose(next);
    else if (link === undefined) return;
    else if (event.key === "Enter") void navigate(`/links/${link.id}`);
    else if (event.key === "Delete") void deleteLink(link);
    else if (event.code === "KeyE" && !event.ctrlKey && !event.metaKey) editor.openEdit(link.id);
    else if (isCopy && String(getSelection()) === "") void copy(link.shorturl);
    else return;
    event.preventDefault();
  };
}
