import { useElementSize } from "@mantine/hooks";
import { type PointerEvent, useId, useState } from "react";
import { type Extent, isWeekend, type Step } from "../../features/statistics/range.ts";
import { useRangeWords } from "../../features/statistics/rangeWords.ts";
import { useFormat, useI18n, usePreferences } from "../../i18n/PreferencesProvider.tsx";
import classes from "./ClicksChart.module.css";
import { curveThrough, type Spot, ticksUpTo } from "./curve.ts";

export interface ChartPoint {
  /** A timestamp of the contract. */
  readonly date: string;
  readonly now: number;
  /** Drawn dashed where it isn't whole; not at all where it lies ahead. */
  readonly extent?: Extent;
  /** Said beside its date, for example "so far". */
  readonly remark?: string | null;
  /** The point of the other range, and its count. */
  readonly beforeDate?: string | undefined;
  readonly before?: number | undefined;
  /** Links that were created then: a signpost on the axis says so. */
  readonly created?: readonly string[] | undefined;
}

/** Pixels around the curve, with and without axes. */
const framed = { top: 12, right: 16, bottom: 26, left: 40 } as const;
const bare = { top: 8, right: 8, bottom: 2, left: 2 } as const;
const labelWidth = 64;

/** Clicks over time. Time runs from left to right in every language, as clocks do. */
export function ClicksChart({
  points,
  step,
  counted = "clicks",
  label,
  height,
  isBare = false,
}: {
  readonly points: readonly ChartPoint[];
  readonly step: Step;
  readonly counted?: "clicks" | "visitors";
  /** Describes the chart in a sentence; the numbers are in its table. */
  readonly label: string;
  readonly height: number;
  /** Without axes, for a narrow panel. */
  readonly isBare?: boolean;
}) {
  const { ref, width } = useElementSize();
  const [pointed, setPointed] = useState<number | null>(null);
  const gradient = useId();
  const format = useFormat();
  const words = useRangeWords();
  const weekendOf = usePreferences().preferences.language;
  const known = points.filter(({ extent }) => extent !== "ahead");
  const most = Math.max(1, ...points.flatMap(({ now, before = 0 }) => [now, before]));
  const ticks = ticksUpTo(most, isBare ? 2 : 4);
  const top = ticks.at(-1) ?? 1;
  const around = isBare ? bare : framed;
  const inner = Math.max(0, width - around.left - around.right);
  const floor = height - around.bottom;
  const gap = points.length > 1 ? inner / (points.length - 1) : inner;
  const xOf = (place: number) => around.left + (points.length > 1 ? place * gap : inner / 2);
  const yOf = (value: number) => floor - (value / top) * (floor - around.top);
  const spotOf = (value: number, place: number): Spot => ({ x: xOf(place), y: yOf(value) });
  const spots = known.map(({ now }, place) => spotOf(now, place));
  const last = spots.at(-1);
  const lastPoint = known.at(-1);
  const unfinished = unfinishedFrom(known);
  const every = Math.max(1, Math.ceil(labelWidth / Math.max(1, gap)));
  const point = (event: PointerEvent) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    const place = Math.round((event.clientX - left - around.left) / Math.max(1, gap));
    setPointed(Math.min(Math.max(place, 0), known.length - 1));
  };
  const shown = pointed === null ? undefined : known[pointed];
  const shownSpot = pointed === null ? undefined : spots[pointed];
  return (
    <div ref={ref} dir="ltr" role="img" aria-label={label} className={classes.chart}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          onPointerMove={point}
          onPointerLeave={() => setPointed(null)}
        >
          <linearGradient id={gradient} x1="0" x2="0" y1="0" y2="1">
            <stop offset="0" stopColor="var(--trail)" stopOpacity={0.28} />
            <stop offset="1" stopColor="var(--trail)" stopOpacity={0} />
          </linearGradient>
          {step === "day" &&
            !isBare &&
            points.map(
              ({ date }, place) =>
                isWeekend(date.slice(0, 10), weekendOf) && (
                  <rect
                    key={date}
                    data-weekend=""
                    x={Math.max(around.left, xOf(place) - gap / 2)}
                    y={around.top}
                    width={gap / (place === 0 || place === points.length - 1 ? 2 : 1)}
                    height={floor - around.top}
                  />
                ),
            )}
          {!isBare &&
            ticks.map((tick) => (
              <g key={tick}>
                <line x1={around.left} x2={width - around.right} y1={yOf(tick)} y2={yOf(tick)} />
                <text x={around.left - 8} y={yOf(tick)} dy="0.32em" textAnchor="end">
                  {format.number(tick)}
                </text>
              </g>
            ))}
          {!isBare &&
            points.map(
              ({ date }, place) =>
                place % every === 0 && (
                  <text key={date} x={xOf(place)} y={height - 4} textAnchor="middle">
                    {words.axis(step)(date)}
                  </text>
                ),
            )}
          {last !== undefined && (
            <>
              <path
                fill={`url(#${gradient})`}
                d={`${curveThrough(spots)}L${last.x} ${floor}L${xOf(0)} ${floor}Z`}
              />
              <path
                data-before=""
                d={curveThrough(
                  points.flatMap(({ before }, place) =>
                    before === undefined ? [] : [spotOf(before, place)],
                  ),
                )}
              />
              <Trail spots={spots} unfinished={unfinished} />
              <circle
                data-live={lastPoint?.extent === "soFar" || undefined}
                cx={last.x}
                cy={last.y}
                r={3.5}
              />
              {lastPoint?.extent === "soFar" && (
                <circle data-pulse="" cx={last.x} cy={last.y} r={3.5} />
              )}
            </>
          )}
          {points.map(
            ({ date, created }, place) =>
              created !== undefined && <Signpost key={date} x={xOf(place)} y={floor} />,
          )}
          {shownSpot !== undefined && (
            <>
              <line data-pointed="" x1={shownSpot.x} x2={shownSpot.x} y1={around.top} y2={floor} />
              <circle cx={shownSpot.x} cy={shownSpot.y} r={4} />
            </>
          )}
        </svg>
      )}
      {shown !== undefined && shownSpot !== undefined && (
        <Tip
          point={shown}
          momentOf={words.step(step)}
          counted={counted}
          at={shownSpot}
          isBeyondMiddle={shownSpot.x > width / 2}
        />
      )}
    </div>
  );
}

/** The place from which a line leads to points that aren't whole; the number of points where all are. */
function unfinishedFrom(points: readonly ChartPoint[]): number {
  const isPart = ({ extent }: ChartPoint) => extent === "soFar" || extent === "cut";
  const place = points.findLastIndex((point) => !isPart(point));
  return Math.max(0, place);
}

/** The line: solid as far as its points are whole, dashed at its ends. */
function Trail({
  spots,
  unfinished,
}: {
  readonly spots: readonly Spot[];
  readonly unfinished: number;
}) {
  const isPart = unfinished < spots.length - 1;
  const whole = isPart ? spots.slice(0, unfinished + 1) : spots;
  return (
    <>
      <path data-now="" d={curveThrough(whole)} />
      {isPart && (
        <path data-part="" strokeDasharray="2 4" d={curveThrough(spots.slice(unfinished))} />
      )}
    </>
  );
}

/** A small signpost that stands on the axis. */
function Signpost({ x, y }: Spot) {
  return (
    <path
      data-created=""
      transform={`translate(${x - 1} ${y - 14})`}
      d="M0 0h2v14h-2zM-3 1h9l3 2.5-3 2.5h-9z"
    />
  );
}

function Tip({
  point,
  momentOf,
  counted,
  at,
  isBeyondMiddle,
}: {
  readonly point: ChartPoint;
  readonly momentOf: (date: string) => string;
  readonly counted: "clicks" | "visitors";
  readonly at: Spot;
  readonly isBeyondMiddle: boolean;
}) {
  const { t, format } = useI18n();
  const countOf = (count: number) =>
    t(counted === "visitors" ? "statistics.visitorsOf" : "links.clicksOf", format.counted(count));
  const { now, date, remark, before, beforeDate, created } = point;
  return (
    <div
      className={classes.tip}
      dir="auto"
      style={{
        translate: isBeyondMiddle ? "calc(-100% - 12px)" : "12px",
        left: at.x,
        top: Math.max(0, at.y - 24),
      }}
    >
      <div>
        <strong>{countOf(now)}</strong> {momentOf(date)} {remark}
      </div>
      {before !== undefined && beforeDate !== undefined && (
        <div className="soft">
          {countOf(before)} {momentOf(beforeDate)}
        </div>
      )}
      {created !== undefined && (
        <div className="soft">
          {t("statistics.createdThen", format.counted(created.length))}{" "}
          <bdi dir="ltr">{created.slice(0, 3).join(", ")}</bdi>
          {created.length > 3 && "…"}
        </div>
      )}
    </div>
  );
}
