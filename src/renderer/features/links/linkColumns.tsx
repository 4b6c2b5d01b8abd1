import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useService } from "../../app/client/queries.ts";
import { Trail } from "../../ui/charts/Trail.tsx";
import { Address } from "../../ui/address/Address.tsx";
import { isBidiMixed } from "../../ui/address/isBidiMixed.ts";
import { ShortAddress } from "../../ui/address/ShortAddress.tsx";
import { ListCount } from "../../ui/list/table/cells.tsx";
import type { Column, RowAt } from "../../ui/list/table/columns.ts";
import type { SortChoice } from "../../ui/list/table/sorting.ts";
import { TagChip } from "../tags/TagChip.tsx";
import { BadgeList, badgesOf } from "./Badges.tsx";
import classes from "./Links.module.css";
import type { ListedLink } from "./linkSource.ts";

/** What a row of links shows; a narrow one leaves out all that has no place in two lines. */
export function useLinkColumns(): readonly Column<ListedLink>[] {
  const { t } = useTranslation();
  const ownHost = useOwnHost();
  return useMemo<readonly Column<ListedLink>[]>(
    () => [
      {
        name: "name",
        label: t("links.title"),
        track: "minmax(0, 1fr)",
        isFixed: true,
        narrow: "first",
        cell: (link, row) => (
          <span className={classes.lines}>
            <Title link={link} row={row} />
            {!row.isNarrow && <Way link={link} row={row} ownHost={ownHost} />}
          </span>
        ),
      },
      {
        name: "way",
        label: t("links.target"),
        track: "0",
        isExtra: true,
        narrow: "second",
        cell: (link, row) => <Way link={link} row={row} ownHost={ownHost} />,
      },
      {
        name: "tags",
        label: t("fields.tags"),
        track: "fit-content(136px)",
        from: 480,
        cell: ({ tags }, row) => <Tags tags={tags} row={row} />,
      },
      {
        name: "trail",
        label: t("links.trail"),
        track: "84px",
        from: 560,
        cell: ({ days, scale, isFresh }) =>
          days !== undefined && (
            <span className={classes.trail}>
              <Trail days={days} scale={scale} width={84} height={26} isWalked={isFresh} />
            </span>
          ),
      },
      {
        name: "clicks",
        label: t("links.clicks"),
        track: "minmax(52px, max-content)",
        isFixed: true,
        isNumeric: true,
        narrow: "end",
        cell: (link, row) => <Clicks link={link} row={row} />,
      },
      {
        name: "lastclick",
        label: t("links.lastClick"),
        track: "72px",
        isFixed: true,
        cell: ({ lastclick }, row) =>
          lastclick === null ? (
            <span className={classes.ago}>{t("links.never")}</span>
          ) : (
            <span className={classes.ago} title={row.format.moment(lastclick)}>
              {row.format.ago(lastclick, row.now)}
            </span>
          ),
      },
    ],
    [t, ownHost],
  );
}

/** What links can be sorted by. */
export function useLinkSorts(): readonly SortChoice[] {
  const { t } = useTranslation();
  return useMemo<readonly SortChoice[]>(
    () => [
      { name: "date", label: t("links.sorts.date"), sort: { order: "date", first: "desc" } },
      { name: "clicks", label: t("links.sorts.clicks"), sort: { order: "click", first: "desc" } },
      {
        name: "lastclick",
        label: t("links.sorts.lastClick"),
        sort: { order: "lastclick", first: "desc" },
      },
      { name: "alias", label: t("links.sorts.alias"), sort: { order: "alias", first: "asc" } },
      { name: "url", label: t("links.sorts.target"), sort: { order: "url", first: "asc" } },
      { name: "expiry", label: t("links.sorts.expiry"), sort: { order: "expiry", first: "asc" } },
    ],
    [t],
  );
}

/** The host that most links have: it says nothing. */
function useOwnHost(): string {
  const { data } = useService();
  return data === undefined ? "" : new URL(data.shortBase).host;
}

/** What its owner knows it by: its title, else what it leads to is called by its host. */
function Title({ link, row }: { readonly link: ListedLink; readonly row: RowAt }) {
  const { title, longurl } = link;
  const badges = badgesOf(link, row.now, row.t, row.format);
  return (
    <span className={classes.head}>
      {title === "" ? (
        <span className={`truncate ${classes.title}`}>
          <Address of={longurl} mark={row.mark} />
        </span>
      ) : (
        <bdi className={`truncate ${classes.title}`} title={title} data-mixed={isBidiMixed(title)}>
          {row.mark(title)}
        </bdi>
      )}
      {badges.length > 0 && <BadgeList badges={badges} isCompact />}
    </span>
  );
}

function Way({
  link: { shorturl, longurl, title },
  row,
  ownHost,
}: {
  readonly link: ListedLink;
  readonly row: RowAt;
  readonly ownHost: string;
}) {
  return (
    <span className={classes.way}>
      <ShortAddress of={shorturl} isBare={new URL(shorturl).host === ownHost} mark={row.mark} />
      {title !== "" && (
        <>
          <span className="mirrored" aria-hidden="true">
            →
          </span>
          <span className={classes.target}>
            <Address of={longurl} mark={row.mark} />
          </span>
        </>
      )}
    </span>
  );
}

/** The newest tag; those before it are a number. */
function Tags({ tags, row }: { readonly tags: readonly string[]; readonly row: RowAt }) {
  const newest = tags.at(-1);
  if (newest === undefined) return null;
  const rest = tags.slice(0, -1).join(row.t("common.comma"));
  return (
    <span className={classes.tags}>
      <a
        href={`#/links?${new URLSearchParams({ tag: newest }).toString()}`}
        tabIndex={row.tabIndex}
        className={classes.tag}
        aria-label={row.t("links.filterByTag", { tag: newest })}
      >
        <TagChip tag={newest} />
      </a>
      {rest !== "" && (
        <span className={classes.moreTags} title={rest}>
          <span dir="ltr" aria-hidden="true">
            +{row.format.number(tags.length - 1)}
          </span>
          <span className="visuallyHidden"> {rest}</span>
        </span>
      )}
    </span>
  );
}

/** Clicks that were counted elsewhere stand under those counted here, never in one sum. */
function Clicks({ link, row }: { readonly link: ListedLink; readonly row: RowAt }) {
  const { clicks, earlierclicks, isFresh } = link;
  const { t, format } = row;
  const before = earlierclicks > 0 && t("links.clicksBefore", format.counted(earlierclicks));
  return (
    <span className={classes.clicks}>
      <span key={clicks} className={classes.count} data-fresh={isFresh || undefined}>
        <ListCount value={clicks} row={row} inWords={(of) => t("links.clicksOf", of)} />
      </span>
      {before !== false && (
        <span className={classes.before} title={before}>
          <span aria-hidden="true">
            {t("links.before", { formatted: format.number(earlierclicks) })}
          </span>
          <span className="visuallyHidden">{before}</span>
        </span>
      )}
    </span>
  );
}
