import { rm } from "node:fs/promises";
import { connect } from "node:net";
import { composeService } from "../../src/app/server.ts";
import type { Statistics } from "../../src/server/features/clicks/statistics.ts";
import {
  createDrawingThread,
  type DrawingCaller,
} from "../../src/server/features/qr/drawingThread.ts";
import type { SettingTexts } from "../../src/server/features/settings/settings.ts";
import type { LinkRecord } from "../../src/server/store/records.ts";
import type { Store } from "../../src/server/store/store.ts";
import type { App } from "../../src/server/common/context.ts";
import { type Answer as SentAnswer, makeDataDir, type Sent, send } from "./server.ts";
import { firefox } from "./userAgents.ts";

export const now = Date.parse("2026-03-10T12:00:00Z");

type Headers = NonNullable<Sent["headers"]>;

interface Answer extends Omit<SentAnswer, "text"> {
  readonly body: string;
}

/** A service's visits over HTTP, whatever its doors would keep from them, and what is behind them. */
export interface VisitDoor {
  readonly dir: string;
  readonly port: number;
  readonly store: Store;
  readonly statistics: Statistics;
  readonly domains: App["domains"];
  readonly qrCodes: App["qrCodes"];
  /** Stores a link; `alias` and `url` have defaults. */
  addLink(given?: Partial<LinkRecord>): Promise<LinkRecord>;
  /** Gives the owner a name that only a hand can have written: it has a space. */
  nameOwner(): Promise<void>;
  /** A person's visit, unless the headers say otherwise. */
  visit(path: string, headers?: Headers, method?: string): Promise<Answer>;
  /** A form as a browser posts it. */
  post(path: string, fields: Readonly<Record<string, string>>, headers?: Headers): Promise<Answer>;
  /** How long tries of passwords were held back; milliseconds, oldest first. Nothing really waits. */
  readonly waits: readonly number[];
  /** Whose pictures the thread was asked to draw, oldest first; the owner's go first there. */
  readonly drawnFor: readonly DrawingCaller[];
  /** What the dice say from now on; from 0 up to 1. */
  roll(next: number): void;
  /** Turns the clock on. */
  later(milliseconds: number): void;
  /** Sends bytes as they are, and gives back what came until the other side closed. */
  send(bytes: string): Promise<string>;
  /** Removes all links, for the next test. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** The service as it is composed for everybody, with a clock, dice, waits and pictures to look at. */
export async function openVisitDoor(
  options: {
    isPublicDoor?: boolean;
    dir?: string;
    settings?: SettingTexts;
    /** Where connections seem to come from; loopback, unless given. */
    peer?: string;
  } = {},
): Promise<VisitDoor> {
  const { isPublicDoor = false, dir = await makeDataDir(), peer } = options;
  let time = now;
  let rolled: number | null = null;
  const waits: number[] = [];
  const drawing = createDrawingThread();
  const drawnFor: DrawingCaller[] = [];
  const { doors, app } = await composeService(
    {
      dataDir: dir,
      port: 0,
      guiPort: null,
      settings: {
        baseUrl: "http://127.0.0.1",
        timeZone: "UTC",
        // No test asks anything beyond this machine.
        "targets.ask": "false",
        verifyDomains: "false",
        ...options.settings,
      },
      clock: () => time,
      random: () => rolled ?? Math.random(),
      async wait(milliseconds) {
        waits.push(milliseconds);
      },
      log(line) {
        // Wrong passwords are counted there.
        if (!line.startsWith("Security, ")) throw new Error(line);
      },
      drawing: {
        ...drawing,
        run(job, caller) {
          drawnFor.push(caller);
          return drawing.run(job, caller);
        },
      },
    },
    [],
  );
  const { port } = doors.service;
  const { store, statistics, account, domains, qrCodes } = app;
  doors.service.serve((request, response) => {
    if (peer !== undefined)
      Object.defineProperty(request.socket, "remoteAddress", { value: peer, configurable: true });
    app.visits.handle(request, response, { path: request.url ?? "/", isPublicDoor });
  });

  async function ask(path: string, { headers, ...sent }: Sent): Promise<Answer> {
    const { text, ...answer } = await send(`http://127.0.0.1:${port}`, path, {
      ...sent,
      headers: { "user-agent": firefox, ...headers },
    });
    return { ...answer, body: text };
  }

  return {
    dir,
    port,
    store,
    statistics,
    domains,
    qrCodes,
    async nameOwner() {
      const record = { ...account.get(), username: "max muster" };
      await store.commit([{ put: "account", record }]);
    },
    async addLink(given = {}) {
      const record: LinkRecord = {
        id: store.nextId("links"),
        alias: "spring",
        url: "https://example.com/spring",
        createdAt: "2026-03-01T00:00:00Z",
        ...given,
      };
      await store.commit([{ put: "links", record }]);
      statistics.linkAdded(record.id);
      return record;
    },
    waits,
    drawnFor,
    roll(next) {
      rolled = next;
    },
    later(milliseconds) {
      time += milliseconds;
    },
    visit: (path, headers = {}, method = "GET") => ask(path, { method, headers }),
    post: (path, fields, headers = {}) =>
      ask(path, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
    send: (bytes) => exchange(port, bytes),
    async clear() {
      const ids = [...store.links.values()].map(({ id }) => id);
      await store.commit(ids.map((id) => ({ remove: "links" as const, id })));
      for (const id of ids) statistics.forget(id);
    },
    async close() {
      await doors.close(0);
      await app.close();
      await store.close();
      if (options.dir === undefined) await rm(dir, { recursive: true });
    },
  };
}

function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.end(bytes, "latin1"));
    let received = "";
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      received += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(received));
  });
}
