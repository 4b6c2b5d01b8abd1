import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import type { Statistics } from "./statisticsQueries.ts";
import classes from "./StatisticsView.module.css";

/** The four figures that everything else explains. */
export function Tiles({
  sums,
  visits,
  before,
  isLive,
  ago,
}: {
  readonly sums: Statistics;
  readonly visits: Statistics | undefined;
  /** The same of the days that are compared with. */
  readonly before: { readonly sums: Statistics; readonly visits: Statistics | undefined } | null;
  /** Whether the range goes on: then its figures grow while they are looked at. */
  readonly isLive: boolean;
  /** How long ago a timestamp was, in words. */
  readonly ago: (timestamp: string) => string;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const { clicks, scans, lastClick } = sums;
  const bots = visits?.bots ?? sums.bots;
  const visitors = visits?.visitors ?? sums.visitors;
  // Imported clicks don't say who clicked.
  const isUnknown = visitors === null && (visits ?? sums).basis === "lines";
  const visitorsBefore = before?.visits?.visitors ?? before?.sums.visitors ?? null;
  return (
    <dl className={classes.tiles}>
      <Tile
        name={t("statistics.clicks")}
        testId="clicks"
        note={
          before !== null ? (
            <Change now={clicks} before={before.sums.clicks} />
          ) : bots !== null && bots > 0 ? (
            t("statistics.botsBeside", { count: bots, formatted: format.number(bots) })
          ) : null
        }
      >
        <Figure value={clicks} />
      </Tile>
      <Tile
        name={t("statistics.visitors")}
        testId="visitors"
        note={
          visitors !== null && !visitors.apart ? (
            <span title={t("statistics.visitorsByDayText")}>{t("statistics.visitorsByDay")}</span>
          ) : visitorsBefore?.apart === true ? (
            <Change now={visitors?.count ?? null} before={visitorsBefore.count} />
          ) : null
        }
      >
        {isUnknown ? "–" : <Figure value={visitors?.count ?? null} />}
      </Tile>
      <Tile
        name={t("statistics.fromQr")}
        testId="scans"
        note={
          scans !== null &&
          scans > 0 &&
          t("statistics.scans", { count: scans, formatted: format.number(scans) })
        }
      >
        {scans === null || clicks === null || clicks === 0
          ? "–"
          : format.share(Math.min(1, scans / clicks))}
      </Tile>
      <Tile
        name={t("statistics.lastClick")}
        testId="last-click"
        note={lastClick !== null && format.moment(lastClick)}
        sign={isLive && lastClick !== null && <span className={classes.live} aria-hidden="true" />}
      >
        {lastClick === null ? t("statistics.noClickYet") : ago(lastClick)}
      </Tile>
    </dl>
  );
}

function Figure({ value }: { readonly value: number | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (value !== null) return format.number(value);
  return (
    <>
      <span aria-hidden="true">…</span>
      <span className="visuallyHidden">{t("common.loading")}</span>
    </>
  );
}

function Tile({
  name,
  children,
  note,
  sign,
  testId,
}: {
  readonly name: string;
  readonly children: ReactNode;
  readonly note: ReactNode;
  readonly sign?: ReactNode;
  readonly testId: string;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className={classes.figure} data-testid={testId}>
          {children}
        </span>
        {sign}
        <span className={classes.tileNote}>{note}</span>
      </dd>
    </div>
  );
}

function Change({ now, before }: { readonly now: number | null; readonly before: number | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (now === null || before === null) return null;
  if (now === before) return t("statistics.change.same");
  if (before === 0) return t("statistics.change.new");
  const isMore = now > before;
  const share = format.share(Math.abs(now - before) / before);
  const label = t(`statistics.change.${isMore ? "up" : "down"}`, { share });
  return (
    <span title={label}>
      <span aria-hidden="true">
        {isMore ? "▲" : "▼"} {share}
      </span>
      <span className="visuallyHidden">{label}</span>
    </span>
  );
}
