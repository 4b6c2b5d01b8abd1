import { Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { useMinute } from "../../app/client/queries.ts";
import { addDays } from "../../i18n/days.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { type ChartTable, ChartPanel, PanelTabs } from "../../ui/charts/ChartPanel.tsx";
import { lengthOf, type Range } from "./range.ts";
import { type Scope, useMovers } from "./statisticsQueries.ts";
import classes from "./TopRows.module.css";

const kinds = ["rising", "falling", "quiet"] as const;
type Kind = (typeof kinds)[number];

const quietDays = 90;

type Movers = NonNullable<ReturnType<typeof useMovers>["data"]>;

interface Row {
  readonly link: Movers["rising"][number]["link"];
  readonly says: string;
}

/** Links that rise, that fall, and that nobody has followed for long. */
export function Trends({ scope, range }: { readonly scope: Scope; readonly range: Range }) {
  const { t, format } = useI18n();
  const now = useMinute();
  const [kind, setKind] = useState<Kind>("rising");
  const length = lengthOf(range);
  const days = length <= 7 ? 7 : length <= 45 ? 30 : quietDays;
  const { data } = useMovers(scope, days);
  if (data === undefined) return null;
  const { quiet } = data;
  const rows: readonly Row[] =
    kind === "quiet"
      ? quiet.links.map(({ link, lastClick }) => ({
          link,
          says:
            lastClick === null
              ? t("statistics.neverFollowed")
              : t("statistics.lastAt", { date: format.day(lastClick) }),
        }))
      : data[kind].map(({ link, clicks, before }) => ({
          link,
          says: t("statistics.fromTo", {
            before: format.number(before),
            now: format.number(clicks),
          }),
        }));
  const quietSince = addDays(now.slice(0, 10), -quietDays);
  return (
    <ChartPanel
      title={t(`statistics.${kind}`)}
      isTitleHidden
      beside={
        <PanelTabs
          label={t("statistics.trends")}
          tabs={kinds}
          value={kind}
          choose={setKind}
          nameOf={(one) => t(`statistics.${one}`)}
        />
      }
      table={tableOf(kind, data, {
        link: t("statistics.link"),
        clicks: t("statistics.clicks"),
        before: t(kind === "quiet" ? "statistics.lastClick" : "statistics.before"),
      })}
    >
      {rows.length === 0 ? (
        <Text c="dimmed">{t(`statistics.${kind}None`)}</Text>
      ) : (
        <Stack component="ol" gap={2} aria-label={t(`statistics.${kind}`)}>
          {rows.map(({ link, says }) => (
            <li key={link.id} className={classes.row}>
              <Link to={`/links/${link.id}`} className="quietLink truncate">
                <bdi>{link.title || `/${link.alias}`}</bdi>{" "}
                {link.title !== "" && (
                  <bdi dir="ltr" className="mono">
                    /{link.alias}
                  </bdi>
                )}
              </Link>
              <span className={`soft oneWord ${classes.says}`}>{says}</span>
            </li>
          ))}
        </Stack>
      )}
      <Text size="sm" c="dimmed">
        {kind === "quiet"
          ? t("statistics.quietText")
          : t("statistics.inDays", format.counted(days))}{" "}
        {kind === "quiet" && quiet.total > quiet.links.length && (
          <Link to={`/links?noClicksSince=${quietSince}`}>
            {t("statistics.quietAll", format.counted(quiet.total))}
          </Link>
        )}
      </Text>
    </ChartPanel>
  );
}

function tableOf(
  kind: Kind,
  data: Movers,
  words: { readonly link: string; readonly clicks: string; readonly before: string },
): ChartTable {
  return {
    name: `waypost-${kind}`,
    head: [words.link, words.clicks, words.before],
    rows:
      kind === "quiet"
        ? data.quiet.links.map(({ link, clicks, lastClick }) => [
            link.shorturl,
            clicks,
            lastClick ?? "",
          ])
        : data[kind].map(({ link, clicks, before }) => [link.shorturl, clicks, before]),
  };
}
