import { expect, onTestFinished, vi } from "vitest";
import { asking, type Body } from "../../api/changes/everything.ts";
import type { ServerOptions } from "../../../../src/app/index.ts";
import { createStandInTime } from "../../../support/standInTime.ts";
import { startTestServer, type TestServer } from "../../../support/server.ts";
import { type Receiver, startReceiver } from "../../../support/webhookReceiver.ts";

export const patience = { timeout: 20_000, interval: 10 };

/** A server whose time a test moves on, and a program that receives its events. */
export async function startHooked(options: Partial<ServerOptions> = {}) {
  const time = createStandInTime();
  const receiver = await startReceiver(time.clock);
  onTestFinished(() => receiver.close());
  const all = { clock: time.clock, alarm: time.alarm, random: () => 0, ...options };
  let server = await startTestServer(all);
  onTestFinished(() => server.stop());

  const { ask: owner, run, undo } = asking(() => server);

  async function addHook(body: object, to: Receiver = receiver): Promise<number> {
    const { data } = await owner("POST", "/api/webhook/add", {
      name: "Shop",
      url: to.url,
      private: to.place,
      ...body,
    });
    to.secret = (await owner("GET", `/api/webhook/${data.id}/secret`)).secret;
    return data.id;
  }

  async function addLink(body: object): Promise<number> {
    return (await owner("POST", "/api/url/add", { url: "https://shop.example/", ...body })).id;
  }

  return {
    time,
    receiver,
    owner,
    run,
    undo,
    addHook,
    addLink,
    server: () => server,
    hook: async (id: number): Promise<Body> => (await owner("GET", `/api/webhook/${id}`)).data,
    log: async (id: number): Promise<Body[]> =>
      (await owner("GET", `/api/webhook/${id}/deliveries?limit=1000`)).data.deliveries,
    /** Lets what was just changed be found. */
    found: () => time.pass(100),
    /** Once the receiver has got so many events. */
    got: async (count: number, by: Receiver = receiver): Promise<Body[]> => {
      await vi.waitFor(() => expect(by.received.length).toBeGreaterThanOrEqual(count), patience);
      expect(by.received.length).toBe(count);
      return by.received.map(({ event }) => event);
    },
    /** Once the log says so. */
    until: async (hook: number, expected: object): Promise<void> => {
      await vi.waitFor(async () => {
        const { data } = await owner("GET", `/api/webhook/${hook}/deliveries?limit=1`);
        expect(data.deliveries[0]).toMatchObject(expected);
      }, patience);
    },
    restart: async (
      others: Partial<ServerOptions> = {},
      meanwhile: () => void = () => undefined,
    ): Promise<void> => {
      const { dataDir } = server;
      await server.close();
      meanwhile();
      server = keepsFolder(await startTestServer({ ...all, ...others, dataDir }), server);
    },
  };
}

/** The first server's stop removes the folder. */
function keepsFolder(next: TestServer, first: TestServer): TestServer {
  return {
    ...next,
    get baseUrl() {
      return next.baseUrl;
    },
    async stop() {
      await next.close();
      await first.stop();
    },
  };
}
