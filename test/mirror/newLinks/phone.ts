import { expect } from "vitest";
import { linkPage } from "../../../src/mirror/wire/calls.ts";
import { type Answer, type ApiAnswer, send, type Sent } from "../../support/server.ts";
import { chrome } from "../../support/userAgents.ts";
import { type CloudflareStandIn, goodToken, startCloudflare } from "../cloudflare.ts";
import { startHome, type TestHome } from "../home.ts";

const formHeaders = { "content-type": "application/x-www-form-urlencoded" };
type Headers = Readonly<Record<string, string>>;

/** A browser that knows a copy's address. */
export function phoneAt(copy: string) {
  const ask = (path: string, sent: Sent = {}): Promise<Answer> =>
    send(copy, path, { ...sent, headers: { "user-agent": chrome, ...sent.headers } });
  const press = (path: string, headers: Headers = {}) =>
    ask(path, { method: "POST", headers: { ...formHeaders, ...headers }, body: "" });
  return {
    ask,
    /** The button of a one-time link's page. */
    press,
    /** The cookie that the browser gets for a one-time link. */
    async pair(path: string): Promise<string> {
      const { status, headers } = await press(path);
      expect(status).toBe(303);
      return String(headers["set-cookie"]).split(";", 1)[0] ?? "";
    },
    /** The form of the page. */
    make: (cookie: string, fields: Headers, headers: Headers = {}) =>
      ask(linkPage, {
        method: "POST",
        headers: { ...formHeaders, cookie, ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
  };
}

export const shortLink = ({ text }: Answer) => /value="([^"]+)"/.exec(text)?.[1] ?? "";
export const faultOf = ({ text }: Answer) => /role="alert">([^<]*)</.exec(text)?.[1];

/** As the owner's window asks. */
export const ownerOf =
  (home: TestHome) =>
  (method: string, path: string, body?: object): Promise<ApiAnswer> =>
    home.api(method, `/api/edge${path}`, body, home.localKey);

/** A new one-time link's path. */
export async function oneTimeLink(home: TestHome): Promise<string> {
  const { status, body } = await ownerOf(home)("POST", "/pair");
  expect([status, body.message]).toEqual([200, undefined]);
  return new URL(body.url).pathname;
}

export interface WithCopy {
  readonly cloudflare: CloudflareStandIn;
  readonly home: TestHome;
  readonly copy: string;
  readonly phone: ReturnType<typeof phoneAt>;
  /** Changes rows of the copy, past its calls. */
  sql(text: string): void;
  close(): Promise<void>;
}

export async function startWithCopy(dataDir?: string): Promise<WithCopy> {
  const cloudflare = await startCloudflare();
  const home = await startHome(cloudflare, {
    settings: { verifyDomains: "false" },
    ...(dataDir !== undefined && { dataDir }),
  });
  expect((await home.follow("/setup", { token: goodToken })).problem).toBeNull();
  const copy = cloudflare.addressOf("waypost");
  return {
    cloudflare,
    home,
    copy,
    phone: phoneAt(copy),
    sql: (text) => cloudflare.database("waypost").sqlite.exec(text),
    async close() {
      await home.stop();
      await cloudflare.close();
    },
  };
}
