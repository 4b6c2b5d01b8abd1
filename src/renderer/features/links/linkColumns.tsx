import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { LinkListItem } from "../../../contract/resources/links.ts";
import { CopyCell, ListCount } from "../../ui/list/table/cells.tsx";
import type { Column, RowAt } from "../../ui/list/table/columns.ts";
import { isBidiMixed } from "../../ui/address/isBidiMixed.ts";
import { readableAddress } from "../../ui/address/readableAddress.ts";
import { Address } from "../../ui/address/Address.tsx";
import { ShortAddress } from "../../ui/address/ShortAddress.tsx";
import { TagChip } from "../tags/TagChip.tsx";
import { useTags } from "../tags/tags.ts";
import { BadgeList, badgesOf } from "./Badges.tsx";
import classes from "./Links.module.css";
import type { ListedLink } from "./linkSource.ts";
import { useCampaigns, useChannels, useDomains } from "../../app/client/namedRecords.ts";

/** The columns of the list of links. */
export function useLinkColumns(): readonly Column<ListedLink>[] {
  const { t } = useTranslation();
  const channels = useChannels().data;
  const campaigns = useCampaigns().data;
  // Where there is one host only, it says nothing.
  const isBare = useDomains().data?.length === 0;
  const hasTags = useTags().data?.length !== 0;
  return useMemo<readonly Column<ListedLink>[]>(() => {
    const nameOf = (records: typeof channels, id: number) =>
      records?.find((record) => record.id === id)?.name ?? "";
    return [
      {
        name: "short",
        label: t("links.short"),
        track: "minmax(168px, max(216px, 22%))",
        isFixed: true,
        narrow: "first",
        sort: { order: "alias", first: "asc" },
        cell: (link, row) => (
          <span className={classes.short}>
            <ShortAddress of={link.shorturl} isBare={isBare} mark={row.mark} />
            <CopyCell text={link.shorturl} name={readableAddress(link.shorturl)} row={row} />
          </span>
        ),
      },
      {
        name: "target",
        label: t("links.target"),
        track: "minmax(0, 1fr)",
        isFixed: true,
        narrow: "second",
        sort: { order: "url", first: "asc" },
        cell: (link, row) => <Target link={link} row={row} />,
      },
      {
        name: "tags",
        label: t("fields.tags"),
        track: "128px",
        from: 900,
        // A column of nothing is no column.
        isExtra: !hasTags,
        cell: ({ tags }, row) => <Tags tags={tags} row={row} />,
      },
      {
        name: "campaign",
        label: t("fields.campaign"),
        track: "112px",
        isExtra: true,
        cell: ({ campaign }) => campaign !== null && <Soft text={nameOf(campaigns, campaign)} />,
      },
      {
        name: "channels",
        label: t("fields.channel"),
        track: "112px",
        isExtra: true,
        cell: ({ channel }) => (
          <Soft text={channel.map((id) => nameOf(channels, id)).join(t("common.comma"))} />
        ),
      },
      {
        name: "domain",
        label: t("fields.domain"),
        track: "128px",
        isExtra: true,
        cell: ({ shorturl }) => <Soft text={new URL(shorturl).host} />,
      },
      {
        name: "opensAs",
        label: t("filters.fields.type"),
        track: "104px",
        isExtra: true,
        cell: ({ type }) => <Soft text={opensAs(type, t)} />,
      },
      {
        name: "note",
        label: t("fields.description"),
        track: "minmax(80px, 200px)",
        isExtra: true,
        cell: ({ description }, row) => (
          <bdi className={classes.soft} title={description} data-mixed={isBidiMixed(description)}>
            {row.mark(description)}
          </bdi>
        ),
      },
      {
        name: "earlier",
        label: t("links.earlier"),
        track: "80px",
        isExtra: true,
        isNumeric: true,
        cell: ({ earlierclicks }, row) => <ListCount value={earlierclicks} row={row} />,
      },
      {
        name: "clicks",
        label: t("links.clicks"),
        track: "120px",
        isNumeric: true,
        narrow: "end",
        sort: { order: "click", first: "desc" },
        cell: (link, row) => <Clicks link={link} row={row} />,
      },
      {
        name: "visitors",
        label: t("links.unique"),
        track: "80px",
        isNumeric: true,
        isExtra: true,
        cell: ({ uniqueclicks }, row) => <ListCount value={uniqueclicks} row={row} />,
      },
      {
        name: "lastclick",
        label: t("links.lastClick"),
        track: "96px",
        from: 760,
        sort: { order: "lastclick", first: "desc" },
        cell: ({ lastclick }, row) =>
          lastclick === null ? (
            <Never row={row} />
          ) : (
            <span className={classes.soft} title={row.format.moment(lastclick)}>
              {row.format.ago(lastclick, row.now)}
            </span>
          ),
      },
      {
        name: "date",
        label: t("links.date"),
        track: "96px",
        isExtra: true,
        sort: { order: "date", first: "desc" },
        cell: ({ date }, row) => (
          <span className={classes.soft} title={row.format.moment(date)}>
            {row.format.day(date)}
          </span>
        ),
      },
      {
        name: "expiry",
        label: t("fields.expiry"),
        track: "96px",
        isExtra: true,
        sort: { order: "expiry", first: "asc" },
        cell: ({ expiry }, row) =>
          expiry === null ? <Never row={row} /> : <Soft text={row.format.day(expiry)} />,
      },
    ];
  }, [t, channels, campaigns, isBare, hasTags]);
}

function Soft({ text }: { readonly text: string }) {
  return (
    <bdi className={classes.soft} title={text} data-mixed={isBidiMixed(text)}>
      {text}
    </bdi>
  );
}

function Never({ row: { t } }: { readonly row: RowAt }) {
  return (
    <span className={classes.soft}>
      <span aria-hidden="true">–</span>
      <span className="visuallyHidden">{t("links.never")}</span>
    </span>
  );
}

function opensAs(type: string, t: RowAt["t"]): string {
  if (type === "direct" || type === "frame" || type === "splash") return t(`filters.types.${type}`);
  return t(type.startsWith("overlay") ? "filters.types.overlay" : "filters.types.splash");
}

/** The title is what its owner knows a link by; where it leads stands behind it. */
function Target({ link, row }: { readonly link: LinkListItem; readonly row: RowAt }) {
  const badges = badgesOf(link, row.now, row.t, row.format);
  return (
    <span className={classes.target}>
      {link.title !== "" && (
        <bdi className={classes.title} title={link.title} data-mixed={isBidiMixed(link.title)}>
          {row.mark(link.title)}
        </bdi>
      )}
      {/* Beside a title a narrow row has room for a few letters of it at most. */}
      {(link.title === "" || !row.isNarrow) && (
        <span className={classes.long}>
          <Address of={link.longurl} mark={row.mark} />
        </span>
      )}
      {badges.length > 0 && <BadgeList badges={badges} isCompact />}
    </span>
  );
}

function Tags({ tags, row }: { readonly tags: readonly string[]; readonly row: RowAt }) {
  const [first, ...others] = tags;
  if (first === undefined) return null;
  const rest = others.join(row.t("common.comma"));
  return (
    <span className={classes.tags}>
      <TagChip tag={first} />
      {others.length > 0 && (
        <span className={classes.moreTags} title={rest}>
          <span dir="ltr" aria-hidden="true">
            +{row.format.number(others.length)}
          </span>
          <span className="visuallyHidden"> {rest}</span>
        </span>
      )}
    </span>
  );
}

/** Clicks that were counted elsewhere stand under those counted here, never in one sum. */
function Clicks({ link, row }: { readonly link: ListedLink; readonly row: RowAt }) {
  const { clicks, earlierclicks } = link;
  const { t, format, isNarrow } = row;
  const before =
    earlierclicks > 0 &&
    t("links.clicksBefore", { count: earlierclicks, formatted: format.number(earlierclicks) });
  return (
    <span className={classes.clicks}>
      <span className={classes.counted}>
        {!isNarrow && link.days !== undefined && <Sparkline days={link.days} />}
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

/** Clicks day by day, as a line that says no more than whether it is going up. */
function Sparkline({ days }: { readonly days: readonly number[] }) {
  const most = Math.max(...days);
  if (most === 0) return null;
  const last = days.length - 1;
  const points = days
    .map(
      (count, place) =>
        `${((place / last) * 40).toFixed(1)},${(15 - (count / most) * 14).toFixed(1)}`,
    )
    .join(" ");
  return (
    <svg
      viewBox="0 0 40 16"
      preserveAspectRatio="none"
      className={classes.sparkline}
      aria-hidden="true"
    >
      <polyline points={points} />
    </svg>
  );
}
