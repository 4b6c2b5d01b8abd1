import { Skeleton } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { createAgo } from "../../i18n/ago.ts";
import { ApiFailure, type DownloadedFile } from "../../app/client/client.ts";
import type { Day } from "../../i18n/days.ts";
import { localeOf } from "../../i18n/format.ts";
import { useFormat, usePreferences } from "../../i18n/PreferencesProvider.tsx";
import { useMinute } from "../../app/client/queries.ts";
import { EmptyState } from "../../ui/messages/EmptyState.tsx";
import { FailureNotice } from "../../ui/messages/FailureNotice.tsx";
import { useShortcuts } from "../../app/frame/shortcuts.ts";
import { Countries } from "./Countries.tsx";
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
import { Tiles } from "./Tiles.tsx";
import { Bots, CameFrom, Who } from "./TopLists.tsx";
import { Week } from "./Week.tsx";

/** Clicks of a link, of some links or of all, over any days. */
export function StatisticsView({
  scope,
  first,
  name,
  leave,
  children,
}: {
  readonly scope: Scope;
  /** The first day that can have a click. */
  readonly first: Day;
  /** What its files are called. */
  readonly name: string;
  /** What Esc does once no filter is set. */
  readonly leave?: (() => void) | undefined;
  /** What stands under its charts. */
  readonly children?: (range: Range) => ReactNode;
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
  if (sums.data === undefined)
    return (
      <div className={classes.view}>
        <RangeBar steering={steering} shown={shown} hasVisitors />
        {sums.isError && !isGone ? (
          <FailureNotice error={sums.error} retry={() => void sums.refetch()} />
        ) : (
          <Loading />
        )}
      </div>
    );
  const failed = [sums, visits].find(({ isError }) => isError);
  return (
    <div className={classes.view}>
      <RangeBar
        steering={steering}
        shown={shown}
        hasVisitors={visits.data?.reading !== null || visits.data.steps.some(hasVisitors)}
      />
      <FilterChips steering={steering} lists={(visits.data ?? sums.data).lists} />
      {failed !== undefined && !isGone && (
        <FailureNotice
          error={failed.error}
          retry={() => {
            void sums.refetch();
            void visits.refetch();
          }}
        />
      )}
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
      <Figures
        request={isStopped ? null : request}
        sums={sums.data}
        visits={visits.data}
        before={
          isCompared && sumsBefore.data !== undefined
            ? { sums: sumsBefore.data, visits: visitsBefore.data, range: formerRange }
            : null
        }
        steering={steering}
        shown={shown}
        isLive={grows}
        now={now}
        scope={scope}
        name={name}
        download={async () => downloadSteps(request)}
      />
      {children?.(range)}
    </div>
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
    <div className={classes.view} aria-label={t("common.loading")} role="status">
      <Skeleton height={72} />
      <Skeleton height={240} />
      <Skeleton height={240} />
    </div>
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
  readonly isLive: boolean;
  readonly now: string;
  readonly scope: Scope;
  readonly name: string;
  readonly download: () => Promise<DownloadedFile>;
  /** Null: nothing more is to be read. */
  readonly request: StatisticsRequest | null;
}

function Figures(props: FiguresProps) {
  const { sums, visits, before, steering, shown, isLive, now, scope, name, download } = props;
  const { request } = props;
  const { t } = useTranslation();
  const { preferences } = usePreferences();
  const format = useFormat();
  const ago = useMemo(() => createAgo(localeOf(preferences)), [preferences]);
  const { counted } = steering.place;
  const figures = visits ?? sums;
  const isNever = sums.lastClick === null;
  const isEmpty = sums.clicks === 0;
  const isOne = "link" in scope || "qr" in scope;
  const isChosen =
    steering.place.bots !== "out" ||
    Object.keys(steering.place.filter).length > 0 ||
    (!isOne && Object.keys(scope).length > 0);
  const why = isChosen ? "emptyFiltered" : isNever ? "never" : "empty";
  return (
    <>
      <Tiles
        sums={sums}
        visits={visits}
        before={before}
        isLive={isLive}
        ago={(timestamp) => ago(timestamp, now) ?? format.day(timestamp)}
      />
      {isEmpty ? (
        <EmptyState
          title={t(why === "never" ? "statistics.neverTitle" : "statistics.emptyTitle")}
          text={t(`statistics.${why}`)}
        />
      ) : (
        <>
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
          <StoredClicksNote statistics={figures} />
          <Countries lists={figures.lists} request={request} steering={steering} name={name} />
          <div className={classes.pair}>
            <CameFrom lists={figures.lists} request={request} steering={steering} name={name} />
            <Who lists={figures.lists} request={request} steering={steering} name={name} />
          </div>
        </>
      )}
      <div className={classes.pair}>
        {!isEmpty && <Week week={figures.week} name={name} />}
        <Live scope={scope} name={name} now={now} />
      </div>
      <Bots lists={figures.lists} name={name} isCounted={steering.place.bots !== "out"} />
    </>
  );
}
