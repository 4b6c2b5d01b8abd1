import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { homeOf } from "../mirror/home.ts";
import { startTestServer } from "../support/server.ts";
import { runCommand, startService } from "../support/serviceProcess.ts";
import { chrome } from "../support/userAgents.ts";
import { untilKilled } from "./killRounds.ts";

export interface LimitFigures {
  readonly kills: number;
  /** Kills that came while visitors waited for an answer. */
  readonly cutOff: number;
  /** Clicks that were counted, and whose answer was lost. */
  readonly lost: number;
  /** Sentences, one for each visitor too many or too few. */
  readonly faults: readonly string[];
}

/** Where the clicks of limited links are counted. */
interface Place {
  readonly origin: () => string;
  /** A link that visitors can open. */
  add(fields: object): Promise<number>;
  clicks(id: number): Promise<number>;
  kill(): Promise<unknown>;
  start(): Promise<unknown>;
  close(): Promise<unknown>;
}

const most = 10;
const people = 50;
const fetchers = 30;
const preview = "TelegramBot (like TwitterBot)";

/** How many of the people who come at once are let through, and how many are turned away. */
async function visitAtOnce(origin: string, alias: string, answered: () => void = () => {}) {
  const counts = { through: 0, closed: 0 };
  const visit = async (agent: string) => {
    const headers = { "user-agent": agent };
    const answer = await fetch(`${origin}/${alias}`, { headers, redirect: "manual" });
    await answer.arrayBuffer();
    answered();
    return answer.status;
  };
  const person = async () => {
    const status = await visit(chrome);
    if (status === 302) counts.through += 1;
    else if (status === 410) counts.closed += 1;
    else throw new Error(`a visit was answered ${status}`);
  };
  const all = Array.from({ length: people + fetchers }, (_, place) =>
    untilKilled(place % 8 < 3 ? visit(preview).then(() => undefined) : person()),
  );
  await Promise.all(all);
  return counts;
}

async function startHome(folder: string): Promise<Place> {
  const start = () => startService(join(folder, "data"), ["--rate-limit", "1000000000"]);
  let service = await start();
  async function asked<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    return (await service.api(method, path, body)).json() as Promise<Answer>;
  }
  return {
    origin: () => service.ready.baseUrl,
    add: async (fields) => (await asked<{ id: number }>("POST", "/api/url/add", fields)).id,
    clicks: async (id) =>
      (await asked<{ data: { clicks: number } }>("GET", `/api/url/${id}`)).data.clicks,
    kill: () => service.stop("SIGKILL"),
    start: async () => void (service = await start()),
    close: () => service.stop("SIGKILL"),
  };
}

/** A copy on a server, which the links' short URLs lead to. */
async function startCopy(folder: string): Promise<Place> {
  async function startProcess(port: string) {
    const line = ["mirror", "--data", join(folder, "copy"), "--port", port, "--json"];
    const running = runCommand(line);
    const ready: { url: string; secret: string } = JSON.parse(await running.firstLine);
    return { ...running, ...ready };
  }
  let copy = await startProcess("0");
  const { url } = copy;
  const secret = readFileSync(copy.secret, "utf8").trim();
  const dataDir = join(folder, "data");
  const settings = { baseUrl: url };
  const home = homeOf(await startTestServer({ dataDir, settings, log: () => {} }));
  const kill = async () => {
    copy.child.kill("SIGKILL");
    await copy.exited;
  };
  await home.follow("/connect", { address: url, secret });
  return {
    origin: () => url,
    async add(fields) {
      const { body } = await home.api("POST", "/api/url/add", fields);
      for (let waiting = 1; waiting > 0;) {
        const { problem, push } = await home.edge("POST", "/push");
        if (problem !== null) throw new Error(JSON.stringify(problem));
        ({ waiting } = push);
      }
      return body.id as number;
    },
    async clicks(id) {
      await home.edge("POST", "/pull");
      return (await home.api("GET", `/api/url/${id}`)).body.data.clicks as number;
    },
    kill,
    start: async () => void (copy = await startProcess(new URL(url).port)),
    async close() {
      await home.stop();
      await kill();
    },
  };
}

/** Kills the one who counts while 50 people come at once to a link for ten, and lets 50 more come after it. */
export async function limitRounds(at: "home" | "copy", kills: number): Promise<LimitFigures> {
  const folder = mkdtempSync(join(tmpdir(), "waypost-limit-"));
  const figures = { kills: 0, cutOff: 0, lost: 0 };
  const faults: string[] = [];
  const place = await (at === "home" ? startHome : startCopy)(folder);
  try {
    for (; figures.kills < kills; figures.kills += 1) {
      const alias = `limited-${figures.kills}`;
      const id = await place.add({ url: "https://example.org/", custom: alias, maxclicks: most });
      // However fast the machine is, the kill comes amid the answers.
      let left = Math.floor(Math.random() * (people + fetchers - 10));
      const { promise: due, resolve } = Promise.withResolvers<void>();
      const first = visitAtOnce(place.origin(), alias, () => {
        left -= 1;
        if (left <= 0) resolve();
      });
      await Promise.race([due, first]);
      await place.kill();
      const { through, closed } = await first;
      await place.start();
      const counted = await place.clicks(id);
      const later = await visitAtOnce(place.origin(), alias);
      const clicks = await place.clicks(id);
      figures.cutOff += through + closed < people ? 1 : 0;
      figures.lost += counted - through;
      const isKept = counted >= through && counted + later.through === most;
      if (!isKept || clicks !== most || later.through + later.closed !== people) {
        faults.push(
          `${alias}: ${through} let through, ${counted} counted, then ${later.through} let through and ${clicks} counted`,
        );
      }
    }
    return { ...figures, faults };
  } finally {
    await place.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
