import { expect, test } from "vitest";
import { drainRounds } from "./drainRounds.ts";
import { isFull } from "../support/full.ts";

const kills = isFull ? 5 : 3;

test(`${kills} kills while a mirror’s clicks are taken, on a network that loses calls, count each exactly once`, async () => {
  const { losses, ...figures } = await drainRounds(kills, 2000);
  console.log(`kill -9 during drains: ${JSON.stringify({ ...figures, losses: losses.length })}`);
  expect(losses).toEqual([]);
  expect(figures.kills).toBe(kills);
  // Kills after everything was taken would prove nothing; of a few, all may come that late.
  expect(figures.cutOff).toBeGreaterThanOrEqual(isFull ? 1 : 0);
  expect(figures.cuts).toBeGreaterThanOrEqual(isFull ? 1 : 0);
});
