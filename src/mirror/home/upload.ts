import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { EdgeState } from "../wire/calls.ts";
import type { EdgeFileRecord } from "../../server/store/records.ts";
import type { Cloudflare } from "./cloudflare/cloudflare.ts";
import type { EdgeAccount, EdgePlace, EdgeRoute } from "../../contract/server/edge.ts";
import { routesOf } from "./edgeRecord.ts";
import { SetUpFailed, EdgeFailed } from "./model.ts";
import type { SetUpParts } from "./setUpParts.ts";
import type { Steps } from "./setUpProgress.ts";
import { refuseOther } from "./writeLease.ts";

/** Parts of the patience: before the first look at a new name, and between later looks. */
const firstLook = 1 / 30;
const [shortestPause, longestPause] = [1 / 60, 1 / 10];
/** A name that nobody has looked up takes so much longer. */
const patienceWithNewName = 10 / 3;
/** Answers one after the other that show that the Worker of before has stopped. */
const answersInARow = 3;
const usualName = "waypost";

/** A Worker in an account, there or wanted. */
interface Place {
  readonly api: Cloudflare;
  /** Its id. */
  readonly account: string;
  readonly name: string;
}

export interface Uploaded {
  /** What is to be kept of the mirror then. */
  readonly record: EdgeFileRecord;
  /** Takes over the wanted names that have DNS records: once it can answer their visitors. Null: there are none. */
  readonly route: (() => Promise<void>) | null;
}

/**
 * Uploads the Worker and waits until it answers.
 * @param whose of the Worker that may be there already
 */
export async function upload(
  parts: SetUpParts,
  place: EdgePlace,
  steps: Steps,
  whose: "new" | "ours" | "any",
): Promise<Uploaded> {
  const before = parts.saved.now();
  const api = parts.cloudflare(place.token);
  const name = place.name ?? before?.name ?? usualName;
  const wanted = place.account ?? before?.account ?? undefined;
  await steps.take("token", () => api.verify(wanted));
  const account = await steps.take("account", async () => {
    const chosen = await chooseAccount(api, wanted, steps);
    const isThere = await isMirrorAt(parts, { api, account: chosen.id, name }, whose);
    // Its secret is written anew with the Worker: another home's would be shut out.
    if (isThere && whose === "ours" && before !== null) await refuseTaken(parts, before);
    return chosen;
  });
  const at: Place = { api, account: account.id, name };
  const databaseId = await steps.take(
    "database",
    async () =>
      (await api.database(at.account, name)) ??
      api.makeDatabase(at.account, name, { isInEu: place.eu === true }),
  );
  const { secret, subdomain } = await steps.take("worker", async () => ({
    // Without a name below workers.dev, Cloudflare takes no Worker.
    subdomain: await api.subdomain(at.account, newSubdomain),
    secret: await uploadWorker(parts, at, databaseId),
  }));
  const record = await steps.take("address", async () => {
    const address = parts.addressOf(name, subdomain.name);
    const made = recordOf({ account, name, databaseId, address }, before);
    // One that is cut off from here on is renewed, not made again.
    if (whose === "new") await parts.saved.set(made);
    await answering(parts, address, { secret, isNew: subdomain.isNew });
    await parts.secretBefore.keep("");
    return made;
  });
  const led =
    whose === "any"
      ? await steps.take("domains", () => takeDomains(at))
      : await leadDomains(parts, { at, record, place }, steps);
  const { names } = led;
  if (whose === "any" && names.domains.length === 0) steps.skip("domains");
  return {
    record: { ...record, ...names, workerVersion: parts.version },
    route: led.left.length === 0 ? null : () => addRoutes(parts, at, led.left),
  };
}

function newSubdomain(): string {
  return `${usualName}-${randomBytes(4).toString("hex")}`;
}

async function chooseAccount(
  api: Cloudflare,
  wanted: string | undefined,
  steps: Steps,
): Promise<EdgeAccount> {
  if (wanted !== undefined) {
    // For its name alone: a token may be good for an account without listing it.
    const listed = await api.accounts().catch(unlessRights);
    return listed.find(({ id }) => id === wanted) ?? { id: wanted, name: "" };
  }
  const accounts = await api.accounts();
  const [first, second] = accounts;
  if (first === undefined) throw new SetUpFailed("accountNeeded");
  if (second === undefined) return first;
  steps.offer(accounts);
  throw new SetUpFailed("accountUnknown");
}

function unlessRights(error: unknown): readonly EdgeAccount[] {
  if (error instanceof SetUpFailed && error.problem.code === "tokenRights") return [];
  throw error;
}

/** Whether there is one; throws where it then can't be made, renewed or taken over. */
async function isMirrorAt(
  parts: SetUpParts,
  place: Place,
  whose: "new" | "ours" | "any",
): Promise<boolean> {
  const { api, account, name } = place;
  const worker = await api.worker(account, name);
  if (worker === null) {
    if (whose === "any" && (await api.database(account, name)) === null) {
      throw new SetUpFailed("mirrorMissing", { name });
    }
    return false;
  }
  if (!worker.isWaypost) throw new SetUpFailed("nameTaken", { name });
  if (whose === "new" && !(await isLeftover(parts, place))) {
    throw new SetUpFailed("mirrorThere", { name });
  }
  return true;
}

/** Whether a set-up of this home that was cut off has left it: it knows our secret, and is nobody's yet. */
async function isLeftover(parts: SetUpParts, { api, account, name }: Place): Promise<boolean> {
  const secrets = await parts.openedSecrets().catch(() => null);
  if (secrets === null) return false;
  await api.publish(account, name);
  const { name: subdomain } = await api.subdomain(account, newSubdomain);
  const client = parts.clientAt(parts.addressOf(name, subdomain), secrets);
  try {
    return (await client.state()).owner === null;
  } catch {
    return false;
  } finally {
    client.close();
  }
}

/**
 * Throws where the mirror isn't this home's any more, or nobody can tell. A Worker that answers wrongly,
 * or has never answered, is what a renewal mends.
 */
async function refuseTaken(
  { openedSecrets, clientAt }: SetUpParts,
  before: EdgeFileRecord,
): Promise<void> {
  const client = clientAt(before.address, await openedSecrets());
  let state: EdgeState;
  try {
    state = await client.state();
  } catch (error) {
    if (isTelling(error, before)) throw error;
    return;
  } finally {
    client.close();
  }
  if (state.owner !== null) refuseOther(state, before);
}

function isTelling(error: unknown, { workerVersion }: EdgeFileRecord): boolean {
  if (!(error instanceof EdgeFailed)) return true;
  const { code } = error.problem;
  if (code === "foreign") return true;
  return workerVersion !== null && (code === "network" || code === "timeout");
}

/**
 * Answers the secret that it has: a new one each time, so that one which somebody has found out ends. Until the
 * Worker answers with it, it may still have the one before.
 */
async function uploadWorker(
  parts: SetUpParts,
  { api, account, name }: Place,
  database: string,
): Promise<string> {
  const script = await parts.script();
  const { secret: current, secretBefore } = parts;
  // Whoever filled a folder knows the secret in it.
  const opened = (await current.isOwn()) ? await current.open() : null;
  const isUsed = parts.saved.now() !== null && (await secretBefore.open()) === null;
  if (isUsed && opened !== null && "text" in opened) await secretBefore.keep(opened.text);
  const secret = randomBytes(32).toString("base64url");
  // Before it is there: whoever is cut off in between still knows it.
  await current.keep(secret);
  await api.upload(account, name, { script, database, secret });
  await api.publish(account, name);
  return secret;
}

/**
 * Waits until the Worker that was uploaded is the one that answers. A new name isn't looked up at once: a
 * resolver would remember that there is none.
 */
async function answering(
  parts: SetUpParts,
  address: string,
  { secret, isNew }: { readonly secret: string; readonly isNew: boolean },
): Promise<void> {
  const client = parts.clientAt(address, { now: secret, before: null });
  const patience = parts.patience * (isNew ? patienceWithNewName : 1);
  const until = performance.now() + patience;
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal: parts.ended });
  if (isNew) await pause(patience * firstLook);
  let good = 0;
  for (let wait = patience * shortestPause; ; wait *= good > 0 ? 1 : 1.5) {
    let failure: unknown;
    try {
      const state = await client.state();
      good = state.worker === parts.version ? good + 1 : 0;
      if (good === answersInARow) return;
    } catch (error) {
      good = 0;
      failure = error;
    }
    if (performance.now() > until) {
      if (failure instanceof EdgeFailed && failure.problem.code === "foreign") throw failure;
      throw new SetUpFailed(
        "silent",
        { address, seconds: Math.round(patience / 1_000) },
        { cause: failure },
      );
    }
    await pause(patience * (good > 0 ? shortestPause : Math.min(wait / patience, longestPause)));
  }
}

function recordOf(
  made: {
    readonly account: EdgeAccount;
    readonly name: string;
    readonly databaseId: string;
    readonly address: string;
  },
  before: EdgeFileRecord | null,
): EdgeFileRecord {
  const { account, name, databaseId, address } = made;
  return {
    home: randomBytes(12).toString("base64url"),
    generation: 1,
    sequence: 0,
    lastPushAt: null,
    lastDrainAt: null,
    agreed: null,
    meter: null,
    workerVersion: null,
    domains: [],
    ...before,
    address,
    name,
    account: account.id,
    accountName: account.name,
    databaseId,
  };
}

/** Names of one's own, as the record has them. */
type Names = Pick<EdgeFileRecord, "domains" | "routes">;
interface Led {
  readonly names: Names;
  /** Names with DNS records, in front of which it isn't yet. */
  readonly left: readonly string[];
}

function namesOf(domains: Iterable<string>, routes: readonly EdgeRoute[]): Names {
  return { domains: [...domains], routes: routes.length > 0 ? [...routes] : undefined };
}

/** Those that lead there already. */
async function takeDomains({ api, account, name }: Place): Promise<Led> {
  const routed = await api.routed(account, name);
  const routes = routed.map((host) => ({ host, failsOpen: null }));
  return { names: namesOf([...(await api.domains(account, name)), ...routed], routes), left: [] };
}

/** Leads those there that are wanted, and no others. */
async function leadDomains(
  parts: SetUpParts,
  { at, record, place }: { at: Place; record: EdgeFileRecord; place: EdgePlace },
  steps: Steps,
): Promise<Led> {
  const { api, account, name } = at;
  const { domains: former } = record;
  const wanted = place.domains;
  const formerRoutes = routesOf(record);
  if (wanted === undefined || wanted.length + former.length === 0) {
    steps.skip("domains");
    return { names: namesOf(former, formerRoutes), left: [] };
  }
  return steps.take("domains", async () => {
    const there = new Set(former);
    const routed = formerRoutes.length > 0 ? await api.routed(account, name) : [];
    const routes = formerRoutes.filter(({ host }) => routed.includes(host));
    const left: string[] = [];
    for (const host of wanted) {
      if (routed.includes(host)) continue;
      if (await api.attach(account, name, host)) there.add(host);
      else if (place.route === true) left.push(host);
      else throw new SetUpFailed("domainRecord", { host });
      // A later one may fail.
      await parts.saved.set({ ...record, ...namesOf(there, formerRoutes) });
    }
    await api.detach(account, name, wanted);
    for (const { host } of routes) {
      if (wanted.includes(host)) continue;
      const route = await api.route(account, name, host);
      if (route !== null) await api.deleteRoute(route);
    }
    const isKept = (host: string) => !left.includes(host);
    const kept = routes.filter(({ host }) => wanted.includes(host));
    return { names: namesOf(wanted.filter(isKept), kept), left };
  });
}

async function addRoutes(
  { saved }: SetUpParts,
  { api, account, name }: Place,
  hosts: readonly string[],
): Promise<void> {
  for (const host of hosts) {
    const route = await api.addRoute(account, name, host);
    const now = saved.now();
    if (now === null) return;
    await saved.set({ ...now, ...namesOf([...now.domains, host], [...routesOf(now), route]) });
  }
}
