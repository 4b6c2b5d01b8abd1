import { environmentManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, queryClient } from "../../../../../src/renderer/app/client/api.ts";
import { reachQuery } from "../../../../../src/renderer/features/settings/sections/reach.ts";

const isServer = environmentManager.isServer();

beforeEach(() => {
  vi.useFakeTimers();
  // On a server nothing is looked at again.
  environmentManager.setIsServer(() => false);
});
afterEach(() => {
  queryClient.clear();
  environmentManager.setIsServer(() => isServer);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** What Home and the foot of the navigation see, for as long as one of them is in view. */
function watched(states: readonly { readonly state: string; readonly checking: boolean }[]) {
  let asked = 0;
  vi.spyOn(api, "call").mockImplementation((async () => {
    asked += 1;
    return { data: states[Math.min(asked, states.length) - 1] };
  }) as never);
  const observer = new QueryObserver(queryClient, reachQuery);
  const leave = observer.subscribe(() => undefined);
  return { asked: () => asked, shown: () => observer.getCurrentResult().data?.state, leave };
}

test("what can be reached is looked at every five seconds, so that a change from elsewhere shows", async () => {
  const { asked, shown, leave } = watched([
    { state: "reachable", checking: false },
    { state: "paused", checking: false },
  ]);
  await vi.advanceTimersByTimeAsync(4_900);
  expect([asked(), shown()]).toEqual([1, "reachable"]);
  await vi.advanceTimersByTimeAsync(200);
  expect([asked(), shown()]).toEqual([2, "paused"]);
  leave();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked()).toBe(2);
});

test("while the public address is being asked, every second", async () => {
  const { asked, shown, leave } = watched([
    { state: "unverified", checking: true },
    { state: "reachable", checking: false },
  ]);
  await vi.advanceTimersByTimeAsync(1_100);
  expect([asked(), shown()]).toEqual([2, "reachable"]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked()).toBe(2);
  leave();
});
