import { LineChart } from "@mantine/charts";
// oxlint-disable-next-line import/no-unassigned-import -- its styles come with it, not with the first load
import "@mantine/charts/styles.layer.css";
import classes from "./ChartPanel.module.css";
import type { Extent } from "../../features/statistics/range.ts";

export interface LinePoint {
  /** A timestamp of the contract. */
  readonly date: string;
  readonly now: number;
  /** Drawn dashed where it isn't whole; not at all where it lies ahead. */
  readonly extent: Extent;
  /** What there is to say of that. */
  readonly remark: string | null;
  /** When the former one was, and how many it had. */
  readonly beforeDate?: string | undefined;
  readonly before?: number | undefined;
}

interface Words {
  readonly axis: (date: string) => string;
  readonly moment: (date: string) => string;
  readonly count: (value: number) => string;
  readonly number: (value: number) => string;
}

/** Time runs from left to right in every language, as clocks and calendars' numbers do. */
export function ClickLine({
  points,
  words,
  label,
  height,
}: {
  readonly points: readonly LinePoint[];
  readonly words: Words;
  /** What it shows, in a sentence; the numbers stand in its table. */
  readonly label: string;
  readonly height: number;
}) {
  const isDashed = (place: number) =>
    points[place]?.extent === "soFar" || points[place]?.extent === "cut";
  const data = points.map(({ date, now, extent, before }, place) => ({
    date,
    before,
    now: extent === "whole" ? now : null,
    // The line to it and from it as well.
    part: extent !== "ahead" && [place - 1, place, place + 1].some(isDashed) ? now : null,
  }));
  const hasBefore = points.some(({ before }) => before !== undefined);
  return (
    <div dir="ltr" role="img" aria-label={label} className={classes.chart}>
      <LineChart
        h={height}
        data={data}
        dataKey="date"
        series={[
          ...(hasBefore
            ? [{ name: "before", color: "var(--data-before)", strokeDasharray: "4 4" }]
            : []),
          { name: "now", color: "var(--data)" },
          { name: "part", color: "var(--data)", strokeDasharray: "2 4" },
        ]}
        curveType="linear"
        withDots={points.length === 1}
        activeDotProps={{ r: 4 }}
        connectNulls={false}
        strokeDasharray="0"
        gridColor="var(--line)"
        textColor="var(--ink-soft)"
        tickLine="none"
        accessibilityLayer={false}
        valueFormatter={words.number}
        xAxisProps={{
          tickFormatter: words.axis,
          minTickGap: 24,
          interval: "equidistantPreserveStart",
        }}
        yAxisProps={{ allowDecimals: false, width: "auto" }}
        // The numbers stand ten pixels left of where the axis has room for them; half of the last day's name stands beyond its point.
        lineChartProps={{ margin: { top: 8, right: 24, bottom: 0, left: 10 } }}
        lineProps={{ isAnimationActive: false }}
        tooltipProps={{ content: <Tip points={points} words={words} /> }}
      />
    </div>
  );
}

/** The chart says what is pointed at by `label`. */
function Tip({
  points,
  words,
  label,
}: {
  readonly points: readonly LinePoint[];
  readonly words: Words;
  readonly label?: unknown;
}) {
  const point = points.find(({ date }) => date === label);
  if (point === undefined || point.extent === "ahead") return null;
  return (
    <div className={classes.tip} dir="auto">
      <div>
        <span className={classes.sign} data-now />
        <strong>{words.count(point.now)}</strong>
        <span className="soft">{words.moment(point.date)}</span>
        {point.remark !== null && <span className="soft">{point.remark}</span>}
      </div>
      {point.before !== undefined && point.beforeDate !== undefined && (
        <div>
          <span className={classes.sign} />
          <strong>{words.count(point.before)}</strong>
          <span className="soft">{words.moment(point.beforeDate)}</span>
        </div>
      )}
    </div>
  );
}
