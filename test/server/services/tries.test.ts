import { expect, test } from "vitest";
import { createTries } from "../../../src/server/services/tries.ts";

const minute = 60_000;

test("ten tries in ten minutes, and each becomes free ten minutes after it was used", () => {
  let now = 0;
  const tries = createTries({ clock: () => now });
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
  const tries = createTries({ clock: () => 0 });
  for (let count = 0; count < 100; count += 1) {
    const begun = tries.begin("one");
    if (begun.mayGoOn) begun.giveBack();
  }
  expect(tries.begin("one").mayGoOn).toBe(true);
});

test("a flood of visitors is forgotten, the ones who tried longest ago first", () => {
  let now = 0;
  const tries = createTries({ clock: () => now });
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
