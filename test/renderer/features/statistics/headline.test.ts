import { expect, test } from "vitest";
import { headlineOf } from "../../../../src/renderer/features/statistics/headline.ts";
import { addDays } from "../../../../src/renderer/i18n/days.ts";

const today = "2026-11-26";
const month = { range: { from: addDays(today, -29), to: today }, today };
const former = { from: addDays(today, -59), to: addDays(today, -30) };

/** So many clicks on each of the last hundred days, but for those that are named by how long ago they were. */
function daysWith(clicks: number, others: Readonly<Record<number, number>> = {}) {
  return new Map(
    Array.from({ length: 100 }, (_, ago) => [addDays(today, -ago), others[ago] ?? clicks]),
  );
}

test.each([
  ["today beats every such weekday", daysWith(20, { 0: 21 }), { kind: "bestWeekday", clicks: 21 }],
  ["a tie is no record", daysWith(20), { kind: "change", clicks: 600, before: 600 }],
  [
    "yesterday beats the month before it",
    daysWith(20, { 0: 3, 1: 30 }),
    { kind: "bestDay", clicks: 30, days: 30 },
  ],
  [
    "few clicks are no record",
    daysWith(2, { 0: 9, 1: 8 }),
    { kind: "change", clicks: 73, before: 60 },
  ],
  ["no clicks say nothing", daysWith(0), null],
])("headlineOf: %s", (_, days, expected) => {
  expect(headlineOf(days, { ...month, former })).toEqual(expected);
});

test("headlineOf holds no unfinished day against a whole one, and says nothing of former ranges", () => {
  const days = daysWith(20, { 0: 5 });
  const one = { from: today, to: today };
  const before = { from: addDays(today, -1), to: addDays(today, -1) };
  expect(headlineOf(days, { range: one, former: before, today })).toEqual({
    kind: "today",
    clicks: 5,
  });
  expect(headlineOf(days, { range: before, former: before, today })).toBeNull();
});
