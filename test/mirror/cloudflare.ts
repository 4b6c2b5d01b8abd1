import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LocalEdgeDatabase, openEdgeDatabase } from "../support/edgeDatabase.ts";
import { compatibilityDate as usualDate } from "../../src/mirror/home/cloudflare/cloudflare.ts";
import { webRequest } from "../support/webRequest.ts";
import { type Engine, nodeEngine, type RunningWorker } from "./engine.ts";

/** Rights of a token, as Cloudflare's page of tokens calls them. */
export const rights = {
  scripts: "Workers Scripts: Edit",
  databases: "D1: Edit",
  routes: "Workers Routes: Edit",
  zones: "Zone: Read",
} as const;
export type Right = keyof typeof rights;

export interface Token {
  readonly rights: readonly Right[];
  /** Names of the accounts that it leads to. Default: the first. */
  readonly accounts?: readonly string[];
  /** It belongs to the account, not to a user: it may not list accounts. */
  readonly isAccountOwned?: boolean;
}

/** What becomes of a request on its way. */
export type Wire = "open" | "cutBefore" | "cutAfter";

export interface CloudflareOptions {
  readonly engine?: Engine;
  readonly tokens?: Readonly<Record<string, Token>>;
  readonly accounts?: readonly string[];
  /** Names of domains that the account has. */
  readonly zones?: readonly string[];
  /** Names that have a DNS record, such as a tunnel's. */
  readonly records?: readonly string[];
  /** The API takes no notice of a field that its documents don't name. */
  readonly isDocumentedOnly?: boolean;
  /** The account's name below workers.dev; null: it has none yet. */
  readonly subdomain?: string | null;
  /** So many names below workers.dev that are asked for belong to others. */
  readonly takenNames?: number;
  /**
   * Milliseconds until a new name below workers.dev is known, and for which a resolver remembers that it wasn't.
   */
  readonly slowNames?: { readonly known: number; readonly remembered: number };
  /** So many of the requests after an upload still meet what was there before, every other one. */
  readonly sideBySide?: number;
  /** Bytes of a call's body and answer together that a Worker's 10 ms are enough for. */
  readonly heaviest?: number;
  readonly country?: string;
}

export interface CloudflareStandIn {
  /** `http://127.0.0.1:<port>/client/v4` */
  readonly api: string;
  /** Where a Worker answers, in the stead of its name below workers.dev. */
  addressOf(name: string): string;
  /** Methods and paths of the API that were asked, in their order. */
  readonly asked: readonly string[];
  /** Paths of all requests, those to Workers too. */
  readonly seen: readonly string[];
  /** Puts another script in a Worker's place, past the API. */
  replace(name: string, change: (script: string) => string): Promise<void>;
  /** What the API has by now. */
  readonly workers: ReadonlyMap<string, { readonly script: string; readonly secret: string }>;
  readonly databases: ReadonlyMap<
    string,
    { readonly name: string; readonly jurisdiction: string | null }
  >;
  readonly domains: ReadonlyMap<string, string>;
  /** By their ids. */
  readonly routes: ReadonlyMap<string, Route>;
  /** A route of another hand. */
  addRoute(pattern: string, script: string | null): void;
  /** The database that a Worker is bound to, past the API; of the engine in Node. */
  database(worker: string): LocalEdgeDatabase;
  /** What becomes of the requests from now on: paths of the API, and of Workers. */
  cut(wire: (path: string) => Wire): void;
  /** Deletes a Worker, past the API. */
  lose(name: string): Promise<void>;
  /** A Worker of another hand. */
  addForeignWorker(name: string): void;
  /** What the API answers instead, in this order, before it does anything. */
  answerNext(...answers: readonly CannedAnswer[]): void;
  /** Answers the next such call with this, and does nothing of it. Default: 400. */
  failNext(isMeant: (method: string, path: string) => boolean, answer?: CannedAnswer): void;
  /** The ID of the first account. */
  readonly account: string;
  close(): Promise<void>;
}

export interface CannedAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const internalError: CannedAnswer = {
  status: 400,
  body: '{"success":false,"errors":[{"code":10013,"message":"An internal error prevented this"}]}',
};

/** Answered with 204 and no body, as what is deleted is. */
const noBody = Symbol("no body");

/** A token that may do all of it. */
export const goodToken = "good-token-0123456789abcdefghijklmnopqrs";

class Refused extends Error {
  readonly status: number;
  readonly code: number;
  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

interface Worker {
  readonly script: string;
  readonly secret: string;
  readonly database: string;
  readonly bindings: readonly object[];
  readonly runs: RunningWorker | null;
  readonly isPublished: boolean;
  /** What was there before, where it still answers. */
  readonly former?: Former;
}

interface Former {
  /** Null: there was none. */
  readonly runs: RunningWorker | null;
  requests: number;
}

interface Route {
  readonly pattern: string;
  /** Null: no Worker. */
  readonly script: string | null;
  readonly request_limit_fail_open: boolean;
}

interface Database {
  readonly name: string;
  /** Null: anywhere. */
  readonly jurisdiction: string | null;
  readonly account: string;
  readonly local: LocalEdgeDatabase;
}

/** Cloudflare's API on loopback: it looks at tokens, rights and uploads as the real one does, and runs the Workers. */
export async function startCloudflare(options: CloudflareOptions = {}): Promise<CloudflareStandIn> {
  const { engine = nodeEngine, zones = [], records = [], country = "NL" } = options;
  const { heaviest = Number.POSITIVE_INFINITY, slowNames, sideBySide = 0 } = options;
  const accounts = (options.accounts ?? ["Owner"]).map((name) => ({
    id: randomBytes(16).toString("hex"),
    name,
  }));
  const tokens: Readonly<Record<string, Token>> = options.tokens ?? {
    [goodToken]: { rights: ["scripts", "databases"] },
  };
  const folder = await mkdtemp(join(tmpdir(), "waypost-cloudflare-"));
  const workers = new Map<string, Worker>();
  const databases = new Map<string, Database>();
  const domains = new Map<string, string>();
  const routes = new Map<string, Route>();
  const zoneIds = new Map(zones.map((name) => [randomBytes(16).toString("hex"), name]));
  const asked: string[] = [];
  const seen: string[] = [];
  let subdomain = options.subdomain === undefined ? "owner" : options.subdomain;
  let takenNames = options.takenNames ?? 0;
  let nameKnownAt = Number.NEGATIVE_INFINITY;
  let wireOf: (path: string) => Wire = () => "open";
  const canned: CannedAnswer[] = [];
  let failing: {
    readonly isMeant: (method: string, path: string) => boolean;
    readonly answer: CannedAnswer;
  } | null = null;

  function tokenOf(request: IncomingMessage): Token {
    const sent = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    if (sent === undefined) throw new Refused(400, 6003, "Invalid request headers");
    const token = tokens[sent];
    if (token === undefined) throw new Refused(401, 1000, "Invalid API Token");
    return token;
  }

  const accountsOf = ({ accounts: names }: Token) =>
    accounts.filter(({ name }, at) => names?.includes(name) ?? at === 0);

  /** The path below an account that is the token's. */
  function within(token: Token, path: string): string {
    const [, id = "", rest = ""] = /^\/accounts\/([^/]+)(\/.*)$/.exec(path) ?? [];
    if (!accountsOf(token).some((account) => account.id === id)) {
      throw new Refused(403, 10_000, "Authentication error");
    }
    return rest;
  }

  function need(token: Token, right: Right): void {
    if (token.rights.includes(right)) return;
    throw new Refused(403, 9109, "Unauthorized to access requested resource");
  }

  async function start(name: string, worker: Omit<Worker, "runs">, date: string): Promise<void> {
    const database = databases.get(worker.database);
    if (database === undefined) {
      throw new Refused(400, 10_021, `binding DB: database ${worker.database} not found`);
    }
    const before = workers.get(name)?.runs ?? null;
    await workers.get(name)?.former?.runs?.close();
    if (sideBySide === 0) await before?.close();
    const runs = await engine({
      script: worker.script,
      compatibilityDate: date,
      secret: worker.secret,
      databaseId: worker.database,
      database: database.local,
      folder,
    });
    const former = sideBySide > 0 ? { former: { runs: before, requests: 2 * sideBySide } } : {};
    workers.set(name, { ...worker, runs, ...former });
  }

  async function upload(name: string, request: Request): Promise<object> {
    if (subdomain === null) {
      throw new Refused(403, 10_063, "You need a workers.dev subdomain in order to proceed");
    }
    const form = await request.formData().catch(() => null);
    const metadata = form?.get("metadata");
    if (form === null || !(metadata instanceof File || typeof metadata === "string")) {
      throw new Refused(400, 10_021, "no metadata part");
    }
    const text = typeof metadata === "string" ? metadata : await metadata.text();
    const { main_module, compatibility_date, bindings } = JSON.parse(text);
    const module = form.get(String(main_module));
    if (!(module instanceof File)) throw new Refused(400, 10_021, "No such module: main_module");
    if (module.type !== "application/javascript+module" || module.name !== main_module) {
      throw new Refused(400, 10_021, `${module.type} is no type of a module`);
    }
    if (module.size > 1_000_000) throw new Refused(400, 10_027, "Your Worker exceeds the size");
    if (!/^\d{4}-\d\d-\d\d$/.test(compatibility_date)) {
      throw new Refused(400, 10_021, "compatibility_date is no date");
    }
    const [data, secret, ...others] = bindings;
    if (typeof data?.database_id !== "string") throw new Refused(400, 10_021, "Invalid binding");
    if (data?.type !== "d1" || data.name !== "DB" || secret?.type !== "secret_text") {
      throw new Refused(400, 10_021, "Invalid binding");
    }
    if (secret.name !== "SECRET" || others.length > 0 || !(secret.text.length >= 32)) {
      throw new Refused(400, 10_021, "Invalid secret");
    }
    const isPublished = workers.get(name)?.isPublished ?? false;
    await start(
      name,
      {
        script: await module.text(),
        secret: secret.text,
        database: data.database_id,
        bindings: [data, { type: "secret_text", name: "SECRET" }],
        isPublished,
      },
      compatibility_date,
    );
    return { id: name, has_modules: true, startup_time_ms: 3 };
  }

  async function answer(request: Request, token: Token): Promise<unknown> {
    const { searchParams } = new URL(request.url);
    const path = pathOf(request.url);
    const { method } = request;
    const is = (wanted: string, at: RegExp, place = path) =>
      method === wanted ? at.exec(place) : null;
    const json = async () => (await request.json()) as Readonly<Record<string, unknown>>;

    const { isAccountOwned = false } = token;
    if (is("GET", /^\/user\/tokens\/verify$/)) {
      if (isAccountOwned) throw new Refused(401, 1000, "Invalid API Token");
      return { id: "1", status: "active" };
    }
    if (is("GET", /^\/accounts$/)) {
      if (!isAccountOwned) return accountsOf(token);
      const message = "List accounts endpoint does not support account owned tokens";
      throw new Refused(400, 1001, message);
    }
    if (is("GET", /^\/zones$/)) {
      need(token, "zones");
      const [name, account] = ["name", "account.id"].map((field) => searchParams.get(field));
      return [...zoneIds]
        .filter(([, zone]) => zone === name && account === accounts[0]?.id)
        .map(([id, zone]) => ({ id, name: zone, account: accounts[0] }));
    }
    const [, zoneId, routeId] = /^\/zones\/(\w+)\/workers\/routes(?:\/(\w+))?$/.exec(path) ?? [];
    if (zoneId !== undefined) {
      const given = {
        id: routeId,
        body: method === "GET" || method === "DELETE" ? {} : await json(),
      };
      return answerRoutes(token, zoneIds.get(zoneId), method, given);
    }
    const rest = within(token, path);
    if (is("GET", /^\/tokens\/verify$/, rest)) {
      if (!isAccountOwned) throw new Refused(401, 1000, "Invalid API Token");
      return { id: "1", status: "active" };
    }
    const account = path.split("/")[2] ?? "";

    if (is("GET", /^\/d1\/database$/, rest)) {
      need(token, "databases");
      const part = searchParams.get("name") ?? "";
      return [...databases]
        .filter(([, { name, account: of }]) => of === account && name.includes(part))
        .map(([uuid, { name }]) => ({ uuid, name }));
    }
    if (is("POST", /^\/d1\/database$/, rest)) {
      need(token, "databases");
      const { name: given, jurisdiction = null } = await json();
      if (jurisdiction !== null && jurisdiction !== "eu" && jurisdiction !== "fedramp") {
        throw new Refused(400, 7400, "Invalid jurisdiction");
      }
      const name = String(given);
      if ([...databases.values()].some((one) => one.account === account && one.name === name)) {
        throw new Refused(400, 7502, "A database with that name already exists");
      }
      const uuid = randomUUID();
      databases.set(uuid, { name, account, jurisdiction, local: openEdgeDatabase() });
      return { uuid, name };
    }
    const database = is("DELETE", /^\/d1\/database\/([\w-]+)$/, rest)?.[1];
    if (database !== undefined) {
      need(token, "databases");
      const there = databases.get(database);
      if (there === undefined) throw new Refused(404, 7404, "The database could not be found");
      there.local.close();
      databases.delete(database);
      return null;
    }

    if (rest.startsWith("/workers/domains")) {
      need(token, "scripts");
      if (method === "GET") {
        const of = searchParams.get("service");
        return [...domains]
          .map(([hostname, service]) => ({ id: hostname, hostname, service }))
          .filter(({ service }) => of === null || of === service);
      }
      const host = is("DELETE", /^\/workers\/domains\/([^/]+)$/, rest)?.[1];
      if (host !== undefined) {
        domains.delete(host);
        return noBody;
      }
      const { hostname, service } = await json();
      const name = String(hostname);
      if (!workers.has(String(service))) throw new Refused(404, 10_007, "no such Worker");
      if (!zones.some((zone) => name === zone || name.endsWith(`.${zone}`))) {
        throw new Refused(400, 10_082, "Invalid zone");
      }
      if (records.includes(name)) {
        throw new Refused(409, 100_117, "Hostname already has externally managed DNS records");
      }
      if ((domains.get(name) ?? service) !== service) {
        throw new Refused(409, 100_116, "Hostname is already in use by another Worker");
      }
      domains.set(name, String(service));
      return { id: name, hostname: name, service };
    }

    need(token, "scripts");
    if (is("GET", /^\/workers\/scripts$/, rest)) {
      return [...workers.keys()].map((id) => ({
        id,
        routes: listed(({ script }) => script === id).map((one) => ({
          ...one,
          request_limit_fail_open: undefined,
        })),
      }));
    }
    if (rest === "/workers/subdomain") {
      if (method === "PUT" && subdomain === null) {
        if (takenNames-- > 0) throw new Refused(409, 10_031, "Subdomain is unavailable");
        subdomain = String((await json())["subdomain"]);
        nameKnownAt = performance.now() + (slowNames?.known ?? 0);
      }
      if (subdomain === null) throw new Refused(404, 10_007, "You have no workers.dev subdomain");
      return { subdomain };
    }
    const [, name = "", what = ""] = /^\/workers\/scripts\/([^/]+)(?:\/(\w+))?$/.exec(rest) ?? [];
    if (name === "") throw new Refused(405, 10_405, "Method not allowed");
    if (method === "PUT" && what === "") return upload(name, request);
    const worker = workers.get(name);
    if (worker === undefined) {
      throw new Refused(404, 10_007, "This Worker does not exist on your account.");
    }
    if (method === "GET" && what === "settings") return { bindings: worker.bindings };
    if (method === "POST" && what === "subdomain") {
      const { enabled } = await json();
      workers.set(name, { ...worker, isPublished: enabled === true });
      return { enabled };
    }
    if (method === "DELETE" && what === "") {
      await worker.former?.runs?.close();
      await worker.runs?.close();
      workers.delete(name);
      return noBody;
    }
    throw new Refused(405, 10_405, "Method not allowed");
  }

  const listed = (isMeant: (route: Route) => boolean) =>
    [...routes].filter(([, route]) => isMeant(route)).map(([id, route]) => ({ id, ...route }));

  function answerRoutes(
    token: Token,
    zone: string | undefined,
    method: string,
    {
      id,
      body,
    }: { readonly id: string | undefined; readonly body: Readonly<Record<string, unknown>> },
  ): unknown {
    if (!token.rights.includes("routes")) throw new Refused(403, 10_000, "Authentication error");
    if (zone === undefined) throw new Refused(404, 7003, "Could not route to /zones");
    const hostOf = ({ pattern }: Pick<Route, "pattern">) => pattern.split("/")[0] ?? "";
    const isIn = (route: Pick<Route, "pattern">) => `.${hostOf(route)}`.endsWith(`.${zone}`);
    if (method === "GET") return listed(isIn);
    const before = routes.get(id ?? "");
    if (id !== undefined && (before === undefined || !isIn(before))) {
      throw new Refused(404, 10_005, "workers.api.error.not_found");
    }
    if (method === "DELETE") {
      routes.delete(id ?? "");
      return { id };
    }
    const { pattern: given, script, request_limit_fail_open: isOpen = false } = body;
    const pattern = String(given);
    if (!isIn({ pattern }) || !pattern.endsWith("/*")) {
      throw new Refused(400, 10_022, `Route pattern must include zone name: ${pattern}`);
    }
    if (!workers.has(String(script))) {
      throw new Refused(400, 10_019, "Cannot configure a route for a Worker which does not exist.");
    }
    if ([...routes].some(([other, route]) => route.pattern === pattern && other !== id)) {
      throw new Refused(409, 10_020, "A route with the same pattern already exists");
    }
    const route: Route = {
      pattern,
      script: String(script),
      request_limit_fail_open: isOpen === true && options.isDocumentedOnly !== true,
    };
    const made = id ?? randomBytes(16).toString("hex");
    routes.set(made, route);
    return { id: made, ...route };
  }

  async function answerApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await webRequest(request);
    const isMeant = failing?.isMeant(call.method, pathOf(call.url)) ?? false;
    const instead = isMeant ? failing?.answer : canned.shift();
    if (isMeant) failing = null;
    if (instead !== undefined) {
      response.writeHead(instead.status, instead.headers ?? { "content-type": "text/html" });
      response.end(instead.body);
      return;
    }
    let status = 200;
    let envelope: object;
    try {
      const token = tokenOf(request);
      const result = (await answer(call, token)) ?? null;
      if (result === noBody) {
        response.writeHead(204).end();
        return;
      }
      envelope = { success: true, errors: [], messages: [], result };
    } catch (error) {
      const { message } = error as Error;
      status = error instanceof Refused ? error.status : 500;
      const code = error instanceof Refused ? error.code : 10_013;
      envelope = { success: false, errors: [{ code, message }], messages: [], result: null };
    }
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(envelope));
  }

  async function answerWorker(
    name: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const now = performance.now();
    if (now < nameKnownAt) {
      nameKnownAt = Math.max(nameKnownAt, now + (slowNames?.remembered ?? 0));
      return void request.socket.destroy();
    }
    const worker = workers.get(name);
    const isFormer = worker?.former !== undefined && --worker.former.requests % 2 === 1;
    const runs = isFormer && worker.former.requests > 0 ? worker.former.runs : worker?.runs;
    if (runs == null || worker?.isPublished !== true) {
      response.writeHead(404).end("error code: 1042");
      return;
    }
    const visit = await webRequest(request);
    visit.headers.set("cf-connecting-ip", request.socket.remoteAddress ?? "127.0.0.1");
    // As the network does it: a Worker that takes too long may have done its work.
    const sent = Number(request.headers["content-length"] ?? 0);
    const tooHeavy = () => void response.writeHead(503).end("error code: 1102");
    if (sent > heaviest) return tooHeavy();
    const answered = await runs.fetch(visit, country);
    const body = Buffer.from(await answered.arrayBuffer());
    if (sent + body.length > heaviest) return tooHeavy();
    response.writeHead(answered.status, Object.fromEntries(answered.headers)).end(body);
  }

  /** Each Worker has a port of its own, as it has a name of its own. */
  const doors: { readonly name: string; readonly door: Door }[] = [];
  async function openDoor(
    serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  ): Promise<Door> {
    const server = createServer((request, response) => {
      const path = request.url ?? "/";
      seen.push(path);
      const wire = wireOf(path);
      if (wire === "cutBefore") return void request.socket.destroy();
      if (wire === "cutAfter") response.writeHead = () => request.socket.destroy() && response;
      serve(request, response).catch((error: unknown) => {
        if (!response.headersSent) response.writeHead(500);
        response.end(String(error));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    return {
      origin: `http://127.0.0.1:${port}`,
      async close() {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  }

  const api = await openDoor((request, response) => {
    asked.push(`${request.method} ${request.url?.replace(/^\/client\/v4/, "") ?? ""}`);
    return answerApi(request, response);
  });
  for (const name of ["waypost", "another", "third"]) {
    const door = await openDoor((request, response) => answerWorker(name, request, response));
    doors.push({ name, door });
  }

  return {
    api: `${api.origin}/client/v4`,
    addressOf(name) {
      const found = doors.find((one) => one.name === name);
      if (found === undefined) throw new Error(`No port is kept for a Worker called ${name}.`);
      return found.door.origin;
    },
    asked,
    seen,
    async replace(name, change) {
      const worker = workers.get(name);
      if (worker === undefined) throw new Error(`There is no Worker called ${name}.`);
      await start(name, { ...worker, script: change(worker.script) }, usualDate);
    },
    workers,
    databases,
    domains,
    routes,
    addRoute(pattern, script) {
      const id = randomBytes(16).toString("hex");
      routes.set(id, { pattern, script, request_limit_fail_open: false });
    },
    database(name) {
      const found = databases.get(workers.get(name)?.database ?? "");
      if (found === undefined) throw new Error(`There is no Worker called ${name}.`);
      return found.local;
    },
    cut(wire) {
      wireOf = wire;
    },
    async lose(name) {
      await workers.get(name)?.runs?.close();
      workers.delete(name);
    },
    account: accounts[0]?.id ?? "",
    failNext(isMeant, instead = internalError) {
      failing = { isMeant, answer: instead };
    },
    answerNext(...answers) {
      canned.push(...answers);
    },
    addForeignWorker(name) {
      const foreign = { script: "", secret: "", database: "", bindings: [], runs: null };
      workers.set(name, { ...foreign, isPublished: true });
    },
    async close() {
      for (const door of [api, ...doors.map((one) => one.door)]) await door.close();
      for (const { runs, former } of workers.values()) {
        await former?.runs?.close();
        await runs?.close();
      }
      for (const { local } of databases.values()) local.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function pathOf(url: string): string {
  return new URL(url).pathname.replace(/^\/client\/v4/, "");
}

interface Door {
  readonly origin: string;
  close(): Promise<void>;
}
