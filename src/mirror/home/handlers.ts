import { atMost } from "../../server/common/atMost.ts";
import { listEnvelope } from "../../contract/envelope.ts";
import type {
  Edge as WireEdge,
  EdgeLinkState,
  edgeOperations,
  EdgeSetUp,
} from "../../contract/server/edge.ts";
import type { Edge, EdgeState, SetUpState } from "./edgeState.ts";
import { NotFound } from "../../server/common/problems.ts";
import type { HandlersOf } from "../../server/api/handlers.ts";
import type { App } from "../../server/common/context.ts";

/** Milliseconds that an answer waits for work that may take minutes: callers have a patience of their own. */
const patience = 15_000;

function totalOf(links: EdgeState["links"], state: EdgeLinkState | undefined): number {
  return state === undefined ? links.synced + links.pending + links.localOnly : links[state];
}

export function createEdgeHandlers(
  app: App & { readonly mirror: Edge },
): HandlersOf<typeof edgeOperations> {
  const { mirror: edge, store, linkPresenter, timestamps } = app;
  const render = (moment: number) => timestamps.render(new Date(moment).toISOString());
  const rendered = (moment: number | null) => (moment === null ? null : render(moment));

  function presentSetUp({ kind, startedAt, endedAt, ...set }: SetUpState): EdgeSetUp {
    return {
      kind,
      startedAt: render(startedAt),
      endedAt: rendered(endedAt),
      ...set,
      problem: set.problem,
    };
  }

  function presentState(state: EdgeState): WireEdge {
    const atHome = edge.atHome();
    const { addresses, account, worker, setUp, push, drain, check } = state;
    return {
      set: state.isSet,
      place: state.place,
      address: addresses[0] ?? null,
      addresses: [...addresses],
      routes: [...state.routes],
      printed: state.isPrinted,
      dark: state.isDark,
      name: state.name,
      account,
      database: state.database,
      secret: state.secret,
      worker: { version: worker.version, own: worker.own, outdated: worker.isOutdated },
      problem: state.problem,
      setUp: setUp && presentSetUp(setUp),
      push: {
        at: rendered(push.at),
        running: push.isRunning,
        rows: push.rows,
        waiting: push.waiting,
      },
      drain: {
        at: rendered(drain.at),
        running: drain.isRunning,
        waiting: drain.waiting,
        taken: drain.taken,
        lost: drain.lost,
      },
      meter: state.meter,
      check: check && {
        at: render(check.at),
        differences: check.differences,
        unreadable: check.unreadable,
      },
      links: state.links,
      atHome: {
        campaigns: atHome.filter(({ kind }) => kind === "campaign").length,
        pictures: atHome.filter(({ kind }) => kind === "picture").length,
      },
    };
  }

  const present = (): { error: 0; data: WireEdge } => ({
    error: 0,
    data: presentState(edge.state()),
  });

  return {
    getEdge: present,
    setUpEdge({ body }) {
      edge.setUp(body);
      return present();
    },
    connectEdge({ body }) {
      edge.connect(body);
      return present();
    },
    async pushEdge() {
      await atMost(edge.push(), patience);
      return present();
    },
    async drainEdge() {
      await atMost(edge.drain(), patience);
      return present();
    },
    async checkEdge() {
      await atMost(edge.check(), patience);
      return present();
    },
    removeEdge({ body: { token, forget = false } }) {
      edge.remove({ token, isForgotten: forget });
      return present();
    },
    takeOverEdge({ body }) {
      edge.takeOver(body);
      return present();
    },
    async getEdgeScript() {
      const script = await edge.script();
      if (script === null) throw new NotFound("This build of Waypost doesn't include the Worker.");
      const content = Buffer.from(script);
      return {
        name: "worker.js",
        type: "text/javascript; charset=utf-8",
        size: content.length,
        content: (async function* once() {
          yield content;
        })(),
      };
    },
    listEdgeLinks({ query: { ids, state, limit, page } }) {
      const { links } = edge.state();
      const isSettled = ids === undefined && links.pending === 0;
      const known = isSettled ? totalOf(links, state) : null;
      const found: number[] = [];
      let total = 0;
      const first = (page - 1) * limit;
      for (const id of ids ?? store.links.ids()) {
        // Nobody goes through a hundred thousand links for a page whose place is known.
        if (known !== null && (found.length === limit || total === known)) break;
        const now = edge.linkState(id);
        if (now === undefined || (state !== undefined && now.state !== state)) continue;
        if (total >= first && found.length < limit) found.push(id);
        total += 1;
      }
      const items = found.flatMap((id) => {
        const link = store.links.get(id);
        const now = edge.linkState(id);
        if (link === undefined || now === undefined) return [];
        const { alias, shorturl, title } = linkPresenter.listItem(link);
        return [{ id, alias, shorturl, title, ...now }];
      });
      return listEnvelope("links", { items, total: known ?? total, page, limit }, (item) => item);
    },
    listEdgeAtHome({ query: { kind, ids, limit, page } }) {
      const asked = ids && new Set(ids);
      const all = edge.atHome().flatMap((one) => {
        if (kind !== undefined && one.kind !== kind) return [];
        if (asked?.has(one.id) === false) return [];
        // Deleted a moment ago: its row goes with the next push.
        const name = (one.kind === "campaign" ? store.campaigns : store.qrCodes).get(one.id)?.name;
        return name === undefined ? [] : [{ ...one, name }];
      });
      const items = all.slice((page - 1) * limit, page * limit);
      return listEnvelope("records", { items, total: all.length, page, limit }, (item) => item);
    },
  };
}
