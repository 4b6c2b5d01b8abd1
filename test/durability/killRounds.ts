import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { noClicks } from "../bench/folders.ts";
import { openStore } from "../../src/server/store/openStore.ts";
import { startService, type ServiceProcess } from "../support/serviceProcess.ts";
import { storedLinks, type StoredLink } from "./readBack.ts";

export interface KillFigures {
  readonly kills: number;
  readonly creates: number;
  readonly updates: number;
  readonly deletes: number;
  readonly clicks: number;
  /** Sentences, one for each acknowledged change or answered click that is gone or unexplained. */
  readonly losses: readonly string[];
}

/** What was sent for one link and what was acknowledged of it. */
interface Known {
  /** Addresses that it may have: the last acknowledged one, and those still in flight after it. */
  urls: readonly string[];
  /** Deletion: not asked for, asked for without an answer, or acknowledged. */
  deletion: "none" | "inFlight" | "acknowledged";
}

/** What was acknowledged, for the history: addresses that were set, and links that were deleted. */
interface Acknowledged {
  readonly urls: string[];
  readonly deleted: number[];
}

interface Clicks {
  answered: number;
  sent: number;
}

const setsOfPage = 1000;
const scripts = 10;
const visitors = 4;
const visitedLinks = 20;

/** The books of ten scripts and some visitors, kept outside of what is killed. */
export function createHistory() {
  const links = new Map<number, Known>();
  const sentUrls = new Set<string>();
  const clicks = new Map<string, Clicks>();
  let serial = 0;
  const acknowledged: Acknowledged = { urls: [], deleted: [] };
  const figures = { creates: 0, updates: 0, deletes: 0, clicks: 0 };

  const freshUrl = () => {
    serial += 1;
    const url = `https://example.org/${serial}`;
    sentUrls.add(url);
    return url;
  };

  let created = () => {};

  async function create(service: ServiceProcess): Promise<number> {
    const url = freshUrl();
    const answer = await service.api("POST", "/api/url/add", { url });
    const { id } = (await answer.json()) as { id: number };
    if (answer.status !== 200) throw new Error(`a creation was answered ${answer.status}`);
    links.set(id, { urls: [url], deletion: "none" });
    acknowledged.urls.push(url);
    figures.creates += 1;
    created();
    return id;
  }

  async function update(service: ServiceProcess, id: number, known: Known): Promise<void> {
    const url = freshUrl();
    known.urls = [...known.urls, url];
    const answer = await service.api("PUT", `/api/url/${id}/update`, { url });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`an update was answered ${answer.status}`);
    known.urls = [url];
    acknowledged.urls.push(url);
    figures.updates += 1;
  }

  async function remove(service: ServiceProcess, id: number, known: Known): Promise<void> {
    known.deletion = "inFlight";
    const answer = await service.api("DELETE", `/api/url/${id}/delete`);
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`a deletion was answered ${answer.status}`);
    known.deletion = "acknowledged";
    acknowledged.deleted.push(id);
    figures.deletes += 1;
  }

  return {
    figures,

    /** Resolves when the next link is acknowledged. */
    nextCreation: () => new Promise<void>((resolve) => (created = resolve)),

    /** Holds what was acknowledged against what the history of the stopped service tells. */
    async untold(dataDir: string): Promise<string[]> {
      const urls = new Map<unknown, number>();
      const deleted = new Map<number, number>();
      const store = await openStore({ dir: dataDir, keeper: noClicks, clock: Date.now });
      try {
        for (let offset = 0, isOver = false; !isOver; offset += setsOfPage) {
          const { items } = await store.history.sets({ offset, limit: setsOfPage });
          isOver = items.length < setsOfPage;
          for (const { id } of items) {
            for await (const change of store.history.records(id)) {
              if (change.collection !== "links") continue;
              const { before, after } = change;
              if (after === null) deleted.set(change.id, (deleted.get(change.id) ?? 0) + 1);
              else if (before === null || "url" in before) {
                urls.set(after["url"], (urls.get(after["url"]) ?? 0) + 1);
              }
            }
          }
        }
      } finally {
        await store.close();
      }
      return [
        ...acknowledged.urls
          .filter((url) => urls.get(url) !== 1)
          .map((url) => `the history tells ${urls.get(url) ?? 0} times of ${url}`),
        ...acknowledged.deleted
          .filter((id) => deleted.get(id) !== 1)
          .map(
            (id) => `the history tells ${deleted.get(id) ?? 0} times that link ${id} was deleted`,
          ),
      ];
    },

    async makeVisited(service: ServiceProcess): Promise<void> {
      for (let count = 0; count < visitedLinks; count += 1) {
        const custom = `visited-${count}`;
        const url = freshUrl();
        const answer = await service.api("POST", "/api/url/add", { url, custom });
        const { id } = (await answer.json()) as { id: number };
        links.set(id, { urls: [url], deletion: "none" });
        clicks.set(custom, { answered: 0, sent: 0 });
      }
    },

    /** One script: mostly makes links, sometimes changes or deletes one of its own. It goes on where it was ended. */
    createScript() {
      const own: number[] = [];
      let step = 0;
      return async (service: ServiceProcess, isOver: () => boolean): Promise<void> => {
        for (; !isOver(); step += 1) {
          const id = step % 3 === 0 ? own.shift() : undefined;
          const known = id === undefined ? undefined : links.get(id);
          if (id === undefined || known === undefined) {
            own.push(await create(service));
          } else if (step % 2 === 0) await update(service, id, known);
          else await remove(service, id, known);
        }
      };
    },

    async visitor(service: ServiceProcess, isOver: () => boolean): Promise<void> {
      for (let step = 0; !isOver(); step += 1) {
        const alias = `visited-${step % visitedLinks}`;
        const count = clicks.get(alias) ?? { answered: 0, sent: 0 };
        count.sent += 1;
        const answer = await service.visit(alias);
        await answer.arrayBuffer();
        if (answer.status !== 302) throw new Error(`a visit was answered ${answer.status}`);
        count.answered += 1;
        figures.clicks += 1;
      }
    },

    /** Holds the books against what is there; settles what was in flight by what is there. */
    losses(stored: readonly StoredLink[]): string[] {
      const found: string[] = [];
      const byId = new Map(stored.map((link) => [link.id, link]));
      for (const [id, known] of links) {
        const link = byId.get(id);
        if (known.deletion === "acknowledged") {
          if (link !== undefined) found.push(`link ${id} was deleted and is back`);
        } else if (link === undefined) {
          if (known.deletion === "none") found.push(`link ${id} is gone`);
          known.deletion = "acknowledged";
        } else {
          known.deletion = "none";
          if (!known.urls.includes(link.longurl)) {
            found.push(`link ${id} leads to ${link.longurl}, not to ${known.urls.join(" or ")}`);
          }
          known.urls = [link.longurl];
        }
      }
      for (const link of stored) {
        if (!links.has(link.id)) {
          if (!sentUrls.has(link.longurl)) found.push(`link ${link.id} was never asked for`);
          links.set(link.id, { urls: [link.longurl], deletion: "none" });
        }
        const count = clicks.get(link.alias);
        if (count === undefined) continue;
        if (link.clicks < count.answered || link.clicks > count.sent) {
          found.push(
            `${link.alias} has ${link.clicks} clicks; ${count.answered} were answered, ${count.sent} sent`,
          );
        }
        count.answered = link.clicks;
        count.sent = link.clicks;
      }
      return found;
    },
  };
}

/** A connection that breaks is what a kill looks like from outside; anything else is a failure. */
export async function untilKilled(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof TypeError || (error as { name?: string }).name === "SocketError") return;
    throw error;
  }
}

/** A run in which hardly anything was written would prove nothing. */
function isEnough(
  { creates, updates, deletes, clicks }: Omit<KillFigures, "kills" | "losses">,
  rounds: number,
): boolean {
  return (
    creates > 10 * rounds && updates > rounds / 2 && deletes > rounds / 2 && clicks > 5 * rounds
  );
}

/** Kills the service `kills` times while ten scripts write and visitors come, and reads it back. */
export async function killRounds(
  kills: number,
  tell: (line: string) => void = () => {},
): Promise<KillFigures> {
  const folder = mkdtempSync(join(tmpdir(), "waypost-kill-"));
  const dataDir = join(folder, "data");
  const history = createHistory();
  const losses: string[] = [];
  const start = () => startService(dataDir, ["--rate-limit", "1000000000"]);
  let service = await start();
  try {
    await history.makeVisited(service);
    const runs = Array.from({ length: scripts }, () => history.createScript());
    for (let round = 1; round <= kills; round += 1) {
      let isOver = false;
      const over = () => isOver;
      const running = service;
      const work = [
        ...runs.map((script) => script(running, over)),
        ...Array.from({ length: visitors }, () => history.visitor(running, over)),
      ].map(untilKilled);
      // From the first writes of a process to well into its stride, however busy the machine is.
      await history.nextCreation();
      await wait(Math.random() * 480);
      while (!isEnough(history.figures, round)) await history.nextCreation();
      await service.stop("SIGKILL");
      isOver = true;
      await Promise.all(work);
      service = await start();
      losses.push(
        ...history.losses(await storedLinks(service)).map((loss) => `kill ${round}: ${loss}`),
      );
      tell(`kill ${round}: ${JSON.stringify(history.figures)}, ${losses.length} losses`);
    }
    await service.stop();
    service = await start();
    losses.push(...history.losses(await storedLinks(service)).map((loss) => `clean stop: ${loss}`));
    await service.stop();
    losses.push(...(await history.untold(dataDir)));
    return { kills, ...history.figures, losses };
  } finally {
    await service.stop("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}
