import { Stack, Text } from "@mantine/core";
import IconScale from "@iconify-json/tabler/icons/scale";
import { wholeSplit } from "../../../contract/fields/splitShares.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { ChartPanel } from "../../ui/charts/ChartPanel.tsx";
import { Notice } from "../../ui/messages/Notice.tsx";
import type { Statistics } from "./statisticsQueries.ts";
import classes from "./StatisticsView.module.css";

const percent = wholeSplit / 100;
/** Columns of the table below. */
const shares: ReadonlySet<number> = new Set([3, 4]);

/** In one line, however narrow the table is, and each share with its sign at the same side. */
const asShown = (range: string) =>
  range.replaceAll(/\S*\p{Nd}\S*/gu, "\u2068$&\u2069").replaceAll(" ", "\u00A0");

/** How a split turned out, beside what was asked for. */
export function SplitResult({
  split,
  name,
}: {
  readonly split: NonNullable<Statistics["split"]>;
  readonly name: string;
}) {
  const { t, format } = useI18n();
  const share = (parts: number) => format.percent(parts / wholeSplit);
  const rows = split.variants.map((one) => [
    one.id.toUpperCase(),
    one.visitors,
    one.clicks,
    one.share / percent,
    one.weight / percent,
    t("statistics.span", { from: share(one.low), to: share(one.high) }),
  ]);
  const head = [
    t("statistics.variant"),
    t("statistics.visitors"),
    t("statistics.clicks"),
    t("statistics.splitShare"),
    t("statistics.splitAsked"),
    t("statistics.splitRange"),
  ];
  // Numbers stand under each other, and are numbers in the file, too.
  const shown = (cell: string | number, column: number) => {
    if (typeof cell === "number")
      return shares.has(column) ? format.percent(cell / 100) : undefined;
    return asShown(cell);
  };
  return (
    <Stack gap="xs" miw={0}>
      <ChartPanel
        title={t("statistics.split")}
        table={{ name: `${name}-split`, head, rows, shown }}
      />
      {split.isAsAsked === false && (
        <Notice kind="caution" role="region" label={t("statistics.split")} Icon={IconScale}>
          <Text fw={600}>{t("statistics.splitUnlikely")}</Text>
          {t("statistics.splitUnlikelyText")}
        </Notice>
      )}
      <p className={classes.foot}>
        {t("statistics.splitText", { date: format.moment(split.since) })}
        {split.byChance > 0 && ` ${t("statistics.splitByChance", format.counted(split.byChance))}`}
      </p>
    </Stack>
  );
}
