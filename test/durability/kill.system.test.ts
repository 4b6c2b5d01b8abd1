import { expect, test } from "vitest";
import { killRounds } from "./killRounds.ts";
import { isFull } from "../support/full.ts";

const kills = isFull ? 20 : 5;

test(`${kills} kills during writes by ten scripts and visits lose nothing that was acknowledged`, async () => {
  const { losses, ...figures } = await killRounds(kills);
  console.log(`kill -9: ${JSON.stringify({ ...figures, losses: losses.length })}`);
  expect(losses).toEqual([]);
  expect(figures.kills).toBe(kills);
  // A run in which hardly anything was written would prove nothing.
  expect(figures.creates).toBeGreaterThan(10 * kills);
  expect(figures.updates).toBeGreaterThan(kills / 2);
  expect(figures.deletes).toBeGreaterThan(kills / 2);
  expect(figures.clicks).toBeGreaterThan(5 * kills);
});
