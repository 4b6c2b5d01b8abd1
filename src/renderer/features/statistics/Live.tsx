import { Box } from "@mantine/core";
import { useMemo } from "react";
import { Link } from "react-router";
import { createAgo } from "../../i18n/ago.ts";
import { localeOf } from "../../i18n/format.ts";
import { useI18n, usePreferences } from "../../i18n/PreferencesProvider.tsx";
import { readableAddress, shortAddressParts } from "../../ui/address/readableAddress.ts";
import { ChartPanel } from "../../ui/charts/ChartPanel.tsx";
import { useNames } from "./names.ts";
import { type Scope, useLastClicks } from "./statisticsQueries.ts";
import classes from "./StatisticsView.module.css";

type Click = NonNullable<ReturnType<typeof useLastClicks>["data"]>["clicks"][number];

/** The last ten visits, as they come in. */
export function Live({
  scope,
  name,
  now,
}: {
  readonly scope: Scope;
  readonly name: string;
  readonly now: string;
}) {
  const { t, format } = useI18n();
  const { preferences } = usePreferences();
  const { data } = useLastClicks(scope);
  const ago = useMemo(() => createAgo(localeOf(preferences)), [preferences]);
  const nameOf = useNames();
  const clicks = data?.clicks ?? [];
  const isOneLink = "link" in scope;
  const who = (click: Click) =>
    click.bot === null
      ? [
          ...(click.country === null ? [] : [nameOf("country", click.country)]),
          ...[click.browser, click.system].filter((one) => one !== null && one !== ""),
        ]
          .map((one) => `\u2068${one}\u2069`)
          .join(t("common.comma"))
      : t("statistics.liveBot", { name: click.bot });
  const from = (click: Click) =>
    click.qr !== null
      ? t("statistics.liveQr")
      : nameOf("referrer", { key: click.referrer ?? "direct", name: click.referrer ?? "" });
  return (
    <ChartPanel
      title={t("statistics.live")}
      beside={
        <span className={classes.foot}>
          <Box
            component="span"
            display="inline-block"
            w={8}
            h={8}
            bdrs="50%"
            bg="var(--accent)"
            aria-hidden="true"
          />{" "}
          {t("statistics.liveText")}
        </span>
      }
      table={{
        name: `${name}-live`,
        head: [
          t("statistics.when"),
          t("statistics.link"),
          t("statistics.visitor"),
          t("statistics.cameFrom"),
        ],
        rows: clicks.map((click) => [
          click.date,
          click.link?.shorturl ?? "",
          who(click),
          from(click),
        ]),
        shown: (cell, column) => (column === 0 ? format.moment(String(cell)) : undefined),
      }}
    >
      {clicks.length === 0 ? (
        <p className="soft">{t(data === undefined ? "common.loading" : "statistics.liveNone")}</p>
      ) : (
        <ol className={classes.feed} aria-label={t("statistics.live")}>
          {clicks.map((click, place) => (
            // Two visits of one moment differ in nothing but their place.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${click.date} ${place}`} data-bot={click.bot !== null || undefined}>
              <span>
                {!isOneLink && click.link !== null && (
                  <Link to={`/links/${click.link.id}`} title={readableAddress(click.link.shorturl)}>
                    {/* There is no room for the host beside who came. */}
                    <bdi dir="ltr">{`/${shortAddressParts(click.link.shorturl).alias}`}</bdi>
                  </Link>
                )}
                {who(click)}
              </span>
              <bdi className="soft">{from(click)}</bdi>
              <span className="soft" title={format.moment(click.date)}>
                {ago(click.date, now) ?? format.day(click.date)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </ChartPanel>
  );
}
