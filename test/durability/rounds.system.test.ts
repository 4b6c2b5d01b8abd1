import { expect, test, describe } from "vitest";
import { drainRounds } from "./drainRounds.ts";
import { hookRounds } from "./hookRounds.ts";
import { isFull } from "../support/full.ts";
import { importRounds } from "./importRounds.ts";
import { limitRounds } from "./limitRounds.ts";
import { killRounds } from "./killRounds.ts";
import { weekOffline } from "./weekOffline.ts";
import { hostileFiles } from "./hostileFiles.ts";
import { allCases, attackCases, sampleOf } from "./hostileLengths.ts";
import { hostileReading, mostGrowth } from "./hostileReading.ts";

describe("drain", () => {
  const kills = isFull ? 5 : 2;

  test(`${kills} kills while a mirror’s clicks are taken, on a network that loses calls, count each exactly once`, async () => {
    const { losses, ...figures } = await drainRounds(kills, 2000);
    console.log(`kill -9 during drains: ${JSON.stringify({ ...figures, losses: losses.length })}`);
    expect(losses).toEqual([]);
    expect(figures.kills).toBe(kills);
    // Kills after everything was taken would prove nothing; of a few, all may come that late.
    expect(figures.cutOff).toBeGreaterThanOrEqual(isFull ? 1 : 0);
    expect(figures.cuts).toBeGreaterThanOrEqual(isFull ? 1 : 0);
  });
});

describe("import", () => {
  const kills = isFull ? 5 : 2;

  test(`${kills} kills during imports lose no row that was acknowledged, and one undo takes each back`, async () => {
    const { losses, ...figures } = await importRounds(kills, 2000);
    console.log(`kill -9 during imports: ${JSON.stringify({ ...figures, losses: losses.length })}`);
    expect(losses).toEqual([]);
    expect(figures.kills).toBe(kills);
    // Kills that all came before the first row would prove nothing; two may.
    expect(figures.acknowledged).toBeGreaterThanOrEqual(isFull ? 1 : 0);
  });
});

describe.each([
  ["this computer", "home"],
  ["a copy on a server", "copy"],
] as const)("click limit, counted by %s", (_, at) => {
  const kills = isFull ? 50 : 2;

  test(`${kills} kills while 50 people come to a link for ten let nobody through who is one too many`, async () => {
    const { faults, ...figures } = await limitRounds(at, kills);
    console.log(`kill -9 at a click limit, ${at}: ${JSON.stringify(figures)}`);
    expect(faults).toEqual([]);
    expect(figures.kills).toBe(kills);
    // Kills that all came too early or too late would prove nothing; a few may.
    expect(figures.cutOff).toBeGreaterThanOrEqual(isFull ? 10 : 0);
  });
});

describe("kill", () => {
  const kills = isFull ? 20 : 3;

  test(`${kills} kills during writes by ten scripts and visits lose nothing that was acknowledged`, async () => {
    const { losses, ...figures } = await killRounds(kills);
    console.log(`kill -9: ${JSON.stringify({ ...figures, losses: losses.length })}`);
    expect(losses).toEqual([]);
    expect(figures.kills).toBe(kills);
  });
});

describe("webhook", () => {
  const kills = isFull ? 50 : 2;

  test(`${kills} kills while events are sent leave no acknowledged link and no answered click untold`, async () => {
    const { losses, ...figures } = await hookRounds(kills);
    console.log(`kill -9 of webhooks: ${JSON.stringify({ ...figures, losses: losses.length })}`);
    expect(losses).toEqual([]);
    expect(figures.kills).toBe(kills);
    // A run in which hardly anything was written would prove nothing.
    expect(figures.creates).toBeGreaterThan(kills);
    expect(figures.clicks).toBeGreaterThan(kills);
  });
});

test("a week without a network: one command later home and edge agree, as told beforehand", async () => {
  const { faults, ...figures } = await weekOffline({ links: 50, changes: 140, clicks: 350 });
  console.log(`a week offline: ${JSON.stringify(figures)}`);
  expect(faults).toEqual([]);
  expect(figures.lines).toBe(350);
  expect(figures.rows).toBeGreaterThan(70);
});

test("files that are made to hurt take little memory, and end in words", async () => {
  // Blocks are measured where nothing else runs: npm run torture.
  const { faults, ...figures } = await hostileFiles(3, () => {}, { memory: 200, block: 1000 });
  console.log(`hostile files: ${JSON.stringify(figures)}`);
  expect(faults).toEqual([]);
});

// All of them, and how long visits take meanwhile: hostileLengths.full.test.ts.
test("files with a MiB of one character in any place are answered in words, in bounded memory", async () => {
  const sample = [...sampleOf(allCases(), 6, 1), ...attackCases().slice(0, 2)];
  const { faults, ...figures } = await hostileReading(sample);
  console.log(`hostile lengths: ${JSON.stringify(figures)}`);
  expect(faults).toEqual([]);
  expect(figures.growth ?? 0).toBeLessThan(mostGrowth);
});
