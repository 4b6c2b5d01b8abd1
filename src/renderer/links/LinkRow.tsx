import type { TFunction } from "i18next";
import { memo } from "react";
import type { LinkListItem } from "../../contract/links.ts";
import { readableAddress } from "../readableAddress.ts";
import type { Format } from "../i18n/format.ts";
import { Address } from "../shell/Address.tsx";
import { Count } from "../shell/Count.tsx";
import { ShortAddress } from "../shell/ShortAddress.tsx";
import { TagChip } from "../tags/TagChip.tsx";
import { BadgeList, badgesOf } from "./Badges.tsx";
import type { LinkActions } from "./linkActions.ts";
import { LinkRowActions } from "./LinkRowActions.tsx";
import classes from "./LinkTable.module.css";

export interface RowSelection {
  toggle(id: number, row: number): void;
  extendTo(row: number): void;
}

export interface LinkRowProps {
  readonly index: number;
  /** undefined while its page is on the way. */
  readonly link: LinkListItem | undefined;
  /** Pixels from the top of the list. */
  readonly top: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  /** Whether its actions are there: the pointer is on it, or the keys are. */
  readonly isAtHand: boolean;
  readonly isCopied: boolean;
  readonly isNarrow: boolean;
  /** The account's wall clock, to the minute. */
  readonly now: string;
  readonly t: TFunction;
  readonly format: Format;
  readonly actions: LinkActions;
  readonly choose: (index: number) => void;
  readonly select: RowSelection;
  /** Opens the actions of a narrow row beside the button that was pressed. */
  readonly openMenu: (link: LinkListItem, button: HTMLElement) => void;
}

export function rowId(index: number): string {
  return `link-row-${index}`;
}

/**
 * A row costs as little as its elements do: it has no hook and mounts no part of the library, and
 * it is drawn again only when something of its own changed.
 */
export const LinkRow = memo(function LinkRow(row: LinkRowProps) {
  const { index, link, top, isActive, isSelected, actions } = row;
  return (
    <div
      role="row"
      id={rowId(index)}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={classes.row}
      data-row={index}
      data-active={isActive || undefined}
      style={{ transform: `translateY(${top}px)` }}
      onClick={(event) => {
        row.choose(index);
        if (event.shiftKey) row.select.extendTo(index);
        else if ((event.ctrlKey || event.metaKey) && link !== undefined)
          row.select.toggle(link.id, index);
      }}
      onDoubleClick={() => link !== undefined && actions.show(link)}
    >
      {link === undefined ? (
        <span role="gridcell" className={classes.waiting} />
      ) : (
        <Cells row={row} link={link} />
      )}
    </div>
  );
});

function Cells({ row, link }: { readonly row: LinkRowProps; readonly link: LinkListItem }) {
  const { index, isActive, isSelected, isAtHand, isCopied, isNarrow, now, t, format, actions } =
    row;
  const name = readableAddress(link.shorturl);
  const tabIndex = isActive ? 0 : -1;
  const badges = badgesOf(link, now, t, format);
  return (
    <>
      <span role="gridcell" className={classes.check}>
        <input
          type="checkbox"
          className="rowCheck"
          tabIndex={tabIndex}
          aria-label={t("bulk.selectNamed", { name })}
          checked={isSelected}
          onClick={(event) => event.stopPropagation()}
          onChange={(event) => {
            const { nativeEvent } = event;
            const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
            if (isRange) row.select.extendTo(index);
            else row.select.toggle(link.id, index);
          }}
        />
      </span>
      <span role="gridcell" className={classes.short}>
        <ShortAddress of={link.shorturl} />
        <button
          type="button"
          className="quietButton"
          tabIndex={tabIndex}
          aria-label={t("common.copyNamed", { name })}
          title={t(isCopied ? "common.copied" : "common.copy")}
          onClick={() => actions.copy(link)}
        >
          {isCopied ? <Tick /> : <TwoSheets />}
        </button>
      </span>
      <span role="gridcell" className={classes.target}>
        {link.title !== "" && (
          <bdi className={classes.title} title={link.title}>
            {link.title}
          </bdi>
        )}
        <span className={classes.long}>
          <Address of={link.longurl} />
        </span>
        {badges.length > 0 && <BadgeList badges={badges} isCompact />}
      </span>
      <span role="gridcell" className={classes.tags}>
        {link.tags[0] !== undefined && <TagChip tag={link.tags[0]} />}
        {link.tags.length > 1 && (
          <span className={classes.moreTags} title={link.tags.slice(1).join(t("common.comma"))}>
            +{format.number(link.tags.length - 1)}
            <span className="visuallyHidden"> {link.tags.slice(1).join(t("common.comma"))}</span>
          </span>
        )}
      </span>
      <span role="gridcell" className={classes.clicks}>
        <Count
          value={link.clicks}
          text={
            isNarrow
              ? t("links.clicksOf", { count: link.clicks, formatted: format.number(link.clicks) })
              : format.number(link.clicks)
          }
        />
        {link.earlierclicks > 0 && (
          <span
            className={classes.before}
            title={t("links.clicksBefore", {
              count: link.earlierclicks,
              formatted: format.number(link.earlierclicks),
            })}
          >
            <span aria-hidden="true">
              {t("links.before", { formatted: format.number(link.earlierclicks) })}
            </span>
            <span className="visuallyHidden">
              {t("links.clicksBefore", {
                count: link.earlierclicks,
                formatted: format.number(link.earlierclicks),
              })}
            </span>
          </span>
        )}
      </span>
      <span role="gridcell" className={classes.unique}>
        <Count value={link.uniqueclicks} text={format.number(link.uniqueclicks)} />
      </span>
      <span role="gridcell" className={classes.date}>
        {format.day(link.date)}
      </span>
      <span role="gridcell" className={classes.actions}>
        {isNarrow ? (
          <button
            type="button"
            className="quietButton"
            tabIndex={tabIndex}
            aria-haspopup="menu"
            aria-label={`${t("links.actions")}: ${name}`}
            onClick={(event) => row.openMenu(link, event.currentTarget)}
          >
            <Dots />
          </button>
        ) : (
          isAtHand && <LinkRowActions link={link} tabIndex={tabIndex} t={t} actions={actions} />
        )}
      </span>
    </>
  );
}

// Signs that every row has, as bare shapes: the icon library's are components.
function TwoSheets() {
  return (
    <svg viewBox="0 0 16 16" className="rowSign" aria-hidden="true">
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5" />
    </svg>
  );
}

function Tick() {
  return (
    <svg viewBox="0 0 16 16" className="rowSign" data-kind="good" aria-hidden="true">
      <path d="m3.5 8.5 3 3 6-7" />
    </svg>
  );
}

function Dots() {
  return (
    <svg viewBox="0 0 16 16" className="rowSign" data-kind="dots" aria-hidden="true">
      <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" />
    </svg>
  );
}
