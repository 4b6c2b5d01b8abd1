import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  createServiceEvents,
  type PublicState,
  type ServiceEvent,
} from "../../../src/server/services/events.ts";
import { startTestServer, type TestServer } from "../../support/server.ts";

let service: TestServer;
beforeEach(async () => {
  service = await startTestServer();
});
afterEach(() => service.stop());

test("a link that a script made is told, one from the window or the command line is not", async () => {
  const told: ServiceEvent[] = [];
  const stop = service.onEvent((event) => told.push(event));
  const add = (key: string, url: string, client?: string) =>
    fetch(`${service.baseUrl}/api/url/add`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        ...(client === undefined ? {} : { "waypost-client": client }),
      },
      body: JSON.stringify({ url }),
    }).then((answer) => answer.json() as Promise<{ id: number; shorturl: string }>);

  const { id, shorturl } = await add(service.apiKey, "https://example.org/script");
  await add(service.localKey, "https://example.org/window", "window");
  await add(service.localKey, "https://example.org/cli", "cli");
  expect(told).toEqual([{ kind: "linkMade", id, shortUrl: shorturl }]);

  stop();
  await add(service.apiKey, "https://example.org/later");
  expect(told).toHaveLength(1);
  expect(service.runningJobs()).toBe(0);
});

test("a change of the public address and of the disk is told once", () => {
  vi.useFakeTimers();
  try {
    let state: PublicState = "unproved";
    let isLow = false;
    const told: ServiceEvent[] = [];
    const events = createServiceEvents({
      links: { watch: () => undefined },
      shortUrl: () => "",
      origin: () => undefined,
      publicAddress: () => ({ state, address: "https://go.example.org" }),
      isDiskLow: () => isLow,
      every: 1_000,
    });
    state = "answering";
    events.on((event) => told.push(event));
    vi.advanceTimersByTime(3_000);
    expect(told).toEqual([]);
    state = "silent";
    isLow = true;
    vi.advanceTimersByTime(3_000);
    expect(told).toEqual([
      { kind: "publicAddress", state: "silent", address: "https://go.example.org" },
      { kind: "disk", isLow: true },
    ]);
    events.close();
    state = "answering";
    vi.advanceTimersByTime(3_000);
    expect(told).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});
