import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startService, type ServiceProcess } from "../support/serviceProcess.ts";
import { largeTable } from "../server/features/exchange/largeTable.ts";
import { untilKilled } from "./killRounds.ts";
import { storedLinks, type StoredLink } from "./readBack.ts";

export interface ImportFigures {
  readonly kills: number;
  readonly rows: number;
  /** Rows that were told as done before a kill, over all rounds. */
  readonly acknowledged: number;
  /** Rounds in which the kill came before the import's end. */
  readonly cutOff: number;
  /** Sentences, one for each row that is gone, and for whatever else isn't as it was. */
  readonly losses: readonly string[];
}

interface Job {
  readonly id: number;
  readonly state: string;
  readonly done: number;
  readonly change: number | null;
  readonly message: string | null;
  readonly result: { readonly token?: string; readonly valid?: number } | null;
}

/** Links that were there before, which nothing may touch. */
const present = 20;

const aliasOf = (row: number) => `large-${row}`;
const addressOf = (row: number) =>
  `https://shop.example.org/page/${row}?campaign=spring,${row % 7}`;

async function asked<Answer>(
  service: ServiceProcess,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const answer = await service.api(method, path, body);
  const told = (await answer.json()) as Answer;
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${JSON.stringify(told)}`);
  return told;
}

async function jobOf(service: ServiceProcess, id: number): Promise<Job> {
  return (await asked<{ job: Job }>(service, "GET", `/api/jobs/${id}`)).job;
}

async function ended(service: ServiceProcess, id: number): Promise<Job> {
  for (;;) {
    const job = await jobOf(service, id);
    if (job.state !== "running") return job;
    await wait(20);
  }
}

async function sendFile(service: ServiceProcess, rows: number): Promise<Job> {
  const pieces: Buffer[] = [];
  for await (const piece of largeTable(rows)) pieces.push(piece);
  const answer = await fetch(`${service.ready.baseUrl}/api/import?name=large.csv`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${service.ready.apiKey}`,
      "content-type": "application/octet-stream",
    },
    body: Buffer.concat(pieces),
  });
  const { job } = (await answer.json()) as { job: Job };
  return ended(service, job.id);
}

/** Applies the import until so many rows are told as done, and a moment longer; how many were. */
async function applyAndKill(
  service: ServiceProcess,
  preview: Job,
  enough: number,
): Promise<{ readonly acknowledged: number; readonly job: number }> {
  const { job } = await asked<{ job: Job }>(service, "POST", `/api/import/${preview.id}/apply`, {
    token: preview.result?.token,
  });
  let acknowledged = job.done;
  let isOver = false;
  const watching = untilKilled(
    (async () => {
      while (!isOver) {
        const { done, state } = await jobOf(service, job.id);
        acknowledged = Math.max(acknowledged, done);
        if (done >= enough || state !== "running") isOver = true;
        else await wait(2);
      }
    })(),
  );
  await watching;
  await wait(Math.random() * 60);
  await service.stop("SIGKILL");
  return { acknowledged, job: job.id };
}

function lossesAfterKill(
  stored: readonly StoredLink[],
  before: readonly StoredLink[],
  acknowledged: number,
): string[] {
  const others = before.map(({ id }) => id);
  const imported = new Map(
    stored.filter(({ id }) => !others.includes(id)).map((link) => [link.alias, link.longurl]),
  );
  const gone = Array.from({ length: acknowledged }, (_, row) => row).filter(
    (row) => imported.get(aliasOf(row)) !== addressOf(row),
  );
  // Rows come in the order of the file: what is there is its beginning, and nothing else.
  const strange = [...imported].filter(([alias, url], row) => {
    const place = Number(alias.slice("large-".length));
    return (
      alias !== aliasOf(place) || url !== addressOf(place) || place >= imported.size || row < 0
    );
  });
  return [
    ...gone.slice(0, 5).map((row) => `row ${row} of ${acknowledged} acknowledged ones is gone`),
    ...strange
      .slice(0, 5)
      .map(([alias, url]) => `${alias} leads to ${url}, which nobody asked for`),
    ...changedOthers(stored, before),
  ];
}

function changedOthers(stored: readonly StoredLink[], before: readonly StoredLink[]): string[] {
  const byId = new Map(stored.map((link) => [link.id, link]));
  return before.flatMap(({ id, alias, longurl }) => {
    const link = byId.get(id);
    return link?.alias === alias && link.longurl === longurl
      ? []
      : [`link ${id} isn't what it was`];
  });
}

async function undo(service: ServiceProcess, change: number): Promise<Job> {
  const path = `/api/changes/${change}/undo`;
  const { preview } = await asked<{ preview: { token: string; conflictCount: number } }>(
    service,
    "POST",
    path,
    { preview: true },
  );
  const { job } = await asked<{ job: Job }>(service, "POST", path, { token: preview.token });
  return ended(service, job.id);
}

/**
 * Kills the service at random moments of the import of a file, reads back what was acknowledged, and
 * takes all of it back in one step.
 */
export async function importRounds(
  kills: number,
  rows: number,
  tell: (line: string) => void = () => {},
): Promise<ImportFigures> {
  const folder = mkdtempSync(join(tmpdir(), "waypost-import-"));
  const dataDir = join(folder, "data");
  const start = () => startService(dataDir, ["--rate-limit", "1000000000"]);
  const losses: string[] = [];
  let total = 0;
  let cutOff = 0;
  let service = await start();
  try {
    for (let count = 0; count < present; count += 1) {
      await asked(service, "POST", "/api/url/add", { url: `https://example.org/${count}` });
    }
    const before = await storedLinks(service);
    const preview = await sendFile(service, rows);
    if (preview.result?.valid !== rows) {
      throw new Error(`the preview found ${JSON.stringify(preview)}`);
    }
    for (let round = 1; round <= kills; round += 1) {
      const found: string[] = [];
      const enough = Math.floor(Math.random() * rows);
      const { acknowledged, job } = await applyAndKill(service, preview, enough);
      service = await start();
      total += acknowledged;
      found.push(...lossesAfterKill(await storedLinks(service), before, acknowledged));
      const { state, change, message } = await jobOf(service, job);
      if (state === "interrupted") cutOff += 1;
      else if (state !== "done") found.push(`the import says that it is ${state}: ${message}`);
      if (change === null && acknowledged > 0) found.push("the import names no change set");
      if (change !== null) {
        const undone = await undo(service, change);
        if (undone.state !== "done")
          found.push(`the undo ended ${undone.state}: ${undone.message}`);
      }
      const after = await storedLinks(service);
      if (after.length !== before.length) {
        found.push(`${after.length - before.length} links are there after the undo`);
      }
      found.push(...changedOthers(after, before));
      losses.push(...found.map((loss) => `kill ${round}: ${loss}`));
      tell(`kill ${round}: ${acknowledged} of ${rows} rows acknowledged, ${losses.length} losses`);
    }
    return { kills, rows, acknowledged: total, cutOff, losses };
  } finally {
    await service.stop("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}
