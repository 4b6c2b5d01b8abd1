import { expect, test } from "vitest";
import { importRounds } from "./importRounds.ts";
import { isFull } from "../support/full.ts";

const kills = isFull ? 5 : 2;

test(`${kills} kills during imports lose no row that was acknowledged, and one undo takes each back`, async () => {
  const { losses, ...figures } = await importRounds(kills, 2000);
  console.log(`kill -9 during imports: ${JSON.stringify({ ...figures, losses: losses.length })}`);
  expect(losses).toEqual([]);
  expect(figures.kills).toBe(kills);
  // Kills that all came before the first row would prove nothing; two may.
  expect(figures.acknowledged).toBeGreaterThanOrEqual(isFull ? 1 : 0);
});
