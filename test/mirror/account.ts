import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import type { Edge } from "../../src/contract/server/edge.ts";
import type { EdgeNetwork } from "../../src/mirror/home/edge.ts";
import { createCloudflare } from "../../src/mirror/home/cloudflare/cloudflare.ts";
import { startTestServer } from "../support/server.ts";
import { chrome } from "../support/userAgents.ts";
import { homeOf, type TestHome } from "./home.ts";
import { workerScript } from "./workerScript.ts";

export interface Account {
  readonly token: string;
  /** Default: the token's only one. */
  readonly id?: string;
  /** Two free names of a domain in the account. Default: domains aren't tried. */
  readonly domains?: readonly [string, string];
  /** A name that has a proxied DNS record, such as a tunnel's. Default: it isn't tried. */
  readonly takenDomain?: string;
  /** Default: Cloudflare's own. */
  readonly network?: Omit<EdgeNetwork, "scriptFile">;
  /** Of Worker and database. Default: a new one. */
  readonly name?: string;
  /** Told of each step once it's done. */
  readonly log: (line: string) => void;
}

const cloudflareApi = "https://api.cloudflare.com/client/v4";

/** Makes each call of Cloudflare's API in an account, sees that it does what Waypost takes it for, and leaves nothing. */
export async function tryAccount(account: Account): Promise<void> {
  const { token, network = {}, log } = account;
  const { name = `waypost-test-${randomBytes(4).toString("hex")}` } = account;
  const scriptFile = await workerScript();
  const homes: TestHome[] = [];
  async function newHome(): Promise<TestHome> {
    const home = homeOf(await startTestServer({ log: () => {}, edge: { ...network, scriptFile } }));
    homes.push(home);
    return home;
  }
  const place = { token, name, ...(account.id !== undefined && { account: account.id }) };
  const home = await newHome();
  async function follow(path: string, body: object, of = home) {
    const now = await of.follow(path, body);
    expect([path, now.setUp?.problem]).toEqual([path, null]);
    return now;
  }
  const failure = async (path: string, body: object) =>
    (await home.follow(path, body)).setUp?.problem?.code;
  const visit = (address: string | null, alias: string) =>
    fetch(`${address}/${alias}`, { redirect: "manual", headers: { "user-agent": chrome } });

  try {
    expect(await failure("/setup", { ...place, token: `${token}x` })).toBe("tokenWrong");
    log("a token that isn't one is told");
    await home.api("POST", "/api/url/add", { url: "https://example.org/", custom: "spring" });
    const made = await follow("/setup", place);
    log(`the copy ${name} is set up at ${made.address}`);
    const redirect = await visit(made.address, "spring");
    expect([redirect.status, redirect.headers.get("location")]).toEqual([
      302,
      "https://example.org/",
    ]);
    expect((await visit(made.address, "nowhere")).status).toBe(404);
    const taken = async () => (await home.edge("POST", "/pull")).drain.taken;
    await expect.poll(taken, { timeout: 60_000, interval: 2_000 }).toBe(1);
    log("a visit is redirected, and its click is downloaded");
    expect(await home.edge("POST", "/check")).toMatchObject({
      problem: null,
      check: { differences: 0, unreadable: 0 },
    });
    await follow("/setup", place);
    expect((await visit(made.address, "spring")).status).toBe(302);
    log("the Worker is replaced in its place");
    await tryDomains({ ...account, log }, { follow, failure, place });
    const other = await newHome();
    await follow("/claim", place, other);
    expect((await home.edge("POST", "/push")).problem?.code).toBe("foreign");
    await follow("/claim", place);
    log("the copy is claimed by another Waypost, and claimed back");
  } finally {
    await home.follow("/remove", { token, forget: true });
    for (const one of homes) await one.stop();
  }
  const api = createCloudflare({ base: network.api ?? cloudflareApi, token });
  const id = account.id ?? (await api.accounts())[0]?.id ?? "";
  expect([await api.worker(id, name), await api.database(id, name)]).toEqual([null, null]);
  expect([await api.domains(id, name), await api.routed(id, name)]).toEqual([[], []]);
  log("the copy is removed, and nothing is left");
}

async function tryDomains(
  { domains, takenDomain, log }: Account,
  {
    follow,
    failure,
    place,
  }: {
    readonly follow: (path: string, body: object) => Promise<Edge>;
    readonly failure: (path: string, body: object) => Promise<string | undefined>;
    readonly place: object;
  },
): Promise<void> {
  const unknown = ["waypost-test.example.com"];
  expect(await failure("/setup", { ...place, domains: unknown })).toBe("domainUnknown");
  log("a domain of another account is told");
  if (takenDomain !== undefined) {
    const taken = { ...place, domains: [takenDomain] };
    expect(await failure("/setup", taken)).toBe("domainRecord");
    log("a domain with a DNS record is told");
    const routed = await follow("/setup", { ...taken, route: true });
    expect(routed.routes).toEqual([{ host: takenDomain, failsOpen: true }]);
    expect((await follow("/setup", { ...place, domains: [] })).routes).toEqual([]);
    log("the copy answers in front of the record, and no longer");
  }
  for (const domain of domains ?? []) await follow("/setup", { ...place, domains: [domain] });
  if (domains !== undefined) log("a domain is connected, and replaced by another one");
}
