import { send, type TestServer } from "../../support/server.ts";
import type { Caller } from "./caller.ts";
import { chrome } from "../../support/userAgents.ts";

export type Resource =
  | "bio"
  | "campaign"
  | "channel"
  | "domain"
  | "overlay"
  | "pixel"
  | "qr"
  | "splash"
  | "url"
  | "views";

/** Makes what a request needs to be there, over the same API. */
export interface Workshop {
  /** A new one, with all that it must have and what is given here; answers its id. */
  readonly make: (resource: Resource, fields?: object) => Promise<number>;
  /** A text that was not given before. */
  readonly fresh: (word: string) => string;
  /** Deletes what was made. */
  readonly remove: (resource: Resource, id: number) => Promise<void>;
  /** A contact overlay that a visitor has answered. */
  readonly answered: () => Promise<{ readonly overlay: number; readonly answer: number }>;
  /** A file that was brought along: the id of its preview, and what a run of it sends. */
  /** Id of the newest change set. */
  readonly newestChange: () => Promise<number>;
  /** What the preview of a request answers for its run. */
  readonly token: (path: string, body: object) => Promise<string>;
  readonly imported: () => Promise<{ readonly id: number; readonly token: string }>;
  /** A person follows an address of the service. */
  readonly follow: (address: string) => Promise<void>;
}

/** A table whose one row can't come, so that nothing is made of it. */
export const importedFile = "alias,url\nspring,javascript:alert(1)\n";

export const target = "https://example.com/spring?colour=green#top";

function idOf(body: unknown): number {
  const id = typeof body === "object" && body !== null && "id" in body ? body.id : undefined;
  if (typeof id !== "number") throw new Error(`No id in ${JSON.stringify(body)}`);
  return id;
}

export function createWorkshop(caller: Caller, server: TestServer): Workshop {
  let count = 0;
  const fresh = (word: string) => `${word}-${(count += 1)}`;

  const needed: Readonly<Record<Resource, () => object>> = {
    bio: () => ({ name: fresh("Page") }),
    campaign: () => ({ name: fresh("Campaign") }),
    channel: () => ({ name: fresh("Channel") }),
    domain: () => ({ domain: `https://${fresh("go")}.example.com` }),
    overlay: () => ({ type: "message", name: fresh("Overlay") }),
    pixel: () => ({ type: "tagmanagerpixel", name: fresh("Pixel"), tag: "GTM-ABC123" }),
    qr: () => ({ type: "link", data: target }),
    splash: () => ({ name: fresh("Splash") }),
    url: () => ({ url: target }),
    views: () => ({ name: fresh("View"), query: { q: "spring" } }),
  };

  const make = async (resource: Resource, fields: object = {}) => {
    const body = { ...needed[resource](), ...fields };
    const path = resource === "views" ? "/api/views" : `/api/${resource}/add`;
    const answer = await caller.call("POST", path, { body });
    return idOf(answer.body);
  };

  // A visitor may answer a few times an hour: one that is still there does again.
  let contact: { readonly overlay: number; readonly answer: number } | undefined;

  return {
    fresh,
    make,
    async remove(resource, id) {
      await caller.call("DELETE", `/api/${resource}/${id}/delete`);
    },
    async answered() {
      if (contact !== undefined) {
        const { body } = await caller.call("GET", `/api/overlay/${contact.overlay}/answers`);
        if (Object(body).data.result > 0) return contact;
      }
      const overlay = await make("overlay", { type: "contact", fields: ["message"] });
      const custom = fresh("contact");
      await make("url", { custom, type: `overlay-${overlay}` });
      await send(server.baseUrl, `/${custom}`, {
        method: "POST",
        headers: {
          "user-agent": chrome,
          "content-type": "application/x-www-form-urlencoded",
        },
        body: "form=contact&message=Hello",
      });
      const { body } = await caller.call("GET", `/api/overlay/${overlay}/answers`);
      contact = { overlay, answer: idOf(Object(body).data.answers[0]) };
      return contact;
    },
    async imported() {
      const headers = { "content-type": "application/octet-stream" };
      const path = "/api/import?format=csv&wait=10";
      const { body } = await caller.call("POST", path, { raw: importedFile, headers });
      const { id, result } = Object(body).job;
      return { id, token: result.token };
    },
    async newestChange() {
      const { body } = await caller.call("GET", "/api/changes?limit=1");
      return idOf(Object(body).data.changes[0]);
    },
    async token(path, body) {
      const answer = await caller.call("POST", path, { body: { ...body, preview: true } });
      return Object(answer.body).preview.token;
    },
    async follow(address) {
      const { pathname } = new URL(address);
      await server.visit(pathname);
    },
  };
}
