import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openVisitDoor } from "../../support/visitDoor.ts";
import { chromeOnWindows, firefox, mac } from "../../support/userAgents.ts";
import { isFull } from "../../support/full.ts";

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
    for (const { clicks, countries, referrers: hosts, browsers, systems, uniqueClicks } of after) {
      expect([countries, hosts, browsers, systems].map(sumOf)).toEqual(Array(4).fill(clicks));
      expect(uniqueClicks).toBe(Math.min(clicks, agents.length));
    }
  },
);
