import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startService, type ServiceProcess } from "../support/serviceProcess.ts";
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

const most = 10;
const people = 50;
const fetchers = 30;
const preview = { "user-agent": "TelegramBot (like TwitterBot)" };

/** How many of the people who come at once are let through, and how many are turned away. */
async function visitAtOnce(service: ServiceProcess, alias: string) {
  const counts = { through: 0, closed: 0 };
  const person = async () => {
    const answer = await service.visit(alias);
    if (answer.status === 302) counts.through += 1;
    else if (answer.status === 410) counts.closed += 1;
    else throw new Error(`a visit was answered ${answer.status}`);
    await answer.arrayBuffer();
  };
  const fetcher = async () => void (await (await service.visit(alias, preview)).arrayBuffer());
  const all = Array.from({ length: people + fetchers }, (_, place) =>
    untilKilled(place % 8 < 3 ? fetcher() : person()),
  );
  await Promise.all(all);
  return counts;
}

async function clicksOf(service: ServiceProcess, id: number): Promise<number> {
  const answer = await service.api("GET", `/api/url/${id}`);
  const { data } = (await answer.json()) as { data: { clicks: number } };
  return data.clicks;
}

/** Kills the service while 50 people come at once to a link for ten, and lets 50 more come after it. */
export async function limitRounds(kills: number): Promise<LimitFigures> {
  const folder = mkdtempSync(join(tmpdir(), "waypost-limit-"));
  const dataDir = join(folder, "data");
  const start = () => startService(dataDir, ["--rate-limit", "1000000000"]);
  const figures = { kills: 0, cutOff: 0, lost: 0 };
  const faults: string[] = [];
  let service = await start();
  try {
    for (; figures.kills < kills; figures.kills += 1) {
      const alias = `limited-${figures.kills}`;
      const body = { url: "https://example.org/", custom: alias, maxclicks: most };
      const made = await service.api("POST", "/api/url/add", body);
      const { id } = (await made.json()) as { id: number };
      const first = visitAtOnce(service, alias);
      await wait(Math.random() * 60);
      await service.stop("SIGKILL");
      const { through, closed } = await first;
      service = await start();
      const counted = await clicksOf(service, id);
      const later = await visitAtOnce(service, alias);
      const clicks = await clicksOf(service, id);
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
    await service.stop("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}
