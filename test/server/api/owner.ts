import { expect } from "vitest";
import type { TestServer } from "../../support/server.ts";

export type Resource =
  | "url"
  | "domain"
  | "channel"
  | "campaign"
  | "pixel"
  | "overlay"
  | "splash"
  | "bio"
  | "qr";

/** Where each resource is listed, and under which key. */
const lists = {
  url: ["/api/urls", "urls"],
  domain: ["/api/domains", "domains"],
  channel: ["/api/channels", "channels"],
  campaign: ["/api/campaigns", "campaigns"],
  pixel: ["/api/pixels", "pixels"],
  overlay: ["/api/overlay", "cta"],
  splash: ["/api/splash", "splash"],
  bio: ["/api/bio", "bios"],
  qr: ["/api/qr", "qrs"],
} as const satisfies Record<Resource, readonly [path: string, key: string]>;

/** What the answers are read as. Tests say what they expect of it. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Body = any;

/** The owner's requests, each expected to succeed unless it is a refusal. */
export interface Owner {
  call(method: string, path: string, body?: unknown): Promise<Body>;
  /** Adds one and answers its id. */
  add(resource: Resource, body: object): Promise<number>;
  update(resource: Resource, id: number, body: object): Promise<Body>;
  remove(resource: Resource, id: number): Promise<Body>;
  /** `details` of a single one. */
  details(resource: "url" | "overlay" | "splash" | "bio" | "qr", id: number): Promise<Body>;
  /** The items of a list, a hundred at most. */
  list(resource: Resource, search?: string): Promise<Body[]>;
  /** One item of a list. */
  item(resource: Resource, id: number): Promise<Body>;
  /** Ids of what a search finds, in the order of the list. */
  find(resource: Resource, search: string): Promise<number[]>;
  /** Status and message of a failure. */
  refusal(method: string, path: string, body?: unknown): Promise<[status: number, message: string]>;
}

/** `server` is asked for each time: tests may have closed one and started another. */
export function createOwner(server: () => TestServer): Owner {
  async function call(method: string, path: string, body?: unknown) {
    const answer = await server().api(method, path, body);
    expect([answer.status, answer.body], `${method} ${path}`).toMatchObject([200, {}]);
    return answer.body;
  }

  async function list(resource: Resource, search?: string): Promise<Body[]> {
    const [path, key] = lists[resource];
    const query = search === undefined ? "" : `&q=${encodeURIComponent(search)}`;
    return (await call("GET", `${path}?limit=100${query}`)).data[key];
  }

  return {
    call,
    list,
    add: async (resource, body) => (await call("POST", `/api/${resource}/add`, body)).id,
    update: (resource, id, body) => call("PUT", `/api/${resource}/${id}/update`, body),
    remove: (resource, id) => call("DELETE", `/api/${resource}/${id}/delete`),
    details: async (resource, id) => (await call("GET", `/api/${resource}/${id}`)).details,
    async item(resource, id) {
      const found = (await list(resource)).find((one) => one.id === id);
      expect(found, `${resource} ${id} in its list`).toBeDefined();
      return found;
    },
    find: async (resource, search) => (await list(resource, search)).map(({ id }) => id),
    async refusal(method, path, body) {
      const answer = await server().api(method, path, body);
      const { code: _code, faults: _faults, reason: _reason, ...plain } = answer.body;
      expect(plain).toEqual({ error: 1, message: expect.any(String) as string });
      return [answer.status, answer.body.message];
    },
  };
}
