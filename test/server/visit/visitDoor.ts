import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOwnAddresses } from "../../../src/server/services/ownAddresses.ts";
import { createAliases } from "../../../src/server/services/aliases.ts";
import { createClicks } from "../../../src/server/services/clicks/clicks.ts";
import { createContactSubmissions } from "../../../src/server/services/contactSubmissions.ts";
import { openCountries } from "../../../src/server/services/countries.ts";
import {
  createDrawingThread,
  type DrawingCaller,
} from "../../../src/server/services/qr/drawingThread.ts";
import { createGuardedFetch } from "../../../src/server/services/outside/guardedFetch.ts";
import { createPictures } from "../../../src/server/services/qr/pictures.ts";
import { createQrCodes } from "../../../src/server/services/qrCodes.ts";
import type { QrCodeService } from "../../../src/server/services/qrCodes.ts";
import { createQrPictures } from "../../../src/server/services/qr/qrPictures.ts";
import { createDomains } from "../../../src/server/services/domains.ts";
import type { DomainService } from "../../../src/server/services/domains.ts";
import { createLinkPasswords } from "../../../src/server/services/passwords/linkPasswords.ts";
import { createPlaces } from "../../../src/server/services/places.ts";
import { noProxies, readProxies } from "../../../src/server/services/trustedProxies.ts";
import { createPreparedLinks } from "../../../src/server/services/preparedLinks.ts";
import { createStatistics } from "../../../src/server/services/clicks/statistics.ts";
import type { Statistics } from "../../../src/server/services/clicks/statistics.ts";
import { createVisitorKeys } from "../../../src/server/services/visitorKeys.ts";
import { openStore } from "../../../src/server/store/openStore.ts";
import type { LinkRecord } from "../../../src/server/store/records.ts";
import type { Store } from "../../../src/server/store/store.ts";
import type { VisitSettings } from "../../../src/server/visit/readVisit.ts";
import { createQrVisits } from "../../../src/server/visit/qr/qrVisits.ts";
import { createVisits } from "../../../src/server/visit/visits.ts";

export const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
export const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

export const now = Date.parse("2026-03-10T12:00:00Z");

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A door as visitors meet it: real HTTP in front of a real store in a folder of its own. */
export interface VisitDoor {
  readonly dir: string;
  readonly port: number;
  readonly store: Store;
  readonly statistics: Statistics;
  readonly qrCodes: QrCodeService;
  /** Stores a link; `alias` and `url` have defaults. */
  addLink(given?: Partial<LinkRecord>): Promise<LinkRecord>;
  /** A person's visit, unless the headers say otherwise. */
  visit(path: string, headers?: OutgoingHttpHeaders, method?: string): Promise<Answer>;
  /** A form as a browser posts it. */
  post(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers?: OutgoingHttpHeaders,
  ): Promise<Answer>;
  readonly domains: DomainService;
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

export async function openVisitDoor(
  options: {
    isPublicDoor?: boolean;
    geoProvider?: VisitSettings["geoProvider"];
    dir?: string;
    settings?: Partial<VisitSettings>;
    /** Where connections seem to come from; loopback, unless given. */
    peer?: string;
  } = {},
): Promise<VisitDoor> {
  const dir = options.dir ?? (await mkdtemp(join(tmpdir(), "waypost-visit-")));
  let time = now;
  const clock = () => time;
  const waits: number[] = [];
  let roll = 0;
  const statistics = createStatistics({ clock, timeZone: () => "UTC" });
  const store = await openStore({ dir, keeper: statistics, clock });
  for (const { id } of store.links.values()) statistics.linkAdded(id);
  const clicks = createClicks(store.clicks);
  const drawing = createDrawingThread();
  const drawnFor: DrawingCaller[] = [];
  const qrPictures = createQrPictures({
    ...drawing,
    run: (job, caller) => {
      drawnFor.push(caller);
      return drawing.run(job, caller);
    },
  });
  const qrCodes = createQrCodes({
    store,
    aliases: createAliases({ random: Math.random, prefix: "" }),
    domains: { chosen: () => undefined, baseOf: () => "http://127.0.0.1" },
    pictures: createPictures({ dataDir: dir, fetch: createGuardedFetch(), thread: drawing }),
    qrPictures,
    clock,
  });
  const settings: VisitSettings = {
    geoProvider: options.geoProvider ?? "none",
    proxies: readProxies("") ?? noProxies,
    pageName: "",
    pageColor: "",
    respectDnt: true,
    prefix: "",
    shortBase: "http://127.0.0.1",
    ...options.settings,
  };
  const domains = createDomains({
    store,
    shortBase: settings.shortBase,
    ownAddresses: { isOwnBase: () => false, isOwnHost: () => false },
    ask: async () => null,
    isAsked: () => false,
    clock,
  });
  const ownAddresses = createOwnAddresses({
    bases: [settings.shortBase],
    loopbackPorts: [],
    prefix: settings.prefix,
    isAlias: () => true,
    domainOf: (host) => domains.ofHost(host)?.id,
  });
  const visits = createVisits({
    ownPlace: (address) => ownAddresses.placeOf(address),
    preparedLinks: createPreparedLinks(store),
    places: createPlaces(store),
    clicks,
    statistics,
    domains,
    passwords: createLinkPasswords({
      cookieKey: store.secrets.cookieKey,
      clock,
      wait: async (milliseconds) => {
        waits.push(milliseconds);
      },
    }),
    contactAnswers: createContactSubmissions({ store, clock }),
    isUsername: (name) => name === "max muster",
    random: () => roll,
    log: (line) => {
      throw new Error(line);
    },
    qr: createQrVisits({ qrCodes, qrPictures, clicks }),
    visitors: createVisitorKeys(store.secrets.hashKey),
    countries: openCountries(),
    settings,
    clock,
  });
  const server = createServer((incoming, response) => {
    visits.handle(incoming, response, {
      path: incoming.url ?? "/",
      isPublicDoor: options.isPublicDoor ?? false,
    });
  });
  const { peer } = options;
  if (peer !== undefined) {
    server.on("connection", (socket) =>
      Object.defineProperty(socket, "remoteAddress", { value: peer }),
    );
  }
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  // The operating system gives a listening TCP server an address.
  const { port } = server.address() as AddressInfo;

  return {
    dir,
    port,
    store,
    statistics,
    qrCodes,
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
    domains,
    waits,
    drawnFor,
    roll(next) {
      roll = next;
    },
    later(milliseconds) {
      time += milliseconds;
    },
    visit: (path, headers = {}, method = "GET") => ask(port, path, headers, method),
    post: (path, fields, headers = {}) => {
      const body = new URLSearchParams(fields).toString();
      const type = "application/x-www-form-urlencoded";
      return ask(port, path, { "content-type": type, ...headers }, "POST", body);
    },
    send: (bytes) => exchange(port, bytes),
    async clear() {
      const ids = [...store.links.values()].map(({ id }) => id);
      await store.commit(ids.map((id) => ({ remove: "links" as const, id })));
      for (const id of ids) statistics.forget(id);
    },
    async close() {
      await new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      });
      await drawing.close();
      await store.close();
      if (options.dir === undefined) await rm(dir, { recursive: true });
    },
  };
}

function ask(
  port: number,
  path: string,
  headers: OutgoingHttpHeaders,
  method: string,
  content?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        path,
        method,
        agent: false,
        headers: { "user-agent": firefox, ...headers },
      },
      (response) => {
        let body = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          body += chunk;
        });
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(content);
  });
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
