import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { EdgeState } from "../wire/calls.ts";
import type { EdgeFileRecord } from "../../server/store/records.ts";
import type { Cloudflare } from "./cloudflare/cloudflare.ts";
import type { EdgeAccount } from "../../contract/server/edge.ts";
import type { EdgePlace } from "./edgeState.ts";
import { SetUpFailed, EdgeFailed } from "./model.ts";
import type { SetUpParts } from "./setUpParts.ts";
import type { Steps } from "./setUpProgress.ts";
import { refuseOther } from "./writeLease.ts";

/** Milliseconds. */
const lookInterval = 1_500;
const usualName = "waypost";

/** A Worker in an account, there or wanted. */
interface Place {
  readonly api: Cloudflare;
  /** Its id. */
  readonly account: string;
  readonly name: string;
}

/**
 * Uploads the Worker and waits until it answers. Answers what is to be kept of the mirror then.
 * @param whose of the Worker that may be there already
 */
export async function upload(
  parts: SetUpParts,
  place: EdgePlace,
  steps: Steps,
  whose: "new" | "ours" | "any",
): Promise<EdgeFileRecord> {
  const before = parts.saved.now();
  const api = parts.cloudflare(place.token);
  const name = place.name ?? before?.name ?? usualName;
  const wanted = place.account ?? before?.account ?? undefined;
  await steps.take("token", () => api.verify(wanted));
  const account = await steps.take("account", async () => {
    const chosen = await chooseAccount(api, wanted, steps);
    const isThere = await isMirrorAt({ api, account: chosen.id, name }, whose);
    // Its secret is written anew with the Worker: another home's would be shut out.
    if (isThere && whose === "ours" && before !== null) await refuseTaken(parts, before);
    return chosen;
  });
  const at: Place = { api, account: account.id, name };
  const databaseId = await steps.take(
    "database",
    async () => (await api.database(at.account, name)) ?? api.makeDatabase(at.account, name),
  );
  const secret = await steps.take("worker", () => uploadWorker(parts, at, databaseId));
  const record = await steps.take("address", async () => {
    const address = await addressAt(parts, at);
    const made = recordOf({ account, name, databaseId, address }, before);
    // One that is cut off from here on is renewed, not made again.
    if (whose === "new") await parts.saved.set(made);
    await answering(parts, address, secret);
    return made;
  });
  const domains =
    whose === "any"
      ? await takeDomains(at, record.domains, steps)
      : await leadDomains(at, record.domains, place.domains, steps);
  return { ...record, domains: [...domains], workerVersion: parts.version };
}

async function chooseAccount(
  api: Cloudflare,
  wanted: string | undefined,
  steps: Steps,
): Promise<EdgeAccount> {
  const accounts = await api.accounts();
  if (wanted !== undefined) {
    return accounts.find(({ id }) => id === wanted) ?? { id: wanted, name: "" };
  }
  const [first, second] = accounts;
  if (first === undefined) throw new SetUpFailed("accountMissing");
  if (second === undefined) return first;
  steps.offer(accounts);
  throw new SetUpFailed("accountUnknown");
}

/** Whether there is one; throws where it then can't be made, renewed or taken over. */
async function isMirrorAt(
  { api, account, name }: Place,
  whose: "new" | "ours" | "any",
): Promise<boolean> {
  const worker = await api.worker(account, name);
  if (worker === null) {
    if (whose === "any" && (await api.database(account, name)) === null) {
      throw new SetUpFailed("mirrorMissing", { name });
    }
    return false;
  }
  if (!worker.isWaypost) throw new SetUpFailed("nameTaken", { name });
  if (whose === "new") throw new SetUpFailed("mirrorThere", { name });
  return true;
}

/**
 * Throws where the mirror isn't this home's any more, or nobody can tell. A Worker that answers wrongly,
 * or has never answered, is what a renewal mends.
 */
async function refuseTaken(
  { openedSecret, clientAt }: SetUpParts,
  before: EdgeFileRecord,
): Promise<void> {
  const client = clientAt(before.address, await openedSecret());
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

/** Answers the secret that it has. */
async function uploadWorker(
  parts: SetUpParts,
  { api, account, name }: Place,
  database: string,
): Promise<string> {
  const script = await parts.script();
  const opened = await parts.secret.open();
  const secret =
    opened !== null && "text" in opened ? opened.text : randomBytes(32).toString("base64url");
  // Before it is there: whoever is cut off in between still knows it.
  await parts.secret.keep(secret);
  await api.upload(account, name, { script, database, secret });
  await api.publish(account, name);
  return secret;
}

async function addressAt(
  { addressOf }: SetUpParts,
  { api, account, name }: Place,
): Promise<string> {
  const random = randomBytes(4).toString("hex");
  return addressOf(name, await api.subdomain(account, `${usualName}-${random}`));
}

/** Waits until the Worker that was uploaded is the one that answers. */
async function answering(parts: SetUpParts, address: string, secret: string): Promise<void> {
  const client = parts.clientAt(address, secret);
  const until = performance.now() + parts.patience;
  for (;;) {
    let failure: unknown;
    try {
      const state = await client.state();
      if (state.worker === parts.version) return;
    } catch (error) {
      failure = error;
    }
    if (performance.now() > until) {
      if (failure instanceof EdgeFailed && failure.problem.code === "foreign") throw failure;
      throw new SetUpFailed(
        "silent",
        { address, seconds: parts.patience / 1_000 },
        { cause: failure },
      );
    }
    await sleep(Math.min(lookInterval, parts.patience / 20), undefined, { signal: parts.ended });
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

/** Those that lead there already. */
async function takeDomains(
  at: Place,
  former: readonly string[],
  steps: Steps,
): Promise<readonly string[]> {
  const domains = await steps.take("domains", () => domainsAt(at, former));
  if (domains.length === 0) steps.skip("domains");
  return domains;
}

/** A token that may not look at names takes the mirror over all the same. */
async function domainsAt(
  { api, account, name }: Place,
  former: readonly string[],
): Promise<readonly string[]> {
  try {
    return await api.domains(account, name);
  } catch (error) {
    const isPoor = error instanceof SetUpFailed && error.problem.code === "tokenRights";
    if (!isPoor) throw error;
    return former;
  }
}

/** Leads those there that are wanted, and no others; undefined: it stays as it is. */
async function leadDomains(
  { api, account, name }: Place,
  former: readonly string[],
  wanted: readonly string[] | undefined,
  steps: Steps,
): Promise<readonly string[]> {
  if (wanted === undefined || wanted.length + former.length === 0) {
    steps.skip("domains");
    return former;
  }
  await steps.take("domains", async () => {
    for (const host of wanted) await api.attach(account, name, host);
    await api.detach(account, name, wanted);
  });
  return wanted;
}
