import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { useMinute } from "../../app/client/queries.ts";
import { readableAddress } from "../../ui/address/readableAddress.ts";
import { ShortAddress } from "../../ui/address/ShortAddress.tsx";
import { ChartPanel } from "../../ui/charts/ChartPanel.tsx";
import { lengthOf, type Range } from "./range.ts";
import { type Scope, useMovers } from "./statisticsQueries.ts";
import classes from "./StatisticsView.module.css";
import { addDays } from "../../i18n/days.ts";

interface Named {
  readonly id: number;
  readonly shorturl: string;
  readonly title: string;
}

/** What rises, what falls, and what nobody has followed for long. */
export function Trends({ scope, range }: { readonly scope: Scope; readonly range: Range }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useMinute();
  const length = lengthOf(range);
  const days = length <= 7 ? 7 : length <= 45 ? 30 : 90;
  const { data } = useMovers(scope, days);
  if (data === undefined) return null;
  const about = t("statistics.inDays", { count: days, formatted: format.number(days) });
  const quietSince = `${addDays(now.slice(0, 10), -90)} 00:00:00`;
  const moved = (kind: "rising" | "falling") => (
    <ChartPanel
      title={t(`statistics.${kind}`)}
      beside={<span className={classes.foot}>{about}</span>}
      table={{
        name: `waypost-${kind}`,
        head: [t("statistics.link"), t("statistics.clicks"), t("statistics.before")],
        rows: data[kind].map(({ link, clicks, before }) => [link.shorturl, clicks, before]),
      }}
    >
      {data[kind].length === 0 ? (
        <p className="soft">{t(`statistics.${kind}None`)}</p>
      ) : (
        <ol className={classes.movers}>
          {data[kind].map(({ link, clicks, before }) => (
            <MovedLink key={link.id} link={link}>
              <span className="soft">
                {t("statistics.fromTo", {
                  before: format.number(before),
                  now: format.number(clicks),
                })}
              </span>
            </MovedLink>
          ))}
        </ol>
      )}
    </ChartPanel>
  );
  return (
    <>
      <div className={classes.pair}>
        {moved("rising")}
        {moved("falling")}
      </div>
      <ChartPanel
        title={t("statistics.quiet")}
        beside={<span className={classes.foot}>{t("statistics.quietText")}</span>}
        table={{
          name: "waypost-quiet",
          head: [t("statistics.link"), t("statistics.clicks"), t("statistics.lastClick")],
          rows: data.quiet.links.map(({ link, clicks, lastClick }) => [
            link.shorturl,
            clicks,
            lastClick ?? "",
          ]),
        }}
      >
        {data.quiet.total === 0 ? (
          <p className="soft">{t("statistics.quietNone")}</p>
        ) : (
          <>
            <ol className={classes.movers}>
              {data.quiet.links.map(({ link, lastClick }) => (
                <MovedLink key={link.id} link={link}>
                  <span className="soft">
                    {lastClick === null
                      ? t("statistics.neverFollowed")
                      : t("statistics.lastAt", { date: format.day(lastClick) })}
                  </span>
                </MovedLink>
              ))}
            </ol>
            {data.quiet.total > data.quiet.links.length && (
              <Link
                className={classes.foot}
                to={`/links?${new URLSearchParams({ noClicksSince: quietSince.slice(0, 10) }).toString()}`}
              >
                {t("statistics.quietAll", {
                  count: data.quiet.total,
                  formatted: format.number(data.quiet.total),
                })}
              </Link>
            )}
          </>
        )}
      </ChartPanel>
    </>
  );
}

function MovedLink({ link, children }: { readonly link: Named; readonly children: ReactNode }) {
  return (
    <li>
      <Link to={`/links/${link.id}`} title={link.title || readableAddress(link.shorturl)}>
        <ShortAddress of={link.shorturl} />
      </Link>
      {children}
    </li>
  );
}
