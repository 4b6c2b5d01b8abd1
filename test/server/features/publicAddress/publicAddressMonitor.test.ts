import { fixedSettings } from "../../../../src/server/features/settings/settings.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  type ProofStep,
  untriedSteps,
} from "../../../../src/server/features/publicAddress/publicProof.ts";
import { createReach } from "../../../../src/server/features/publicAddress/publicAddressMonitor.ts";
import { testApp } from "../../../support/app.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const good: readonly ProofStep[] = untriedSteps.map((step) => ({ ...step, outcome: "ok" }));
const bad: readonly ProofStep[] = untriedSteps.map((step) => ({
  ...step,
  outcome: "failed",
  code: "timeout",
  message: "nothing answered within 5 seconds",
}));

const own = "https://go.example.org";
const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

/** Watches over an address, and counts how often it was tried. */
function watched(given: { base?: string; isAsked?: boolean } = {}) {
  const world = {
    base: own,
    isAsked: true,
    isDark: false,
    steps: good,
    tried: [] as string[],
    told: [] as string[],
    said: [] as string[],
    failsBy: null as Error | null,
    ...given,
  };
  const app = testApp({
    settings: {
      get shortBase() {
        return world.base;
      },
      get: (name) => fixedSettings({ "targets.ask": world.isAsked }).get(name),
    },
    store: {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      table: () => ({ get: () => ({ id: 1, isDark: world.isDark }) }) as never,
    },
    log: (line) => world.said.push(line),
    clock: () => Date.now(),
  });
  const reach = createReach(app, async (base) => {
    world.tried.push(base);
    if (world.failsBy !== null) throw world.failsBy;
    return world.steps;
  });
  reach.onChange(({ state, address }) => world.told.push(`${state} ${address}`));
  return { world, reach };
}

test("it is tried at the start, every five minutes while it answers and every minute else", async () => {
  const { world, reach } = watched();
  reach.begin();
  await minutes(0);
  expect([world.tried.length, world.told]).toEqual([1, [`reachable ${own}`]]);
  await minutes(4);
  expect(world.tried).toHaveLength(1);
  await minutes(1);
  expect(world.tried).toHaveLength(2);
  world.steps = bad;
  await minutes(5);
  expect([world.tried.length, world.told.at(-1)]).toEqual([3, `unreachable ${own}`]);
  expect(world.said).toEqual([
    `The public address ${own} isn't reachable: nothing answered within 5 seconds`,
  ]);
  await minutes(3);
  expect([world.tried.length, world.told.length, world.said.length]).toEqual([6, 2, 1]);
  reach.close();
  await minutes(10);
  expect(world.tried).toHaveLength(6);
});

test("a first failure is followed by a second try before anybody is told", async () => {
  const { world, reach } = watched();
  world.steps = bad;
  reach.begin();
  await minutes(0.2);
  expect([world.tried.length, reach.state().state, world.told]).toEqual([1, "unreachable", []]);
  await minutes(0.1);
  expect([world.tried.length, world.told]).toEqual([2, [`unreachable ${own}`]]);
  reach.close();
});

test("nothing is tried by itself offline, in the dark, or of this computer's own address", async () => {
  const offline = watched({ isAsked: false });
  const local = watched({ base: "http://127.0.0.1:4080" });
  const dark = watched();
  dark.world.isDark = true;
  for (const { reach } of [offline, local, dark]) reach.begin();
  await minutes(20);
  expect([offline, local, dark].map(({ world }) => world.tried)).toEqual([[], [], []]);
  dark.world.isDark = false;
  dark.reach.moved();
  await minutes(0);
  expect(dark.world.tried).toEqual([own]);
  offline.world.isAsked = true;
  await minutes(5);
  expect(offline.world.tried).toEqual([own]);
  for (const { reach } of [offline, local, dark]) reach.close();
});

test("another address is told at once, with what is known of it", async () => {
  const { world, reach } = watched();
  reach.begin();
  await minutes(0);
  const next = "https://next.example.org";
  await reach.check(next);
  expect([world.told, reach.state().address]).toEqual([[`reachable ${own}`], own]);
  world.base = next;
  reach.moved();
  expect(world.told.at(-1)).toBe(`reachable ${next}`);
  await minutes(0);
  const lost = "https://lost.example.org";
  world.steps = bad;
  await reach.check(lost);
  world.base = lost;
  reach.moved();
  expect(world.told.at(-1)).toBe(`unreachable ${lost}`);
  reach.close();
});

test("who asks while it is tried waits for the same answer", async () => {
  const { world, reach } = watched();
  await Promise.all([reach.check(), reach.check()]);
  expect(world.tried).toEqual([own]);
});

test("a verification that fails by mistake is logged, and the next one is tried all the same", async () => {
  const { world, reach } = watched();
  world.failsBy = new URIError("URI malformed");
  reach.begin();
  await minutes(0);
  reach.look();
  reach.moved();
  await minutes(0);
  expect(world.said[0]).toBe("The public address couldn't be verified: URI malformed");
  world.failsBy = null;
  reach.look();
  await minutes(0);
  expect(reach.state().state).toBe("reachable");
});
