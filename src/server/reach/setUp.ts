import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { EdgeState } from "../../edge/wire/calls.ts";
import type { PlainLink } from "../services/publicProof.ts";
import type { SealedSecret } from "../services/sealedSecret.ts";
import type { EdgeFileRecord } from "../store/records.ts";
import { byMirror } from "./byMirror.ts";
import type { Cloudflare } from "./cloudflare/cloudflare.ts";
import type { EdgeAccount, EdgePlace } from "./edgeState.ts";
import type { Mirror } from "./mirror.ts";
import { type EdgeClient, EdgeFailed } from "./model.ts";
import { followAt, isMirrorAt } from "./proveEdge.ts";
import { SetUpFailed } from "./setUpProblems.ts";
import type { Steps } from "./setUpProgress.ts";
import { refuseOther } from "./turns.ts";

export interface SetUpParts {
  readonly cloudflare: (token: string) => Cloudflare;
  /** The Worker's file. */
  readonly script: () => Promise<string>;
  /** Of this Waypost. */
  readonly version: string;
  readonly secret: SealedSecret;
  /** Throws where there is none, or where it is locked. */
  readonly openedSecret: () => Promise<string>;
  readonly kept: {
    now(): EdgeFileRecord | null;
    set(record: EdgeFileRecord): Promise<void>;
  };
  /** Where a Worker answers. */
  readonly addressOf: (name: string, subdomain: string) => string;
  readonly clientAt: (address: string, secret: string) => EdgeClient;
  /** With what is kept now; one that works already is another from then on. */
  readonly openMirror: () => Promise<Mirror>;
  readonly closeMirror: () => Promise<void>;
  /** Null: there is none that leads everybody to one place. */
  readonly plainLink: () => PlainLink | null;
  readonly fetch: typeof fetch;
  /** Milliseconds that a Worker may take until it answers. */
  readonly patience: number;
  /** When the service ends. */
  readonly ended: AbortSignal;
}

/** Milliseconds. */
const lookInterval = 1_500;
const usualName = "waypost";

interface Uploaded {
  readonly account: EdgeAccount;
  readonly name: string;
  readonly databaseId: string;
  readonly secret: string;
  readonly address: string;
  readonly domains: readonly string[];
}

/** Makes a mirror, or renews the Worker of the one that there is. */
export async function setUp(parts: SetUpParts, place: EdgePlace, steps: Steps): Promise<void> {
  const before = parts.kept.now();
  await parts.closeMirror();
  const uploaded = await upload(parts, place, steps, before === null ? "new" : "ours");
  const record = recordOf(uploaded, before);
  await steps.take("adopt", async () => {
    await parts.kept.set({ ...record, workerVersion: parts.version });
    // One that is nobody's yet becomes this home's with its first question.
    await byMirror(parts, "drain");
  });
  await fillAndProve(parts, steps);
}

/** Becomes the home that writes there, by a new Worker with a secret of its own. */
export async function takeOverWithToken(
  parts: SetUpParts,
  place: EdgePlace,
  steps: Steps,
): Promise<void> {
  const before = parts.kept.now();
  await parts.closeMirror();
  const uploaded = await upload(parts, place, steps, "any");
  await parts.kept.set({ ...recordOf(uploaded, before), workerVersion: parts.version });
  await takeOver(parts, steps);
}

/** With the secret that is here. */
export async function takeOver(parts: SetUpParts, steps: Steps): Promise<void> {
  await steps.take("adopt", () => byMirror(parts, "takeOver"));
  await fillAndProve(parts, steps);
}

async function fillAndProve(parts: SetUpParts, steps: Steps): Promise<void> {
  await steps.take("push", () => byMirror(parts, "push"));
  const { address = "" } = parts.kept.now() ?? {};
  await steps.take("prove", async () => {
    const secret = await parts.openedSecret();
    if (!(await isMirrorAt({ address, secret, fetch: parts.fetch }))) {
      throw new SetUpFailed("silent", { address, seconds: 0 });
    }
    const link = parts.plainLink();
    if (link !== null) await followAt({ address, link, fetch: parts.fetch });
  });
}

/** @param whose of the Worker that may be there already */
async function upload(
  parts: SetUpParts,
  place: EdgePlace,
  steps: Steps,
  whose: "new" | "ours" | "any",
): Promise<Uploaded> {
  const { secret: kept } = parts;
  const before = parts.kept.now();
  const api = parts.cloudflare(place.token);
  const name = place.name ?? before?.name ?? usualName;
  const wanted = place.account ?? before?.account ?? undefined;
  await steps.take("token", () => api.verify(wanted));
  const account = await steps.take("account", async () => {
    const chosen = await chooseAccount(api, wanted, steps);
    const worker = await api.worker(chosen.id, name);
    if (worker?.isWaypost === false) throw new SetUpFailed("nameTaken", { name });
    if (worker !== null && whose === "new") throw new SetUpFailed("mirrorThere", { name });
    if (worker === null && whose === "any" && (await api.database(chosen.id, name)) === null) {
      throw new SetUpFailed("mirrorMissing", { name });
    }
    // Its secret is written anew with the Worker: another home's would be shut out.
    if (worker !== null && whose === "ours" && before !== null) await refuseTaken(parts, before);
    return chosen;
  });
  const databaseId = await steps.take(
    "database",
    async () => (await api.database(account.id, name)) ?? api.makeDatabase(account.id, name),
  );
  const secret = await steps.take("worker", async () => {
    const script = await parts.script();
    const opened = await kept.open();
    const text =
      opened !== null && "text" in opened ? opened.text : randomBytes(32).toString("base64url");
    // Before it is there: whoever is cut off in between still knows it.
    await kept.keep(text);
    await api.upload(account.id, name, { script, database: databaseId, secret: text });
    await api.publish(account.id, name);
    return text;
  });
  const address = await steps.take("address", async () => {
    const random = randomBytes(4).toString("hex");
    const subdomain = await api.subdomain(account.id, `${usualName}-${random}`);
    const found = parts.addressOf(name, subdomain);
    if (whose === "new")
      await parts.kept.set(recordOf({ ...uploadedSoFar(), address: found }, null));
    await answering(parts, found, secret);
    return found;
  });
  if (whose === "any") {
    const domains = await steps.take("domains", () => domainsThere(api, account.id));
    if (domains.length === 0) steps.skip("domains");
    return { ...uploadedSoFar(), address, domains };
  }
  const domains = place.domains ?? before?.domains ?? [];
  if (
    place.domains === undefined ||
    (domains.length === 0 && (before?.domains.length ?? 0) === 0)
  ) {
    steps.skip("domains");
  } else {
    await steps.take("domains", async () => {
      for (const host of domains) await api.attach(account.id, name, host);
      await api.detach(account.id, name, domains);
    });
  }
  return { ...uploadedSoFar(), address, domains };

  /** A token that may not look at names takes the mirror over all the same. */
  async function domainsThere(of: Cloudflare, id: string): Promise<readonly string[]> {
    try {
      return await of.domains(id, name);
    } catch (error) {
      const isPoor = error instanceof SetUpFailed && error.problem.code === "tokenRights";
      if (!isPoor) throw error;
      return before?.domains ?? [];
    }
  }

  function uploadedSoFar() {
    return { account, name, databaseId, secret, domains: before?.domains ?? [] };
  }
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

function recordOf(uploaded: Uploaded, before: EdgeFileRecord | null): EdgeFileRecord {
  const { account, name, databaseId, address, domains } = uploaded;
  return {
    home: randomBytes(12).toString("base64url"),
    generation: 1,
    sequence: 0,
    lastPushAt: null,
    lastDrainAt: null,
    agreed: null,
    meter: null,
    workerVersion: null,
    ...before,
    address,
    name,
    account: account.id,
    accountName: account.name,
    databaseId,
    domains: [...domains],
  };
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

/** Waits until the Worker that was uploaded is the one that answers. */
async function answering(parts: SetUpParts, address: string, secret: string): Promise<EdgeState> {
  const client = parts.clientAt(address, secret);
  const until = performance.now() + parts.patience;
  for (;;) {
    let failure: unknown;
    try {
      const state = await client.state();
      if (state.worker === parts.version) return state;
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
