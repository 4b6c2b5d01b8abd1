import type { EdgeAccount, EdgeRoute } from "../../../contract/server/edge.ts";
import { SetUpFailed } from "../model.ts";
import { createRequest, fieldsOf, type RequestOptions, type Right } from "./request.ts";

/** A Worker that is there; bound as Waypost's are, or something else. */
export interface FoundWorker {
  readonly isWaypost: boolean;
}

export interface UploadedWorker {
  readonly script: string;
  /** Id of the database. */
  readonly database: string;
  readonly secret: string;
}

export interface Subdomain {
  readonly name: string;
  /** Nobody has looked it up yet: it takes minutes until everybody finds it. */
  readonly isNew: boolean;
}

export interface Route {
  /** Its path in the API. */
  readonly path: string;
}

/** What is asked of Cloudflare's API, version 4. Each call rejects with `SetUpFailed` alone. */
export interface Cloudflare {
  /** Whether the token is one. @param account where it is known already */
  verify(account?: string): Promise<void>;
  accounts(): Promise<readonly EdgeAccount[]>;
  /** Null: there is none of this name. */
  worker(account: string, name: string): Promise<FoundWorker | null>;
  upload(account: string, name: string, worker: UploadedWorker): Promise<void>;
  /** Has it answer at `<name>.<account's name>.workers.dev`. */
  publish(account: string, name: string): Promise<void>;
  /** The account's name below workers.dev; one is made where there is none. Without one, no Worker is taken. */
  subdomain(account: string, newName: () => string): Promise<Subdomain>;
  /** Names that lead to the Worker, beside its own below workers.dev. */
  domains(account: string, name: string): Promise<readonly string[]>;
  /** Names with DNS records of their own, in front of which the Worker answers. */
  routed(account: string, name: string): Promise<readonly string[]>;
  /** The route of such a name; null: there is none that leads to the Worker. */
  route(account: string, name: string, host: string): Promise<Route | null>;
  /** Puts the Worker in front of such a name. */
  addRoute(account: string, name: string, host: string): Promise<EdgeRoute>;
  deleteRoute(route: Route): Promise<void>;
  /** Leads a name of one of the account's domains to the Worker. False: the name has a DNS record. */
  attach(account: string, name: string, host: string): Promise<boolean>;
  /** Takes every name from the Worker that isn't among these. */
  detach(account: string, name: string, except: readonly string[]): Promise<void>;
  /** Null: there is none of this name. */
  database(account: string, name: string): Promise<string | null>;
  /** @param isInEu stored and read there alone */
  makeDatabase(
    account: string,
    name: string,
    options: { readonly isInEu: boolean },
  ): Promise<string>;
  deleteWorker(account: string, name: string): Promise<void>;
  deleteDatabase(account: string, id: string): Promise<void>;
}

/** The Worker's behaviour is that of this day, whatever the network changes later. */
export const compatibilityDate = "2026-01-15";
const moduleName = "worker.js";
/** Of a token that belongs to an account: it may not list accounts. */
const notListed = 1001;
const unknownZone = 10_082;
/** Of a name that another Worker has, of one with a DNS record such as a tunnel's, and of one that another account has. */
const takenNames = { worker: 100_116, record: 100_117, subdomain: 10_031 } as const;
/** Names below workers.dev that are tried. */
const mostNames = 3;
/** Of a route whose pattern another one has. */
const takenPattern = 10_020;
const scripts: Right = "Account: Workers Scripts, Edit";
const databases: Right = "Account: D1, Edit";
const routes: Right = "Zone: Workers Routes, Edit";
const zones: Right = "Zone: Zone, Read";

/** Names under which the Worker finds what it is bound to. */
const bound = { database: "DB", secret: "SECRET" } as const;

export function createCloudflare(options: RequestOptions): Cloudflare {
  const request = createRequest(options);
  const below = (account: string) => `/accounts/${encodeURIComponent(account)}`;
  const script = (account: string, name: string) =>
    `${below(account)}/workers/scripts/${encodeURIComponent(name)}`;

  async function accounts(): Promise<readonly EdgeAccount[]> {
    const { result } = await request({
      method: "GET",
      path: "/accounts?per_page=50",
      right: scripts,
      expected: [notListed],
    });
    return listOf(result).map(({ id, name }) => ({ id: String(id), name: String(name) }));
  }

  async function database(account: string, name: string): Promise<string | null> {
    const path = `${below(account)}/d1/database?name=${encodeURIComponent(name)}&per_page=100`;
    const { result } = await request({ method: "GET", path, right: databases });
    // The API takes a part of a name, too.
    const found = listOf(result).find((one) => one["name"] === name);
    return found === undefined ? null : String(found["uuid"]);
  }

  async function verifyAt(path: string): Promise<void> {
    const { result } = await request({ method: "GET", path, right: scripts });
    if (fieldsOf(result)["status"] !== "active") throw new SetUpFailed("tokenWrong");
  }

  return {
    accounts,
    database,
    async verify(account) {
      try {
        await verifyAt("/user/tokens/verify");
      } catch (error) {
        // A token that belongs to the account isn't known there, and is good for what follows.
        const isUnknown =
          error instanceof SetUpFailed &&
          (error.problem.code === "tokenWrong" || error.problem.code === "tokenRights");
        if (!isUnknown) throw error;
        if (account !== undefined) await verifyAt(`${below(account)}/tokens/verify`);
        else if ((await accounts()).length === 0) throw new SetUpFailed("accountNeeded");
      }
    },
    async worker(account, worker) {
      const path = `${script(account, worker)}/settings`;
      const { status, result } = await request({ method: "GET", path, right: scripts });
      if (status === 404) return null;
      const bindings = listOf(fieldsOf(result)["bindings"]);
      const has = (name: string, type: string) =>
        bindings.some((one) => one["name"] === name && one["type"] === type);
      return { isWaypost: has(bound.database, "d1") && has(bound.secret, "secret_text") };
    },
    async upload(account, name, worker) {
      const metadata = {
        main_module: moduleName,
        compatibility_date: compatibilityDate,
        bindings: [
          { type: "d1", name: bound.database, database_id: worker.database },
          { type: "secret_text", name: bound.secret, text: worker.secret },
        ],
        // Addresses that visitors ask for are nobody's business.
        observability: { enabled: false },
      };
      const form = new FormData();
      form.set("metadata", new Blob([JSON.stringify(metadata)], { type: "application/json" }));
      const module = new Blob([worker.script], { type: "application/javascript+module" });
      form.set(moduleName, module, moduleName);
      const path = `${script(account, name)}?excludeScript=true`;
      await inAccount(request({ method: "PUT", path, right: scripts, form }));
    },
    async publish(account, name) {
      const path = `${script(account, name)}/subdomain`;
      const json = { enabled: true, previews_enabled: false };
      const call = { method: "POST", path, right: scripts, json, isRepeatable: true } as const;
      await inAccount(request(call));
    },
    async subdomain(account, newName) {
      const path = `${below(account)}/workers/subdomain`;
      const { result } = await request({ method: "GET", path, right: scripts });
      const there = fieldsOf(result)["subdomain"];
      if (typeof there === "string" && there !== "") return { name: there, isNew: false };
      try {
        for (let tries = 1; ; tries += 1) {
          const name = newName();
          const expected = tries < mostNames ? [takenNames.subdomain] : [];
          const json = { subdomain: name };
          const { code } = await request({ method: "PUT", path, right: scripts, json, expected });
          if (code === null) return { name, isNew: true };
        }
      } catch (error) {
        if (!(error instanceof SetUpFailed) || error.problem.code !== "apiRefused") throw error;
        throw new SetUpFailed("subdomainMissing", { said: error.problem.values["said"] ?? "" });
      }
    },
    async domains(account, name) {
      return (await attached(account, name)).map(({ host }) => host);
    },
    async attach(account, name, host) {
      const json = { hostname: host, service: name };
      const path = `${below(account)}/workers/domains`;
      const expected = [unknownZone, takenNames.record, takenNames.worker];
      const { status, code } = await request({
        method: "PUT",
        path,
        right: scripts,
        json,
        expected,
      });
      if (status === 404 || code === unknownZone) throw new SetUpFailed("domainUnknown", { host });
      if (code === takenNames.worker) throw new SetUpFailed("domainTaken", { host });
      return code !== takenNames.record;
    },
    async detach(account, name, except) {
      for (const { id, host } of await attached(account, name)) {
        if (except.includes(host)) continue;
        const one = `${below(account)}/workers/domains/${encodeURIComponent(id)}`;
        await request({ method: "DELETE", path: one, right: scripts });
      }
    },
    async routed(account, name) {
      const path = `${below(account)}/workers/scripts`;
      const { result } = await request({ method: "GET", path, right: scripts });
      const worker = listOf(result).find(({ id }) => id === name);
      return listOf(worker?.["routes"]).flatMap(({ pattern }) => hostIn(String(pattern)) ?? []);
    },
    async route(account, name, host) {
      const found = await routeOf(await zoneRoutes(account, host), host);
      return found?.script === name ? found : null;
    },
    async addRoute(account, name, host) {
      const path = await zoneRoutes(account, host);
      // Its documents don't name this field, so the answer is asked what came of it.
      const json = { pattern: patternOf(host), script: name, request_limit_fail_open: true };
      const expected = [takenPattern];
      const call = { right: routes, json, expected, isRepeatable: true } as const;
      let answer = await request({ ...call, method: "POST", path });
      if (answer.code === takenPattern) {
        const found = await routeOf(path, host);
        if (found?.script !== name) {
          const worker = found?.script ?? "–";
          throw new SetUpFailed("routeTaken", { pattern: json.pattern, worker });
        }
        answer = await request({ ...call, method: "PUT", path: found.path });
      }
      const failsOpen = fieldsOf(answer.result)["request_limit_fail_open"] === true;
      return { host, failsOpen };
    },
    async deleteRoute({ path }) {
      await request({ method: "DELETE", path, right: routes });
    },
    async makeDatabase(account, name, { isInEu }) {
      const path = `${below(account)}/d1/database`;
      const json = { name, ...(isInEu && { jurisdiction: "eu" }) };
      const { result } = await inAccount(request({ method: "POST", path, right: databases, json }));
      return String(fieldsOf(result)["uuid"]);
    },
    async deleteWorker(account, name) {
      const path = `${script(account, name)}?force=true`;
      await request({ method: "DELETE", path, right: scripts });
    },
    async deleteDatabase(account, id) {
      const path = `${below(account)}/d1/database/${encodeURIComponent(id)}`;
      await request({ method: "DELETE", path, right: databases });
    },
  };

  /** Where the routes are of the domain that a name belongs to. */
  async function zoneRoutes(account: string, host: string): Promise<string> {
    const labels = host.split(".");
    for (let first = 0; first < labels.length - 1; first += 1) {
      const zone = labels.slice(first).join(".");
      const path = `/zones?name=${zone}&account.id=${encodeURIComponent(account)}`;
      const { result } = await request({ method: "GET", path, right: zones });
      const [id] = listOf(result).map((one) => String(one["id"]));
      if (id !== undefined) return `/zones/${encodeURIComponent(id)}/workers/routes`;
    }
    // The name has a record in the account, so its domain is there: the token doesn't lead to it.
    throw new SetUpFailed("tokenRights", { right: zones });
  }

  async function routeOf(
    path: string,
    host: string,
  ): Promise<(Route & { readonly script: string | null }) | null> {
    const { result } = await request({ method: "GET", path, right: routes });
    const found = listOf(result).find(({ pattern }) => pattern === patternOf(host));
    if (found === undefined) return null;
    const { id, script: worker } = found;
    return {
      path: `${path}/${encodeURIComponent(String(id))}`,
      script: typeof worker === "string" ? worker : null,
    };
  }

  async function attached(account: string, name: string) {
    const path = `${below(account)}/workers/domains?service=${encodeURIComponent(name)}`;
    const { result } = await request({ method: "GET", path, right: scripts });
    return listOf(result)
      .filter(({ service }) => service === name)
      .map(({ id, hostname }) => ({ id: String(id), host: String(hostname) }));
  }
}

const patternOf = (host: string) => `${host}/*`;

/** Of a route like those that are made here; undefined: it's of another kind. */
function hostIn(pattern: string): string | undefined {
  return /^([a-z0-9.-]+)\/\*$/.exec(pattern)?.[1];
}

function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

/** The account itself isn't there, or isn't this token's. */
async function inAccount(asked: ReturnType<ReturnType<typeof createRequest>>) {
  const answer = await asked;
  if (answer.status === 404) throw new SetUpFailed("accountMissing");
  return answer;
}
