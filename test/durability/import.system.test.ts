import { expect, test } from "vitest";
import { importRounds } from "./importRounds.ts";

test("five kills during imports lose no row that was acknowledged, and one undo takes each back", async () => {
  const { losses, ...figures } = await importRounds(5, 2000);
  console.log(`kill -9 during imports: ${JSON.stringify({ ...figures, losses: losses.length })}`);
  expect(losses).toEqual([]);
  expect(figures.kills).toBe(5);
  // Kills that all came before the first row would prove nothing.
  expect(figures.acknowledged).toBeGreaterThan(0);
});
