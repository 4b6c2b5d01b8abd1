import { atMost } from "../../server/common/atMost.ts";
import { listEnvelope } from "../../contract/envelope.ts";
import type {
  Edge as EdgeShown,
  EdgeLinkState,
  edgeOperations,
} from "../../contract/server/edge.ts";
import type { Edge } from "./edgeState.ts";
import { NotFound } from "../../server/common/problems.ts";
import type { HandlersOf } from "../../server/api/handlers.ts";
import type { App } from "../../server/common/context.ts";

/** Milliseconds that an answer waits for work that may take minutes: callers have a patience of their own. */
const patience = 15_000;

function totalOf(links: EdgeShown["links"], state: EdgeLinkState | undefined): number {
  return state === undefined ? links.synced + links.pending + links.localOnly : links[state];
}

export function createEdgeHandlers(
  app: App & { readonly mirror: Edge },
): HandlersOf<typeof edgeOperations> {
  const { mirror: edge, store, linkPresenter } = app;
  const present = () => ({ error: 0 as const, data: edge.state() });

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
    removeEdge({ body }) {
      edge.remove(body);
      return present();
    },
    takeOverEdge({ body }) {
      edge.takeOver(body);
      return present();
    },
    async pairEdgeBrowser() {
      const { url, endsAt } = await edge.pair();
      const ends = app.timestamps.render(new Date(endsAt).toISOString());
      return { ...present(), url, ends };
    },
    async unpairEdgeBrowser({ body: { browser } }) {
      await edge.unpair(browser);
      return present();
    },
    async clearEdgeNotes() {
      await edge.clearNotes();
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
