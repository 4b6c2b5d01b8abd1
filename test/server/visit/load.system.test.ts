import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, test, beforeAll, describe } from "vitest";
import { openVisitDoor } from "../../support/visitDoor.ts";
import { chromeOnWindows, firefox, mac, chrome } from "../../support/userAgents.ts";
import { isFull } from "../../support/full.ts";
import { send } from "../../support/server.ts";
import { serverForAll } from "../../support/testServer.ts";

describe("exact counts", () => {
  const visits = isFull ? 10_000 : 3_000;
  const atOnce = 50;

  /** Few enough kinds of visitor that no breakdown is longer than its list of ten. */
  const agents = [firefox, chromeOnWindows, mac];
  const referrers = ["https://t.co/a", "https://www.example.org/", ""];

  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "waypost-counts-"));
  });
  afterEach(() => rm(dir, { recursive: true }));

  /** Fifty visitors who each come again as soon as they are answered. */
  async function visitAll(port: number, pathOf: (visit: number) => string): Promise<number> {
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
    let next = 0;
    let redirects = 0;
    const visitor = async () => {
      while (next < visits) {
        const visit = next;
        next += 1;
        // oxlint-disable-next-line no-await-in-loop
        if ((await statusOf(agent, port, pathOf(visit), visit)) === 302) redirects += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, visitor));
    agent.destroy();
    return redirects;
  }

  function statusOf(agent: Agent, port: number, path: string, visit: number): Promise<number> {
    const referer = referrers[visit % referrers.length] ?? "";
    const headers = {
      "user-agent": agents[visit % agents.length] ?? "",
      ...(referer === "" ? {} : { referer }),
    };
    return new Promise((resolve, reject) => {
      request({ agent, host: "127.0.0.1", port, path, headers }, (response) => {
        response.resume();
        response.on("end", () => resolve(response.statusCode ?? 0));
      })
        .on("error", reject)
        .end();
    });
  }

  function sumOf(list: readonly (readonly [string, number])[]): number {
    return list.reduce((sum, [, count]) => sum + count, 0);
  }

  test.each([1, 1_000])(
    `${visits} visits, fifty at once, over %i links are counted exactly, also after a restart`,
    async (links) => {
      const door = await openVisitDoor({ dir });
      const ids: number[] = [];
      const changes = Array.from({ length: links }, (_, link) => {
        const id = door.store.nextId("links");
        ids.push(id);
        return {
          put: "links" as const,
          record: {
            id,
            alias: `link-${link}`,
            url: `https://example.com/${link}`,
            createdAt: "2026-03-01T00:00:00Z",
          },
        };
      });
      await door.store.commit(changes);

      const answered = await visitAll(door.port, (visit) => `/link-${visit % links}`);
      const before = ids.map((id) => door.statistics.of(id));
      expect(answered).toBe(visits);
      expect(door.store.clicks.lost).toBe(0);
      await door.close();

      const again = await openVisitDoor({ dir });
      const after = ids.map((id) => again.statistics.of(id));
      await again.close();

      expect(after).toEqual(before);
      expect(before.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(visits);
      for (const {
        clicks,
        countries,
        referrers: hosts,
        browsers,
        systems,
        uniqueClicks,
      } of after) {
        expect([countries, hosts, browsers, systems].map(sumOf)).toEqual(Array(4).fill(clicks));
        expect(uniqueClicks).toBe(Math.min(clicks, agents.length));
      }
    },
  );
});

describe("guessing", () => {
  let now = Date.parse("2026-03-10T12:00:00Z");
  const service = serverForAll({ clock: () => now });
  beforeAll(async () => {
    const fields = { url: "https://example.org/", custom: "secret", password: "open sesame" };
    await service.api("POST", "/api/url/add", fields);
    await service.api("POST", "/api/url/add", { url: "https://example.org/", custom: "plain" });
  });

  function guess(password: string, number: number) {
    return send(service.baseUrl, "/secret", {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-forwarded-for": `203.0.113.${number % 250}`,
        "cf-connecting-ip": `203.0.113.${number % 250}`,
      },
      body: new URLSearchParams({ password }).toString(),
    });
  }

  const shareOf = (times: readonly number[], share: number) =>
    times.toSorted((one, other) => one - other)[Math.floor(share * (times.length - 1))] ?? 0;

  const countOf = (statuses: readonly number[], status: number) =>
    statuses.filter((one) => one === status).length;

  async function timedVisit(times: number[], workTimes: number[]): Promise<void> {
    const worked = () => process.threadCpuUsage().user / 1_000;
    const [began, workedBefore] = [performance.now(), worked()];
    await send(service.baseUrl, "/plain", { headers: { "user-agent": chrome } });
    times.push(performance.now() - began);
    workTimes.push(worked() - workedBefore);
  }

  /**
   * A hundred visits a second until `until` is over; in how many milliseconds they were answered, and how many this
   * thread, which serves them, worked meanwhile: other tests of a busy machine aren't in these.
   */
  async function visitMeanwhile(until: Promise<unknown>) {
    const progress = { isOver: false };
    void until.finally(() => {
      progress.isOver = true;
    });
    const times: number[] = [];
    const workTimes: number[] = [];
    const visits: Promise<unknown>[] = [];
    const start = performance.now();
    while (!progress.isOver) {
      visits.push(timedVisit(times, workTimes));
      const next = start + 10 * visits.length - performance.now();
      // oxlint-disable-next-line no-await-in-loop
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next)));
    }
    await Promise.all(visits);
    return {
      visits: times.length,
      p50: shareOf(times, 0.5),
      p99: shareOf(times, 0.99),
      workP99: shareOf(workTimes, 0.99),
      longest: shareOf(times, 1),
    };
  }

  /** Heads that are never finished; how many of them the service has closed. */
  function sendHalves(count: number) {
    const { port } = new URL(service.baseUrl);
    const closed: Promise<void>[] = Array.from(
      { length: count },
      () =>
        new Promise((resolve) => {
          const socket = connect(Number(port), "127.0.0.1", () =>
            socket.write("GET /plain HTTP/1.1\r\nHost: x\r\n"),
          );
          socket.resume();
          socket.on("error", () => undefined);
          socket.on("close", () => resolve());
        }),
    );
    return Promise.all(closed);
  }

  test("200 guesses, one by one and fifty at once, stop after ten, and hold no visit up", async () => {
    const halves = sendHalves(100);
    async function guessAll(): Promise<number[]> {
      const statuses: number[] = [];
      for (let number = 0; number < 100; number += 1) {
        // oxlint-disable-next-line no-await-in-loop
        statuses.push((await guess(`wrong ${number}`, number)).status);
      }
      for (let round = 0; round < 2; round += 1) {
        const many = Array.from({ length: 50 }, (_, number) => guess(`wrong ${number}`, number));
        // oxlint-disable-next-line no-await-in-loop
        statuses.push(...(await Promise.all(many)).map(({ status }) => status));
      }
      return statuses;
    }
    const alone = await visitMeanwhile(new Promise((resolve) => setTimeout(resolve, 1_000)));
    const guesses = guessAll();
    const meanwhile = await visitMeanwhile(guesses);
    const statuses = await guesses;
    console.log(
      `visits beside guesses: ${JSON.stringify(meanwhile)}; alone: ${JSON.stringify(alone)}`,
    );
    expect(meanwhile.visits).toBeGreaterThan(20);
    expect(meanwhile.p50).toBeLessThan(50);
    expect(meanwhile.workP99).toBeLessThan(50);

    expect(statuses).toHaveLength(200);
    expect(countOf(statuses, 401)).toBe(10);
    expect(countOf(statuses, 429)).toBe(190);

    expect((await guess("open sesame", 1)).status).toBe(429);
    now += 10 * 60_000;
    expect((await guess("open sesame", 1)).status).toBe(303);
    // Within a minute of their beginning.
    await halves;
  });

  test("fifty at once from the start are counted before any is hashed", async () => {
    now += 10 * 60_000;
    const many = await Promise.all(
      Array.from({ length: 50 }, (_, number) => guess("wrong", number)),
    );
    const statuses = many.map(({ status }) => status);
    expect(countOf(statuses, 401)).toBeLessThanOrEqual(10);
    expect(countOf(statuses, 401) + countOf(statuses, 429)).toBe(50);
  });
});
