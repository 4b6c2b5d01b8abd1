import { expect, test } from "vitest";
import { drainRounds } from "./drainRounds.ts";

test("five kills while a mirror’s clicks are taken, on a network that loses calls, count each exactly once", async () => {
  const { losses, ...figures } = await drainRounds(5, 2000);
  console.log(`kill -9 during drains: ${JSON.stringify({ ...figures, losses: losses.length })}`);
  expect(losses).toEqual([]);
  expect(figures.kills).toBe(5);
  // Kills after everything was taken would prove nothing.
  expect(figures.cutOff).toBeGreaterThan(0);
  expect(figures.cuts).toBeGreaterThan(0);
});
