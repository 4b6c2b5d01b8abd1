import { Skeleton } from "@mantine/core";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ChartPanel } from "../../ui/charts/ChartPanel.tsx";
import { isRegion } from "./names.ts";
import classes from "./StatisticsView.module.css";
import { type ListProps, OfAllTime, useRows } from "./TopLists.tsx";
import { TopRows } from "./TopRows.tsx";
import { lazyPart } from "../../i18n/lazyPart.ts";

const WorldMap = lazyPart(async () => (await import("../../ui/charts/WorldMap.tsx")).WorldMap);

/** Clicks by country, on the map and as a list. */
export function Countries({ lists, request, steering, name }: ListProps) {
  const { t } = useTranslation();
  const rows = useRows("country", { lists, request });
  const chosen = steering.place.filter.country ?? null;
  const choose = (key: string) => steering.filterBy("country", key);
  const known = rows.flatMap(({ key, ...row }) =>
    key !== null && isRegion(key) ? [{ ...row, code: key }] : [],
  );
  if (known.length === 0 && chosen === null)
    return (
      <ChartPanel title={t("statistics.countries")} table={null}>
        <p className="soft">
          {t("statistics.countriesUnknown")}{" "}
          <Link to="/settings/sharing">{t("statistics.countriesSetUp")}</Link>
        </p>
        <Attribution />
      </ChartPanel>
    );
  return (
    <ChartPanel
      title={t("statistics.countries")}
      beside={<OfAllTime lists={lists} />}
      table={{
        name: `${name}-countries`,
        head: [t("statistics.country"), "ISO 3166", t("statistics.clicks")],
        rows: rows.map(({ key, name: country, clicks }) => [
          country,
          key !== null && isRegion(key) ? key : "",
          clicks,
        ]),
      }}
    >
      <div className={classes.map}>
        <Suspense fallback={<Skeleton height={220} />}>
          <WorldMap countries={known} chosen={chosen} choose={choose} />
        </Suspense>
      </div>
      <TopRows rows={rows} filter={{ chosen, choose }} label={t("statistics.countries")} most={6} />
      <Attribution />
    </ChartPanel>
  );
}

/** What the licence of the addresses' table asks for. */
function Attribution() {
  const { t } = useTranslation();
  return (
    <a className={classes.foot} href="https://db-ip.com" target="_blank" rel="noreferrer">
      {t("statistics.countriesBy")}
    </a>
  );
}
