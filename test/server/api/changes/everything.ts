import { expect } from "vitest";
import type { TestServer } from "../../../support/server.ts";

/** What the answers are read as. Tests say what they expect of it. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Body = any;

/** Speaks to a service as its owner's own command line does. */
export interface Asking {
  /** Expected to succeed. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Body>;
  /** Status and message of a failure. */
  readonly refusal: (
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<readonly [number, string]>;
  /** The number of the newest change set. */
  readonly newest: () => Promise<number>;
  readonly preview: (path: string, body?: object) => Promise<Body>;
  /** Previews, then does it; answers the job, which is over. */
  readonly run: (path: string, body?: object) => Promise<Body>;
  readonly undo: (set: number, body?: object) => Promise<Body>;
  /** Every list and every detail there is, as answers show it. */
  readonly everything: () => Promise<Body>;
}

const lists = {
  urls: ["/api/urls?archived=all&", "/api/url"],
  domains: ["/api/domains?", null],
  channels: ["/api/channels?", null],
  campaigns: ["/api/campaigns?", null],
  pixels: ["/api/pixels?", null],
  cta: ["/api/overlay?", "/api/overlay"],
  splash: ["/api/splash?", "/api/splash"],
  qrs: ["/api/qr?", "/api/qr"],
  bios: ["/api/bio?", "/api/bio"],
  views: ["/api/views?", null],
  tags: ["/api/tags?", null],
} as const;

export function asking(server: () => TestServer): Asking {
  async function ask(method: string, path: string, body?: unknown): Promise<Body> {
    const answer = await server().api(method, path, body, server().localKey);
    expect([answer.status, answer.body], `${method} ${path}`).toMatchObject([200, {}]);
    return answer.body;
  }

  async function over(job: Body): Promise<Body> {
    let now = job;
    while (now.state === "running") ({ job: now } = await ask("GET", `/api/jobs/${job.id}`));
    return now;
  }

  async function preview(path: string, body: object = {}): Promise<Body> {
    return (await ask("POST", path, { ...body, preview: true })).preview;
  }

  async function run(path: string, body: object = {}): Promise<Body> {
    const { token } = await preview(path, body);
    const { job } = await ask("POST", path, { ...body, token, wait: 10 });
    return over(job);
  }

  async function listed(name: keyof typeof lists): Promise<Body> {
    const [list, detail] = lists[name];
    const items = (await ask("GET", `${list}limit=1000`)).data[name];
    const details = detail === null ? [] : items.map(({ id }: Body) => `${detail}/${id}`);
    return { items, details: await Promise.all(details.map((path: string) => ask("GET", path))) };
  }

  return {
    ask,
    preview,
    run,
    async refusal(method, path, body) {
      const { status, body: answer } = await server().api(method, path, body, server().localKey);
      return [status, answer.message];
    },
    async newest() {
      const { data } = await ask("GET", "/api/changes?limit=1");
      return data.changes[0]?.id ?? 0;
    },
    undo: (set, body) => run(`/api/changes/${set}/undo`, body),
    async everything() {
      const names = Object.keys(lists) as (keyof typeof lists)[];
      const all: Record<string, Body> = {};
      for (const name of names) all[name] = await listed(name);
      for (const { id } of all["channels"].items) {
        all[`items of ${id}`] = (await ask("GET", `/api/channel/${id}?limit=1000`)).data.items;
      }
      all["account"] = (await ask("GET", "/api/account")).data;
      all["settings"] = (await ask("GET", "/api/settings")).settings;
      return all;
    },
  };
}
