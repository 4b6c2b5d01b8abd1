import { Button, Group, Skeleton, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiFailure, type DownloadedFile } from "../../app/client/client.ts";
import type { Day } from "../../i18n/days.ts";
import { usePreferences } from "../../i18n/PreferencesProvider.tsx";
import { useMinute } from "../../app/client/queries.ts";
import { EmptyState } from "../../ui/messages/EmptyState.tsx";
import { FailureNotice } from "../../ui/messages/FailureNotice.tsx";
import { useShortcuts } from "../../app/frame/shortcuts.ts";
import { Countries } from "./Countries.tsx";
import { HeadlineText } from "./HeadlineText.tsx";
import { FilterChips } from "./FilterChips.tsx";
import { Live } from "./Live.tsx";
import { OverTime } from "./OverTime.tsx";
import { RangeBar, type Shown } from "./RangeBar.tsx";
import {
  defaultPreset,
  rangeOf,
  type Range,
  stepFor,
  stepped,
  stepsFor,
  yearBefore,
} from "./range.ts";
import { StoredClicksNote, Reading } from "./Reading.tsx";
import {
  type Place,
  type Steering,
  useStatisticsSearchParams,
} from "./useStatisticsSearchParams.ts";
import {
  type StatisticsRequest,
  downloadSteps,
  type Scope,
  type Statistics,
  useStatistics,
  useVisits,
} from "./statisticsQueries.ts";
import classes from "./StatisticsView.module.css";
import { SplitResult } from "./SplitResult.tsx";
import { Tiles, Total } from "./Tiles.tsx";
import { Top } from "./Top.tsx";
import { Bots, CameFrom, DecidedBy, Who } from "./TopLists.tsx";
import { Trends } from "./Trends.tsx";
import { Week } from "./Week.tsx";

/** Clicks of a link, of some links or of all, over any days. */
export function StatisticsView({
  scope,
  first,
  name,
  leave,
  lead,
  tools,
  side,
}: {
  readonly scope: Scope;
  /** The first day that can have a click. */
  readonly first: Day;
  /** What its files are called. */
  readonly name: string;
  /** What Esc does once no filter is set. */
  readonly leave?: (() => void) | undefined;
  /** The title, or a link's blade. */
  readonly lead: ReactNode;
  /** Further controls in the row of the range. */
  readonly tools?: ReactNode;
  /** A panel beside the lists. */
  readonly side?: ReactNode;
}) {
  const { preferences } = usePreferences();
  const queries = useQueryClient();
  const steering = useStatisticsSearchParams();
  const now = useMinute();
  const { place } = steering;
  const shown = useShown(place, now.slice(0, 10), first);
  const { range } = shown;
  const request = { scope, range, step: shown.step, filter: place.filter, bots: place.bots };
  const question = JSON.stringify(request);
  // Other days, or other visitors, are read again.
  const [stopped, setStopped] = useState<string | null>(null);
  const isStopped = stopped === question;
  const grows = range.to >= shown.today;
  const sums = useStatistics(request, { grows, isRead: !isStopped });
  const visits = useVisits(request, { grows, isEnabled: !isStopped });
  const isCompared = place.comparison !== "off";
  const formerRange =
    place.comparison === "year" ? yearBefore(range, preferences.calendar) : shown.former;
  const requestBefore = { ...request, range: formerRange };
  const sumsBefore = useStatistics(requestBefore, {
    isEnabled: isCompared,
    isRead: !isStopped,
    grows: false,
  });
  const visitsBefore = useVisits(requestBefore, {
    isEnabled: isCompared && !isStopped,
    grows: false,
  });
  const isFiltered = Object.keys(place.filter).length > 0;
  useShortcuts({ escape: isFiltered || leave === undefined ? steering.clearFilter : leave });
  const isGone = [sums, visits].some(
    ({ error }) => error instanceof ApiFailure && error.status === 404,
  );
  useGone(scope, isGone);
  const isOne = "link" in scope || "qr" in scope;
  const before =
    isCompared && sumsBefore.data !== undefined
      ? { sums: sumsBefore.data, visits: visitsBefore.data, range: formerRange }
      : null;
  const failed = isGone ? undefined : [sums, visits].find(({ isError }) => isError);
  const figures = sums.data && { sums: sums.data, visits: visits.data, before };
  const bar = (
    <RangeBar
      steering={steering}
      shown={shown}
      hasVisitors={visits.data?.reading !== null || visits.data.steps.some(hasVisitors)}
    >
      {tools}
    </RangeBar>
  );
  return (
    <Stack gap="md">
      {isOne ? (
        <Group justify="space-between" align="flex-end">
          {lead}
          <Stack gap="sm" align="flex-end" className={classes.total}>
            {figures !== undefined && <Total {...figures} />}
            {bar}
          </Stack>
        </Group>
      ) : (
        <>
          <div>
            {lead}
            <HeadlineText scope={scope} shown={shown} />
          </div>
          {bar}
        </>
      )}
      {failed !== undefined && (
        <FailureNotice
          error={failed.error}
          retry={() => {
            void sums.refetch();
            void visits.refetch();
          }}
        />
      )}
      {figures === undefined ? (
        failed === undefined && <Loading />
      ) : (
        <>
          <FilterChips steering={steering} lists={(visits.data ?? figures.sums).lists} />
          <div role="status" className={classes.status}>
            {visits.data !== undefined && (
              <Reading
                statistics={visits.data}
                isStopped={isStopped}
                stop={() => setStopped(question)}
                resume={() => {
                  setStopped(null);
                  // What came as it was stopped may say that nothing is read.
                  void queries.invalidateQueries({ queryKey: ["statistics"] });
                }}
              />
            )}
          </div>
          {!isOne && <Tiles {...figures} />}
          <Figures
            {...figures}
            request={isStopped ? null : request}
            steering={steering}
            shown={shown}
            now={now}
            scope={scope}
            name={name}
            download={async () => downloadSteps(request)}
            side={side}
          />
        </>
      )}
    </Stack>
  );
}

/** A link that was deleted: its page looks again at once, and says so itself. */
function useGone(scope: Scope, isGone: boolean): void {
  const queries = useQueryClient();
  const link = "link" in scope ? scope.link : null;
  useEffect(() => {
    if (isGone && link !== null) void queries.invalidateQueries({ queryKey: ["link", link] });
  }, [queries, isGone, link]);
}

function hasVisitors({ visitors }: { readonly visitors: number | null }): boolean {
  return visitors !== null;
}

function useShown(place: Place, today: Day, first: Day): Shown {
  const { calendar } = usePreferences().preferences;
  return useMemo(() => {
    const range = place.range ?? rangeOf(place.preset ?? defaultPreset, today, first, calendar);
    const possible = stepsFor(range, today);
    const wanted = place.by ?? stepFor(range);
    const next = stepped(range, 1, calendar);
    return {
      range,
      preset: place.range === null ? (place.preset ?? defaultPreset) : null,
      today,
      steps: possible,
      step: possible.includes(wanted) ? wanted : (possible[0] ?? "day"),
      former: stepped(range, -1, calendar),
      next: next.from > today ? null : next,
    };
  }, [place.range, place.preset, place.by, today, first, calendar]);
}

function Loading() {
  const { t } = useTranslation();
  return (
    <Stack role="status" aria-label={t("common.loading")}>
      <Skeleton height={240} />
      <Skeleton height={240} />
    </Stack>
  );
}

interface FiguresProps {
  readonly sums: Statistics;
  readonly visits: Statistics | undefined;
  readonly before: {
    readonly sums: Statistics;
    readonly visits: Statistics | undefined;
    readonly range: Range;
  } | null;
  readonly steering: Steering;
  readonly shown: Shown;
  readonly now: string;
  readonly scope: Scope;
  readonly name: string;
  readonly download: () => Promise<DownloadedFile>;
  /** Null: nothing more is to be read. */
  readonly request: StatisticsRequest | null;
  readonly side: ReactNode;
}

function Figures(props: FiguresProps) {
  const { sums, visits, before, steering, shown, now, scope, name, download, side } = props;
  const { counted } = steering.place;
  const figures = visits ?? sums;
  const isOne = "link" in scope || "qr" in scope;
  const bots = <Bots lists={figures.lists} name={name} isCounted={steering.place.bots !== "out"} />;
  const lists = { lists: figures.lists, request: props.request, steering, name };
  return (
    <>
      {sums.clicks === 0 ? (
        <Nothing sums={sums} scope={scope} place={steering.place} />
      ) : (
        <OverTime
          scope={scope}
          steps={(counted === "visitors" ? figures : sums).steps}
          former={
            before === null
              ? null
              : {
                  steps: (counted === "visitors" ? (before.visits ?? before.sums) : before.sums)
                    .steps,
                  range: before.range,
                }
          }
          counted={counted}
          shown={shown}
          now={now}
          name={name}
          download={download}
        />
      )}
      <div className={side === undefined ? undefined : classes.sided}>
        <Stack gap="xl" miw={0}>
          <StoredClicksNote statistics={figures} />
          {figures.split !== null && <SplitResult split={figures.split} name={name} />}
          {isOne ? (
            <div className={classes.columns}>
              {sums.clicks !== 0 && (
                <>
                  <Countries {...lists} />
                  <CameFrom {...lists} />
                  <Who {...lists} />
                  <DecidedBy {...lists} />
                  <Week week={figures.week} name={name} />
                </>
              )}
              <Live scope={scope} name={name} now={now} />
              {bots}
            </div>
          ) : (
            <div className={classes.pair}>
              {sums.clicks !== 0 && (
                <Stack gap="xl" miw={0}>
                  <Top scope={scope} range={shown.range} />
                  <CameFrom {...lists} />
                  <Week week={figures.week} name={name} />
                </Stack>
              )}
              <Stack gap="xl" miw={0}>
                <Trends scope={scope} range={shown.range} />
                {sums.clicks !== 0 && <Countries {...lists} />}
                <Live scope={scope} name={name} now={now} />
              </Stack>
            </div>
          )}
          {!isOne && (
            <More hasFilter={Object.keys(steering.place.filter).length > 0}>
              {sums.clicks !== 0 && <Who {...lists} />}
              {sums.clicks !== 0 && <DecidedBy {...lists} />}
              {bots}
            </More>
          )}
        </Stack>
        {side}
      </div>
    </>
  );
}

function Nothing({
  sums,
  scope,
  place,
}: {
  readonly sums: Statistics;
  readonly scope: Scope;
  readonly place: Place;
}) {
  const { t } = useTranslation();
  const isOne = "link" in scope || "qr" in scope;
  const isChosen =
    place.bots !== "out" ||
    Object.keys(place.filter).length > 0 ||
    (!isOne && Object.keys(scope).length > 0);
  const why = isChosen ? "emptyFiltered" : sums.lastClick === null ? "never" : "empty";
  return (
    <EmptyState
      title={t(why === "never" ? "statistics.neverTitle" : "statistics.emptyTitle")}
      text={t(`statistics.${why}`)}
    />
  );
}

/** What is asked for less often; on paper all of it. */
function More({
  hasFilter,
  children,
}: {
  readonly hasFilter: boolean;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(hasFilter);
  return (
    <>
      <Button
        size="xs"
        className={classes.more ?? ""}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isOpen ? "statistics.less" : "statistics.more")}
      </Button>
      <div className={classes.pair} data-closed={!isOpen || undefined}>
        {children}
      </div>
    </>
  );
}
