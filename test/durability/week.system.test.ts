import { expect, test } from "vitest";
import { weekOffline } from "./weekOffline.ts";

test("a week without a network: one command later home and edge agree, as told beforehand", async () => {
  const { faults, ...figures } = await weekOffline({ links: 50, changes: 140, clicks: 350 });
  console.log(`a week offline: ${JSON.stringify(figures)}`);
  expect(faults).toEqual([]);
  expect(figures.lines).toBe(350);
  expect(figures.rows).toBeGreaterThan(70);
});
