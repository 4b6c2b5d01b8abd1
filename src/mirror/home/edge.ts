import { readFile } from "node:fs/promises";
import { Invalid } from "../../server/common/problems.ts";
import type { App, Core } from "../../server/common/context.ts";
import { isDark } from "../../server/features/publicAddress/publicAddress.ts";
import type { EdgeFileRecord } from "../../server/store/records.ts";
import type { EdgePlace, EdgeStep } from "../../contract/server/edge.ts";
import type { Edge, SetUpState } from "./edgeState.ts";
import { ownAddress, refuseServer } from "./ownServer.ts";
import { type EdgeRecord, routesOf } from "./edgeRecord.ts";
import { stateOf } from "./presentState.ts";
import { createHandedLimits } from "./handedLimits.ts";
import type { Mirror } from "./mirror.ts";
import type { Mirrors } from "./openMirror.ts";
import type { SetUpParts } from "./setUpParts.ts";
import { createSetUpProgress, type Steps } from "./setUpProgress.ts";
import { type EdgeSecrets, SetUpFailed } from "./model.ts";
import type { EdgeProblem } from "../../contract/messages/edgeProblems.ts";

/** How Cloudflare is reached, and where it has Workers answer. */
export interface EdgeNetwork {
  /** Default: Cloudflare's own. */
  readonly api?: string;
  readonly addressOf?: (name: string, subdomain: string) => string;
  /** The Worker's file. Default: as the build made it. */
  readonly scriptFile?: string;
  /** Milliseconds that a Worker may take until it answers. */
  readonly patience?: number;
}

/** Milliseconds: a new name below workers.dev takes its time, and so does a new Worker everywhere. */
const usualPatience = 90_000;
/** Milliseconds that somebody counts as looking who has asked. */
const watchTime = 30_000;

/**
 * The mirror of a service, as far as there is one. What it is made of is loaded where there is one, or
 * one is asked for: a service without pays nothing for it.
 */
export function createEdge(
  app: Core &
    Pick<
      App,
      | "timestamps"
      | "qrCodes"
      | "pictures"
      | "contactAnswers"
      | "links"
      | "linkPresenter"
      | "plainLink"
      | "tunnel"
      | "domains"
    >,
  edgeRecord: EdgeRecord,
  own: { version: string; scriptFile: string; network: EdgeNetwork | undefined },
): Edge {
  const { store, statistics, settings, qrCodes, pictures, contactAnswers, clock, log } = app;
  const { version, network = {} } = own;
  const { scriptFile = own.scriptFile } = network;
  const { secret, secretBefore } = edgeRecord;
  const limits = createHandedLimits(app, edgeRecord);
  const ended = new AbortController();
  const progress = createSetUpProgress({ clock, log, isEnding: () => ended.signal.aborted });
  /** Whatever is under way ends with the service. */
  const send: typeof fetch = (input, init) => {
    const signals = [ended.signal, ...(init?.signal == null ? [] : [init.signal])];
    return fetch(input, { ...init, signal: AbortSignal.any(signals) });
  };

  let mirrors: Mirrors | null = null;
  let mirror: Mirror | null = null;
  /** It goes on by itself. */
  let isWorking = false;
  /** Why there is no mirror although one is set up. */
  let standing: EdgeProblem | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;

  const saved = {
    now(): EdgeFileRecord {
      const record = edgeRecord.now();
      if (record === null) throw new SetUpFailed("notSet");
      return record;
    },
    change: (change: Partial<EdgeFileRecord>) => edgeRecord.set({ ...saved.now(), ...change }),
  };

  /** Where visitors come to this computer itself, by its tunnel; null: nowhere. */
  function home(): string | null {
    const { stage, address } = app.tunnel.state();
    const base = stage === "up" && address !== null ? `${address}${settings.prefix}` : null;
    if (base === null || !edgeRecord.isMirror(base)) return base;
    // Behind a route: there the mirror lets through what this computer alone can answer.
    const isRouted = routesOf(edgeRecord.now()).some(({ host }) => host === new URL(base).host);
    return isRouted ? base : null;
  }

  async function loaded(): Promise<Mirrors> {
    const { createMirrors } = await import("./openMirror.ts");
    mirrors ??= createMirrors({
      store,
      statistics,
      settings,
      qrCodes,
      pictures,
      limits,
      answers: contactAnswers,
      links: app.links,
      edgeRecord,
      home,
      clock,
      log,
      fetch: send,
      isWatched: () => clock() - lookedAt < watchTime,
    });
    return mirrors;
  }

  async function openedSecrets(): Promise<EdgeSecrets> {
    const opened = await secret.open();
    if (opened === null) throw new SetUpFailed("secretMissing");
    if ("lockedBy" in opened) throw new SetUpFailed("secretLocked", { keeper: opened.lockedBy });
    const before = (await secretBefore.isOwn()) ? await secretBefore.open() : null;
    return { now: opened.text, before: before !== null && "text" in before ? before.text : null };
  }

  async function openMirror(): Promise<Mirror> {
    if (mirror !== null) return mirror;
    const secrets = await openedSecrets();
    mirror = (await loaded()).open(saved, secrets);
    return mirror;
  }

  async function closeMirror(): Promise<void> {
    const before = mirror;
    mirror = null;
    isWorking = false;
    await before?.close();
  }

  /** From now on what is set up works by itself. */
  async function work(): Promise<void> {
    standing = null;
    if (edgeRecord.now() === null || ended.signal.aborted) return;
    try {
      if (!edgeRecord.isOwn()) throw new SetUpFailed("elsewhere");
      const opened = await openMirror();
      if (!isWorking) opened.begin();
      isWorking = true;
    } catch (error) {
      if (!(error instanceof SetUpFailed)) throw error;
      standing = error.problem;
      log(`Always-on copy: ${standing.message}`);
    }
  }

  /** A request may come while the start still opens the mirror: it waits, instead of doing nothing. */
  let beginning: Promise<void> = Promise.resolve();
  async function begun(): Promise<Mirror | null> {
    await beginning.catch(() => undefined);
    return mirror;
  }

  async function browsers() {
    const { createBrowsers } = await import("./browsers.ts");
    const changed = () => mirrors?.browsersChanged();
    return createBrowsers({ saved, settings, version, clock, changed });
  }

  async function script(): Promise<string | null> {
    return readFile(scriptFile, "utf8").catch(() => null);
  }

  async function setUpParts(): Promise<SetUpParts> {
    const { createCloudflare } = await import("./cloudflare/cloudflare.ts");
    const made = await loaded();
    const { api = "https://api.cloudflare.com/client/v4", patience = usualPatience } = network;
    return {
      cloudflare: (token) => createCloudflare({ base: api, token, fetch: send }),
      async script() {
        const text = await script();
        if (text === null) throw new SetUpFailed("scriptMissing", { file: scriptFile });
        return text;
      },
      version,
      secret,
      secretBefore,
      openedSecrets,
      saved: edgeRecord,
      addressOf:
        network.addressOf ?? ((name, subdomain) => `https://${name}.${subdomain}.workers.dev`),
      clientAt: (address, secrets) => made.clientAt(address, secrets),
      openMirror,
      closeMirror,
      plainLink: app.plainLink,
      fetch: send,
      patience,
      ended: ended.signal,
    };
  }

  /** Whatever comes of it, what is set up then goes on working. */
  async function thenWork(doing: () => Promise<void>): Promise<void> {
    try {
      await doing();
    } finally {
      await work();
    }
  }

  function begin(
    kind: SetUpState["kind"],
    names: readonly EdgeStep[],
    doing: (parts: SetUpParts, steps: Steps) => Promise<void>,
  ): void {
    progress.begin(kind, names, (steps) =>
      thenWork(async () => {
        const parts = await setUpParts();
        // Its owner asks for it, wherever the folder came from.
        if (kind !== "remove") edgeRecord.own();
        await doing(parts, steps);
      }),
    );
  }

  function refuseOther({ account, name }: Partial<EdgePlace>): void {
    const record = edgeRecord.now();
    if (record === null) return;
    const conflict = (is: string) =>
      `is ${is}, where the always-on copy is set up. Remove the copy first`;
    if (name !== undefined && name !== record.name)
      throw new Invalid({ name: conflict(record.name) });
    if (account !== undefined && record.account !== null && account !== record.account) {
      throw new Invalid({ account: conflict(record.account) });
    }
  }

  async function forget(): Promise<void> {
    await closeMirror();
    // First: without the record, nobody would take them back.
    await limits.forget();
    await edgeRecord.remove();
  }

  const allSteps = [
    "token",
    "account",
    "database",
    "worker",
    "address",
    "domains",
    "adopt",
    "push",
    "verify",
  ] as const satisfies readonly EdgeStep[];

  const edge: Edge = {
    state() {
      lookedAt = clock();
      return stateOf({
        record: edgeRecord.now(),
        mirror,
        mirrors,
        standing,
        secret: secret.state(),
        setUp: progress.state(),
        version,
        shortBase: settings.shortBase,
        isDark: isDark(store),
        shorturlOf(id) {
          const link = store.links.get(id);
          return link && app.linkPresenter.listItem(link).shorturl;
        },
        render: (moment) => app.timestamps.render(new Date(moment).toISOString()),
      });
    },
    connect({ address: given, secret: text, unencrypted }) {
      const address = ownAddress(given, edgeRecord.now(), unencrypted);
      const server = { address, secret: text };
      begin("connect", ["server", "adopt", "push", "verify"], async (parts, steps) => {
        const { connect } = await import("./connect.ts");
        await connect(parts, server, steps);
      });
    },
    setUp(place) {
      refuseServer(edgeRecord.now());
      refuseOther(place);
      if (place.eu === true && edgeRecord.now() !== null) {
        throw new Invalid({ eu: "can't be changed. Remove the copy, then set it up again" });
      }
      const names = place.route === true ? ([...allSteps, "route"] as const) : allSteps;
      begin(edgeRecord.now() === null ? "setup" : "upgrade", names, async (parts, steps) => {
        const { setUp } = await import("./setUp.ts");
        await setUp(parts, place, steps);
      });
    },
    takeOver({ token, ...place }) {
      if (token !== undefined) refuseServer(edgeRecord.now());
      refuseOther(place);
      if (token === undefined && edgeRecord.now() === null) {
        throw new Invalid({ token: "is required, because this Waypost has no always-on copy yet" });
      }
      if (token === undefined) {
        begin("claim", ["adopt", "push", "verify"], async (parts, steps) => {
          const { takeOver } = await import("./setUp.ts");
          await takeOver(parts, steps);
        });
        return;
      }
      begin("claim", allSteps, async (parts, steps) => {
        const { takeOverWithToken } = await import("./setUp.ts");
        await takeOverWithToken(parts, { ...place, token }, steps);
      });
    },
    remove(how) {
      const record = edgeRecord.now();
      if (record === null) {
        // What it counted stays closed here until somebody gives it up.
        if (how.forget) begin("remove", [], forget);
        return;
      }
      const { token } = how;
      if (token !== undefined) refuseServer(record);
      const routes = routesOf(record);
      if (token === undefined && routes.length > 0 && !how.forget) {
        const hosts = routes.map(({ host }) => host).join(", ");
        throw new Invalid({
          token: `is required, because the copy answers in front of ${hosts}. An empty copy would keep visitors from this computer`,
        });
      }
      const removed: readonly EdgeStep[] =
        routes.length > 0 ? ["token", "route", "pull", "delete"] : ["token", "pull", "delete"];
      const names = token === undefined ? (["wipe"] as const) : removed;
      begin("remove", how.forget && token === undefined ? [] : names, async (parts, steps) => {
        const { remove } = await import("./remove.ts");
        await remove({ ...parts, record: saved.now(), forget }, how, steps);
      });
    },
    pair: async () => (await browsers()).pair(await begun()),
    unpair: async (id) => (await browsers()).remove(id),
    clearNotes: () => saved.change({ notes: [] }),
    push: async () => (await begun())?.push(),
    drain: async () => (await begun())?.drain(),
    check: async () => (await begun())?.check(),
    script,
    linkState: (id) => (edgeRecord.now() === null ? undefined : mirrors?.links.of(id)),
    counterOf(link) {
      if (!limits.isElsewhere(link)) return "home";
      if (edgeRecord.now() === null) return "unsure";
      const isThere = limits.limitOf(link) !== "home" && mirrors?.holds(link) === true;
      return isThere ? "edge" : "unsure";
    },
    atHome: () => (edgeRecord.now() === null ? [] : (mirrors?.atHome() ?? [])),
    looked() {
      lookedAt = clock();
    },
    siteChanged: () => mirrors?.siteChanged(),
    async open() {
      await edgeRecord.open();
      await limits.open();
    },
    begin: () => (beginning = work()),
    async close() {
      ended.abort();
      await progress.settled();
      await closeMirror();
      await edgeRecord.written();
    },
  };
  return edge;
}
