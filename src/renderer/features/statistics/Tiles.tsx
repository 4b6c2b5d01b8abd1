import { SimpleGrid, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { useRangeWords } from "./rangeWords.ts";
import type { Statistics } from "./statisticsQueries.ts";

interface Props {
  readonly sums: Statistics;
  readonly visits: Statistics | undefined;
  /** The same of the days that are compared with. */
  readonly before: { readonly sums: Statistics; readonly visits: Statistics | undefined } | null;
}

/** The four figures that everything else explains. */
export function Tiles({ sums, visits, before }: Props) {
  const { t, format } = useI18n();
  const { scans, scansBefore } = sums;
  const best = useBestDay(sums);
  return (
    <SimpleGrid component="dl" cols={{ base: 2, xs: 4 }} spacing="lg" m={0}>
      <Tile name={t("statistics.clicks")} note={<ClicksNote {...{ sums, visits, before }} />}>
        <Figure testId="clicks" value={sums.clicks} />
      </Tile>
      <Tile name={t("statistics.visitors")} note={<VisitorsNote {...{ sums, visits, before }} />}>
        <Visitors sums={sums} visits={visits} />
      </Tile>
      <Tile
        name={t("statistics.scans")}
        note={
          before === null ? null : <Change now={scans} before={scansBefore ?? before.sums.scans} />
        }
      >
        <span className="display" data-testid="scans">
          {scans === null ? "–" : format.number(scans)}
        </span>
      </Tile>
      <Tile name={t("statistics.bestDay")} note={best?.day}>
        <span className="display" data-testid="best-day">
          {best === null ? "–" : format.number(best.clicks)}
        </span>
      </Tile>
    </SimpleGrid>
  );
}

/** A link's clicks as one large number, with the rest in a line below. */
export function Total({ sums, visits, before }: Props) {
  const { t, format } = useI18n();
  const { scans } = sums;
  return (
    <div>
      <Figure testId="clicks" value={sums.clicks} isLarge />{" "}
      {before !== null && <ClicksNote {...{ sums, visits, before }} />}
      <Text size="sm" c="dimmed" mt={6}>
        {t("links.clicksWord", { count: sums.clicks })}
        {" · "}
        <Visitors sums={sums} visits={visits} isInWords />
        {scans !== null && scans > 0 && (
          <>
            {" · "}
            <span data-testid="scans">{t("statistics.scansOf", format.counted(scans))}</span>
          </>
        )}
        {before === null && (visits?.bots ?? 0) > 0 && " · "}
        {before === null && <ClicksNote {...{ sums, visits, before }} />}
      </Text>
    </div>
  );
}

function useBestDay({ by, steps }: Statistics) {
  const words = useRangeWords();
  const best = steps.toSorted((one, other) => other.clicks - one.clicks)[0];
  if (best === undefined || best.clicks === 0 || by !== "day") return null;
  return { clicks: best.clicks, day: words.range({ from: dayOf(best), to: dayOf(best) }) };
}

function dayOf({ date }: { readonly date: string }): string {
  return date.slice(0, 10);
}

function ClicksNote({ sums, visits, before }: Props) {
  const { t, format } = useI18n();
  if (before !== null) return <Change now={sums.clicks} before={before.sums.clicks} />;
  const bots = visits?.bots ?? sums.bots;
  if (bots === null || bots === 0) return null;
  return t("statistics.botsBeside", format.counted(bots));
}

function VisitorsNote({ sums, visits, before }: Props) {
  const { t } = useTranslation();
  const visitors = visits?.visitors ?? sums.visitors;
  const visitorsBefore = before?.visits?.visitors ?? before?.sums.visitors ?? null;
  if (visitors !== null && !visitors.apart)
    return <span title={t("statistics.visitorsByDayText")}>{t("statistics.visitorsByDay")}</span>;
  return visitorsBefore?.apart === true ? (
    <Change now={visitors?.count ?? null} before={visitorsBefore.count} />
  ) : null;
}

function Visitors({
  sums,
  visits,
  isInWords = false,
}: Omit<Props, "before"> & { readonly isInWords?: boolean }) {
  const { t, format } = useI18n();
  const visitors = visits?.visitors ?? sums.visitors;
  // Imported clicks don't say who clicked.
  const isUnknown = visitors === null && (visits ?? sums).basis === "lines";
  if (!isInWords)
    return isUnknown ? (
      <span className="display" data-testid="visitors">
        –
      </span>
    ) : (
      <Figure testId="visitors" value={visitors?.count ?? null} />
    );
  if (visitors === null) return <span data-testid="visitors">{isUnknown ? "–" : "…"}</span>;
  return (
    <span
      data-testid="visitors"
      title={visitors.apart ? undefined : t("statistics.visitorsByDayText")}
    >
      {t("statistics.visitorsOf", format.counted(visitors.count))}
    </span>
  );
}

function Figure({
  value,
  testId,
  isLarge = false,
}: {
  readonly value: number | null;
  readonly testId: string;
  readonly isLarge?: boolean;
}) {
  const { t, format } = useI18n();
  return (
    <Text span inherit className="display" {...(isLarge && { fz: "var(--text-display)" })}>
      <span data-testid={testId}>
        {value === null ? <span aria-hidden="true">…</span> : format.number(value)}
      </span>
      {value === null && <span className="visuallyHidden">{t("common.loading")}</span>}
    </Text>
  );
}

function Tile({
  name,
  children,
  note,
}: {
  readonly name: string;
  readonly children: ReactNode;
  readonly note: ReactNode;
}) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <dd style={{ margin: 0 }}>
        {children}
        <Text size="sm" c="dimmed" mt={4} truncate>
          {note}
        </Text>
      </dd>
    </div>
  );
}

function Change({ now, before }: { readonly now: number | null; readonly before: number | null }) {
  const { t, format } = useI18n();
  if (now === null || before === null) return null;
  if (now === before) return t("statistics.change.same");
  if (before === 0) return t("statistics.change.new");
  const isMore = now > before;
  const share = format.share(Math.abs(now - before) / before);
  const label = t(`statistics.change.${isMore ? "up" : "down"}`, { share });
  return (
    <Text span inherit fw={600} c={isMore ? "var(--good)" : "dimmed"} title={label}>
      <span aria-hidden="true">
        {isMore ? "↑" : "↓"} {share}
      </span>
      <span className="visuallyHidden">{label}</span>
    </Text>
  );
}
