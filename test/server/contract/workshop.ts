import type { TestServer } from "../../support/server.ts";
import type { Caller } from "./caller.ts";

export type Resource =
  | "bio"
  | "campaign"
  | "channel"
  | "domain"
  | "overlay"
  | "pixel"
  | "qr"
  | "splash"
  | "url";

/** Makes what a request needs to be there, over the same API. */
export interface Workshop {
  /** A new one, with all that it must have and what is given here; answers its id. */
  readonly make: (resource: Resource, fields?: object) => Promise<number>;
  /** A text that was not given before. */
  readonly fresh: (word: string) => string;
  /** A person follows an address of the service. */
  readonly follow: (address: string) => Promise<void>;
}

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
  };

  return {
    fresh,
    async make(resource, fields = {}) {
      const body = { ...needed[resource](), ...fields };
      const answer = await caller.call("POST", `/api/${resource}/add`, { body });
      return idOf(answer.body);
    },
    async follow(address) {
      const { pathname } = new URL(address);
      await server.visit(pathname);
    },
  };
}
