import { connect } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { startReceiver } from "../../../support/webhookReceiver.ts";
import { patience, startHooked } from "./webhookTest.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A computer that is connected. */
const interfaces = () => ({
  eth0: [
    {
      address: "192.0.2.10",
      netmask: "255.255.255.0",
      family: "IPv4" as const,
      mac: "00:00:00:00:00:01",
      internal: false,
      cidr: "192.0.2.10/24",
    },
  ],
});

describe("delivery", () => {
  test("is tried again with the same id and a new signature, until it succeeds", async () => {
    const { addHook, addLink, found, got, receiver, time, until, hook } = await startHooked();
    const id = await addHook({});
    receiver.answer = () => ({ status: 500, body: "x".repeat(9_000) });
    await addLink({});
    found();
    await got(1);
    await until(id, { state: "waiting", tries: 1, status: 500, problem: "status" });
    time.pass(5 * second);
    await got(2);
    await until(id, { tries: 2 });
    receiver.answer = () => ({ status: 202 });
    time.pass(5 * minute);
    await got(3);
    await until(id, { state: "delivered", tries: 3, status: 202, next: null });
    const headers = receiver.received.map((one) => one.headers);
    expect(new Set(headers.map((one) => one["webhook-id"])).size).toBe(1);
    expect(new Set(headers.map((one) => one["webhook-timestamp"])).size).toBe(3);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(await hook(id)).toMatchObject({ failures: 0, on: true, waiting: 0 });
  });

  test("keeps the first 4 kB of an answer, and the request", async () => {
    const { addHook, addLink, found, got, receiver, until, log, owner } = await startHooked();
    const id = await addHook({});
    receiver.answer = () => ({ status: 400, body: "é".repeat(9_000) });
    await addLink({});
    found();
    await got(1);
    await until(id, { tries: 1 });
    const [{ id: delivery }] = await log(id);
    const { data } = await owner("GET", `/api/webhook/${id}/delivery/${delivery}`);
    expect(data.answer).toBe("é".repeat(2_048));
    expect(data.body).toBe(receiver.received[0]?.body);
    expect(data.headers).toContain(`webhook-id: ${data.message}`);
    expect(data.headers).toContain("webhook-signature: v1,");
  });

  test("ends after ten tries, and Redeliver begins anew with the same id", async () => {
    const { addHook, addLink, found, got, receiver, time, until, log, owner } = await startHooked();
    const id = await addHook({});
    receiver.answer = () => ({ status: 500 });
    await addLink({});
    found();
    const hours = [0.002, 0.1, 0.5, 2, 5, 10, 14, 20, 24, 24];
    for (const [index, pause] of hours.entries()) {
      await got(index + 1);
      await until(id, { tries: index + 1 });
      time.pass(pause * hour);
    }
    await until(id, { state: "failed", tries: 10, next: null });
    receiver.answer = () => ({ status: 200 });
    const [{ id: delivery }] = await log(id);
    await owner("POST", `/api/webhook/${id}/redeliver/${delivery}`);
    await got(11);
    await until(id, { state: "delivered", tries: 1 });
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(1);
  });

  test("follows no redirect", async () => {
    const { addHook, addLink, found, got, receiver, until, time } = await startHooked();
    const other = await startReceiver(time.clock);
    onTestFinished(() => other.close());
    const id = await addHook({});
    receiver.answer = () => ({ status: 307, headers: { location: other.url } });
    await addLink({});
    found();
    await got(1);
    await until(id, { tries: 1, status: 307, problem: "redirect" });
    expect(other.received).toEqual([]);
  });

  test("turns the webhook off at 410, and says so", async () => {
    const { addHook, addLink, found, got, receiver, hook, owner } = await startHooked();
    const id = await addHook({});
    receiver.answer = () => ({ status: 410 });
    await addLink({});
    found();
    await got(1);
    await vi.waitFor(
      async () => expect(await hook(id)).toMatchObject({ on: false, stopped: "gone", waiting: 0 }),
      patience,
    );
    const { data } = await owner("GET", "/api/service");
    expect(data.said.map(({ code }: { code: string }) => code)).toContain("service.webhookGone");
    receiver.answer = () => ({ status: 200 });
    await addLink({});
    found();
    await owner("PUT", `/api/webhook/${id}/update`, { on: true });
    await addLink({ custom: "after" });
    found();
    expect((await got(2))[1]).toMatchObject({ data: { alias: "after" } });
    expect(await hook(id)).toMatchObject({ on: true, stopped: null });
  });

  for (const [status, headers, pause] of [
    [429, { "retry-after": "600" }, 10 * minute],
    [503, { "retry-after": "600" }, 10 * minute],
    [502, {}, minute],
    [504, {}, minute],
  ] as const) {
    test(`sends nothing for a while after ${status}${"retry-after" in headers ? " with Retry-After" : ""}`, async () => {
      const { addHook, addLink, found, got, receiver, time, until } = await startHooked();
      const id = await addHook({});
      receiver.answer = () => ({ status, headers });
      await addLink({});
      found();
      await got(1);
      await until(id, { tries: 1 });
      receiver.answer = () => ({ status: 200 });
      await addLink({});
      found();
      await until(id, { tries: 0 });
      time.pass(pause - second);
      await until(id, { tries: 0 });
      await got(1);
      time.pass(2 * second);
      expect(await got(3)).toMatchObject([{}, { type: "link.created" }, { type: "link.created" }]);
    });
  }

  test("of an offline computer uses no try, for days", async () => {
    let isOffline = false;
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const port = Number(receiver.place.split(":")[1]);
    const setUp = await startHooked({
      network: {
        resolve: async () => {
          if (isOffline) throw Object.assign(new Error("offline"), { code: "EAI_AGAIN" });
          return ["93.184.216.34"];
        },
        connect: () => connect(port, "127.0.0.1"),
        interfaces,
      },
    });
    const { addHook, addLink, found, time, hook, until } = setUp;
    const id = await addHook({ url: "http://hooks.example/", private: undefined }, receiver);
    receiver.secret = null;
    isOffline = true;
    await addLink({});
    found();
    await vi.waitFor(
      async () => expect(await hook(id)).toMatchObject({ offline: true, waiting: 1 }),
      patience,
    );
    for (let hours = 0; hours < 6 * 24; hours += 1) time.pass(hour);
    await until(id, { state: "waiting", tries: 0 });
    expect(await hook(id)).toMatchObject({ on: true, failures: 0 });
    isOffline = false;
    time.pass(5 * minute);
    time.pass(5 * minute);
    await vi.waitFor(() => expect(receiver.received.length).toBe(1), patience);
    await until(id, { state: "delivered", tries: 1 });
    expect(receiver.received[0]?.headers.host).toBe("hooks.example");
  });

  test("calls a private address only where its host and port are named, and never a port of ours", async () => {
    const { receiver, owner, server, addHook, until, addLink, found } = await startHooked();
    const refused = await server().api(
      "POST",
      "/api/webhook/add",
      { name: "Home", url: receiver.url },
      server().localKey,
    );
    expect([refused.status, refused.body.message]).toEqual([
      400,
      `private must be ${receiver.place}, the host and port of url, if url points to a private address.`,
    ]);
    for (const url of [
      "http://127.0.0.1:9/",
      "http://[::1]:9/",
      "http://localhost:9/",
      "http://192.168.1.5/",
      "http://0x7f.1/",
      "http://[fd00::1]/",
    ]) {
      const answer = await server().api(
        "POST",
        "/api/webhook/add",
        { name: "Home", url, private: "nas:8123" },
        server().localKey,
      );
      expect([url, answer.status]).toEqual([url, 400]);
    }
    const own = new URL(server().baseUrl).host;
    const id = await addHook({ url: `http://${own}/api/urls`, private: own });
    await addLink({});
    found();
    await until(id, { tries: 1, problem: "private", status: null });
    await owner("DELETE", `/api/webhook/${id}/delete`);
  });

  test("refuses a name that leads to a private address, whenever it begins to", async () => {
    const { addHook, addLink, found, until, hook } = await startHooked({
      network: {
        resolve: async () => ["127.0.0.1", "10.0.0.7"],
        interfaces,
      },
    });
    const id = await addHook({ url: "https://rebound.example/", private: undefined });
    await addLink({});
    found();
    await until(id, { tries: 1, problem: "private" });
    expect(await hook(id)).toMatchObject({ on: true, failures: 1, status: null });
  });

  test.each([
    ["link-local", "169.254.169.254"],
    ["a mapped link-local one", "::ffff:169.254.169.254"],
    ["a mapped one, written as IPv6", "::ffff:a9fe:a9fe"],
    ["a mapped one, written in full", "0:0:0:0:0:ffff:a9fe:1"],
    ["a translated one", "64:ff9b::a9fe:a9fe"],
    ["a compatible one", "::169.254.169.254"],
    ["one of 6to4", "2002:a9fe:a9fe::1"],
    ["link-local in IPv6", "fe80::1"],
    ["one with a zone", "fe80::1%eth0"],
    ["the last one of its block", "FEBF:ffff::1"],
    ["a cloud's", "fd00:ec2::254"],
    ["another cloud's", "100.100.100.200"],
  ])("calls no link-local address, though its name is named: %s", async (_what, address) => {
    const asked: string[] = [];
    const { addHook, addLink, found, until } = await startHooked({
      network: {
        resolve: async () => [address],
        connect: (addresses) => {
          asked.push(...addresses);
          return connect({ host: "127.0.0.1", port: 9 });
        },
        interfaces,
      },
    });
    const id = await addHook({ url: "http://nas:8123/", private: "nas:8123" });
    await addLink({});
    found();
    await until(id, { tries: 1, problem: "private", status: null });
    expect(asked).toEqual([]);
  });

  test("calls a private address by a named host, in IPv4 or IPv6", async () => {
    const asked: string[] = [];
    let address = "";
    const { addHook, addLink, found, got, receiver } = await startHooked({
      network: {
        resolve: async () => [address],
        connect: (addresses) => {
          asked.push(...addresses);
          return connect({ host: "127.0.0.1", port: Number(new URL(receiver.url).port) });
        },
        interfaces,
      },
    });
    await addHook({ url: "http://nas:8123/", private: "nas:8123" });
    const homes = ["192.168.1.5", "fd12::5", "169.253.255.255", "fec0::1"];
    for (const [index, home] of homes.entries()) {
      address = home;
      await addLink({ custom: `at-home-${index}` });
      found();
      await got(index + 1);
    }
    expect(asked).toEqual(homes);
  });

  test("warns after 5, 10 and 15 failures in a row, and is off after five days of them", async () => {
    const log: string[] = [];
    const { addHook, addLink, found, receiver, time, hook, owner } = await startHooked({
      log: (line) => log.push(line),
    });
    const id = await addHook({});
    receiver.answer = () => null;
    const start = time.clock();
    const warned = async () => {
      const { data } = await owner("GET", "/api/service");
      const one = data.said.find(({ code }: { code: string }) => code === "service.webhookWarned");
      return one?.values.count ?? 0;
    };
    const seen = new Set<number>();
    for (let days = 0; days < 20; days += 1) {
      const before = await hook(id);
      if (!before.on) break;
      seen.add(await warned());
      await addLink({});
      found();
      await vi.waitFor(async () => {
        const { failures, on } = await hook(id);
        expect(!on || failures > before.failures).toBe(true);
      }, patience);
      time.pass(8 * hour);
    }
    const logged = log.map((line) => /“Shop” has failed (\d+) times in a row/.exec(line)?.[1]);
    expect(logged.filter(Boolean)).toEqual(["5", "10", "15"]);
    // Several may fail between two looks.
    expect([0, 5, 10, 15]).toEqual(expect.arrayContaining([...seen]));
    expect(seen.size).toBeGreaterThan(1);
    await vi.waitFor(
      async () => expect(await hook(id)).toMatchObject({ on: false, stopped: "failing" }),
      patience,
    );
    expect(time.clock() - start).toBeGreaterThanOrEqual(5 * day);
  });
});
