import { expect, test } from "vitest";
import { createTurns } from "../../../src/server/services/turns.ts";

function setUp() {
  let now = 0;
  const waiting: { readonly milliseconds: number; readonly release: () => void }[] = [];
  const turns = createTurns({
    clock: () => now,
    wait: (milliseconds) =>
      new Promise((release) => {
        waiting.push({ milliseconds, release });
      }),
  });
  return {
    turns,
    waiting,
    later: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

test("ten tries on a link go at once, the next ones two seconds apart, the rest is sent away", async () => {
  const { turns, waiting } = setUp();
  for (let count = 0; count < 10; count += 1) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await turns.take(1)).toBe(true);
  }
  const late = Array.from({ length: 8 }, () => turns.take(1));
  expect(await turns.take(1)).toBe(false);
  expect(await turns.take(2)).toBe(true);
  expect(waiting.map(({ milliseconds }) => milliseconds)).toEqual([
    2_000, 4_000, 6_000, 8_000, 10_000, 12_000, 14_000, 16_000,
  ]);
  for (const { release } of waiting) release();
  expect(await Promise.all(late)).toEqual(Array.from({ length: 8 }, () => true));
});

test("after ten quiet minutes a link is as it was, and right tries don't slow it", async () => {
  const { turns, waiting, later } = setUp();
  for (let count = 0; count < 50; count += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await turns.take(1);
    turns.giveBack(1);
  }
  for (let count = 0; count < 10; count += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await turns.take(1);
  }
  later(600_000);
  expect(await turns.take(1)).toBe(true);
  expect(waiting).toEqual([]);
});
