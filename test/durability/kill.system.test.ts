import { expect, test } from "vitest";
import { killRounds } from "./killRounds.ts";

test("twenty kills during writes by ten scripts and visits lose nothing that was acknowledged", async () => {
  const { losses, ...figures } = await killRounds(20);
  console.log(`kill -9: ${JSON.stringify({ ...figures, losses: losses.length })}`);
  expect(losses).toEqual([]);
  expect(figures.kills).toBe(20);
  // A run in which hardly anything was written would prove nothing.
  expect(figures.creates).toBeGreaterThan(200);
  expect(figures.updates).toBeGreaterThan(10);
  expect(figures.deletes).toBeGreaterThan(10);
  expect(figures.clicks).toBeGreaterThan(100);
});
