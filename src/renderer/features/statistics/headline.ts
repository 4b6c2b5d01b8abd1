import { addDays, type Day, weekdayOf } from "../../i18n/days.ts";
import { lengthOf, type Range } from "./range.ts";

/** The one sentence above the numbers, as far as they bear it out. */
export type Headline =
  /** Today has more clicks than any such weekday before. */
  | { readonly kind: "bestWeekday"; readonly clicks: number }
  /** Yesterday had more than any day of so many before it. */
  | { readonly kind: "bestDay"; readonly clicks: number; readonly days: number }
  | { readonly kind: "today"; readonly clicks: number }
  /** The range beside the one before it. */
  | { readonly kind: "change"; readonly clicks: number; readonly before: number };

/** Fewer clicks are no record, and fewer weeks no comparison. */
const leastRecord = 10;
const leastWeeks = 4;
const bestDaySpan = 30;

/** Clicks by day. A day that is missing isn't known. */
export type Days = ReadonlyMap<Day, number>;

/** What can be said truly of a range that ends today; null: nothing that is worth a sentence. */
export function headlineOf(
  days: Days,
  { range, former, today }: { readonly range: Range; readonly former: Range; readonly today: Day },
): Headline | null {
  if (range.to !== today) return null;
  const now = days.get(today) ?? 0;
  const sameWeekdays = [...days].filter(
    ([day, clicks]) => day < today && clicks > 0 && weekdayOf(day) === weekdayOf(today),
  );
  if (
    now >= leastRecord &&
    sameWeekdays.length >= leastWeeks &&
    sameWeekdays.every(([, clicks]) => clicks < now)
  )
    return { kind: "bestWeekday", clicks: now };
  const yesterday = addDays(today, -1);
  const latest = days.get(yesterday) ?? 0;
  const before = Array.from({ length: bestDaySpan - 1 }, (_, place) =>
    days.get(addDays(yesterday, -1 - place)),
  );
  if (latest >= leastRecord && before.every((clicks) => clicks !== undefined && clicks < latest))
    return { kind: "bestDay", clicks: latest, days: bestDaySpan };
  // A day that isn't over can't be held against a whole one.
  if (range.from === today) return now === 0 ? null : { kind: "today", clicks: now };
  const sums = [sumOf(days, range), sumOf(days, former)] as const;
  if (sums[0] === null || sums[1] === null || sums[0] === 0) return null;
  return { kind: "change", clicks: sums[0], before: sums[1] };
}

function sumOf(days: Days, range: Range): number | null {
  let sum = 0;
  for (let place = 0; place < lengthOf(range); place += 1) {
    const clicks = days.get(addDays(range.from, place));
    if (clicks === undefined) return null;
    sum += clicks;
  }
  return sum;
}
