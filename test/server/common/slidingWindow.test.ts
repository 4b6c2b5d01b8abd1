import { expect, test } from "vitest";
import { createSlidingWindow } from "../../../src/server/common/slidingWindow.ts";

const minute = 60_000;
const tenInTenMinutes = { most: 10, time: 10 * minute };

test("ten tries in ten minutes, and each becomes free ten minutes after it was used", () => {
  let now = 0;
  const tries = createSlidingWindow({ ...tenInTenMinutes, clock: () => now });
  for (let count = 0; count < 10; count += 1) {
    expect(tries.begin("one").mayGoOn).toBe(true);
    now += 30_000;
  }
  expect(tries.begin("one")).toEqual({ mayGoOn: false, retryAfter: 300 });
  expect(tries.begin("other").mayGoOn).toBe(true);
  now = 10 * minute;
  expect(tries.begin("one").mayGoOn).toBe(true);
  expect(tries.begin("one")).toEqual({ mayGoOn: false, retryAfter: 30 });
});

test("a try that is given back doesn't count", () => {
  const tries = createSlidingWindow({ ...tenInTenMinutes, clock: () => 0 });
  for (let count = 0; count < 100; count += 1) {
    const begun = tries.begin("one");
    if (begun.mayGoOn) begun.giveBack();
  }
  expect(tries.begin("one").mayGoOn).toBe(true);
});

test("a flood of visitors is forgotten, the ones who tried longest ago first", () => {
  let now = 0;
  const tries = createSlidingWindow({ ...tenInTenMinutes, clock: () => now });
  const useUp = (visitor: string) => {
    for (let count = 0; count < 10; count += 1) tries.begin(visitor);
  };
  useUp("first");
  for (let count = 0; count < 9_999; count += 1) tries.begin(`visitor ${count}`);
  expect(tries.begin("first").mayGoOn).toBe(false);
  now = 1;
  for (let count = 0; count < 10; count += 1) tries.begin(`late ${count}`);
  expect(tries.begin("first").mayGoOn).toBe(true);
});

test("tries of a former run count as long as they would have, and whoever has none is forgotten", () => {
  let now = 20 * minute;
  const tries = createSlidingWindow({ ...tenInTenMinutes, clock: () => now });
  for (let count = 0; count < 10; count += 1) {
    tries.remember("old", 9 * minute);
    tries.remember("new", 11 * minute);
  }
  expect(tries.begin("old").mayGoOn).toBe(true);
  expect(tries.begin("new")).toEqual({ mayGoOn: false, retryAfter: 60 });
  now += minute;
  expect(tries.begin("new").mayGoOn).toBe(true);
});
