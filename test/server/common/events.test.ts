import type { PublicState } from "../../../src/contract/server/reach.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createServiceEvents, type ServiceEvent } from "../../../src/server/common/events.ts";
import { startTestServer, type TestServer } from "../../support/server.ts";
import type { Store } from "../../../src/server/store/store.ts";
import { testApp } from "../../support/app.ts";

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
    let say: (now: { state: PublicState; address: string }) => void = () => undefined;
    let isLow = false;
    const told: ServiceEvent[] = [];
    const diskFull = { code: "service.diskFull", message: "", values: {} } as const;
    const app = testApp({
      store: {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        links: { watch: () => undefined } as unknown as Store["links"],
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        clicks: { notices: () => (isLow ? [diskFull] : []) } as unknown as Store["clicks"],
      },
      reach: {
        onChange(heard) {
          say = heard;
          return () => {
            say = () => undefined;
          };
        },
      },
    });
    const events = createServiceEvents(app, 1_000);
    const address = "https://go.example.org";
    say({ state: "answering", address });
    events.on((event) => told.push(event));
    vi.advanceTimersByTime(3_000);
    expect(told).toEqual([]);
    say({ state: "silent", address });
    isLow = true;
    vi.advanceTimersByTime(3_000);
    expect(told).toEqual([
      { kind: "publicAddress", state: "silent", address: "https://go.example.org" },
      { kind: "disk", isLow: true },
    ]);
    events.close();
    say({ state: "answering", address });
    vi.advanceTimersByTime(3_000);
    expect(told).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});
