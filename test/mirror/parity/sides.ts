import { Agent, request as httpRequest } from "node:http";
import { rm } from "node:fs/promises";
import { composeService, serveDoors } from "../../../src/app/server.ts";
import type { Worker } from "../../../src/mirror/worker/createWorker.ts";
import { schema } from "../../../src/mirror/worker/control/schema.ts";
import { hashOf } from "../../../src/mirror/wire/hash.ts";
import { createRowsOfRecords } from "../../../src/mirror/home/rowsOfRecords/rowsOfRecords.ts";
import type {
  ClickRecord,
  ContactAnswerRecord,
  LinkRecord,
} from "../../../src/server/store/records.ts";
import { clickFile } from "../../../src/server/store/clicks/clickFiles.ts";
import { readClicks } from "../../../src/server/store/clicks/readClicks.ts";
import { disk } from "../../../src/server/store/fileSystem.ts";
import { openEdgeDatabase } from "../../support/edgeDatabase.ts";
import { makeDataDir } from "../../support/server.ts";
import { base, changesOf, type Records } from "./records.ts";
import type { MadeVisit } from "./visitsMade.ts";

export interface SideAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The time and the dice that both sides have at a visit. */
export interface Moment {
  now: number;
  roll: number;
}

export interface Side {
  visit(visit: MadeVisit): Promise<SideAnswer>;
  /** As they were written, in their order. */
  clicks(): Promise<readonly ClickRecord[]>;
  answers(): Promise<readonly Omit<ContactAnswerRecord, "id">[]>;
}

export interface Home extends Side {
  /** What the edge is to hold. */
  readonly rows: ReadonlyMap<string, string>;
  close(): Promise<void>;
}

/** Whether the clicks of a limited link stay at home. */
export function isKeptAtHome({ maxClicks, type }: LinkRecord): boolean {
  return maxClicks !== undefined && type?.kind === "overlay";
}

/** Each of the others was handed over before its first click. */
function handedOver(link: LinkRecord) {
  const { maxClicks: most } = link;
  if (most === undefined) return undefined;
  return isKeptAtHome(link) ? "home" : { most, from: 0, generation: 1 };
}

/** Visits at a port of this computer, with what the network on the way adds. */
export function overHttp(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    visit: (
      { method, host, path, headers, body }: MadeVisit,
      added: Readonly<Record<string, string>>,
    ): Promise<SideAnswer> =>
      new Promise((resolve, reject) => {
        const asked = httpRequest(
          {
            agent,
            host: "127.0.0.1",
            port,
            method,
            path,
            headers: {
              ...headers,
              host,
              ...added,
              ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }),
            },
          },
          (response) => {
            const chunks: Buffer[] = [];
            response.on("data", (chunk: Buffer) => chunks.push(chunk));
            response.on("error", reject);
            response.on("end", () =>
              resolve({
                status: response.statusCode ?? 0,
                headers: Object.fromEntries(
                  Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
                ),
                body: Buffer.concat(chunks).toString("utf8"),
              }),
            );
          },
        );
        asked.on("error", reject);
        asked.end(body);
      }),
    close: () => agent.destroy(),
  };
}

/** A real service behind Cloudflare's network, with the records; its public door. */
export async function openHome(records: Records, moment: Moment): Promise<Home> {
  const dataDir = await makeDataDir();
  const composed = await composeService(
    {
      dataDir,
      port: 0,
      publicPort: 0,
      guiPort: null,
      settings: {
        baseUrl: base,
        timeZone: "UTC",
        rateLimit: "1000000",
        "targets.ask": "false",
        "geo.provider": "cloudflare",
        "page.name": "Way & Post",
        "page.color": "#0a7d3c",
      },
      clock: () => moment.now,
      random: () => moment.roll,
      wait: async () => undefined,
      log(line) {
        // Refusals are counted there.
        if (!line.startsWith("Security, ")) throw new Error(line);
      },
    },
    [],
  );
  const { doors, app } = composed;
  const { store, statistics, settings, qrCodes } = app;
  serveDoors(composed, "local key", { rendererDir: dataDir, dataDir });
  const account = {
    ...app.account.get(),
    username: "maker",
    formerUsernames: ["owner"],
  };
  await store.commit([{ put: "account", record: account }]);
  const changes = changesOf(records);
  for (let first = 0; first < changes.length; first += 100) {
    await store.commit(changes.slice(first, first + 100), { allowsAlike: true });
  }
  for (const { id } of records.links) statistics.linkAdded(id);

  const source = createRowsOfRecords({
    store,
    statistics,
    qrCodes,
    pictures: { stored: () => Promise.resolve(null) },
    settings,
    home: () => null,
    limits: { ids: () => [], limitOf: handedOver },
  });
  const rows = new Map<string, string>();
  for (const key of source.keys()) {
    const row = source.row(key);
    if (row !== null) rows.set(key, row);
  }

  const asked = overHttp(doors.public?.port ?? 0);
  return {
    rows,
    visit: (visit) =>
      asked.visit(visit, { "cf-connecting-ip": visit.address, "cf-ipcountry": visit.country }),
    async clicks() {
      const found: ClickRecord[] = [];
      const { month } = store.clicks.place;
      await readClicks(disk, clickFile(dataDir, month), 0, (click) => found.push(click));
      return found;
    },
    answers: async () =>
      [...store.table("contactAnswers").values()].map(({ id: _id, ...one }) => one),
    async close() {
      asked.close();
      await doors.close(0);
      await app.close();
      await store.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** The Worker with those rows. */
export function openEdge(worker: Worker, rows: ReadonlyMap<string, string>): Side {
  const database = openEdgeDatabase();
  for (const statement of schema) database.sqlite.exec(statement);
  const put = database.sqlite.prepare("insert into mirror (key, hash, data) values (?, ?, ?)");
  for (const [key, data] of rows) put.run(key, hashOf(key, data), data);
  const lines = (table: "clicks" | "answers") =>
    database.sqlite
      .prepare(`select line from ${table} order by id`)
      .all()
      .map(({ line }) => JSON.parse(String(line)));

  return {
    async visit({ method, host, path, headers, body, address, country }) {
      const request = new Request(`https://${host}${path}`, {
        method,
        redirect: "manual",
        headers: {
          ...headers,
          "cf-connecting-ip": address,
          ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
        },
        ...(body === undefined ? {} : { body }),
      });
      Object.assign(request, { cf: { country } });
      const goingOn: Promise<unknown>[] = [];
      const context = { waitUntil: (work: Promise<unknown>) => goingOn.push(work) };
      const answered = await worker.fetch(request, { DB: database, SECRET: "a secret" }, context);
      const text = await answered.text();
      await Promise.all(goingOn);
      return { status: answered.status, headers: Object.fromEntries(answered.headers), body: text };
    },
    clicks: async () => lines("clicks"),
    answers: async () =>
      lines("answers").map(({ at, ...answer }) => ({
        ...answer,
        createdAt: new Date(at).toISOString(),
      })),
  };
}
