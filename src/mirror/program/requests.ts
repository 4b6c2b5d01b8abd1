import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { hasBody } from "../../server/api/bodyTime.ts";
import { plainAddress } from "../../server/common/plainAddress.ts";
import type { Countries } from "../../server/features/clicks/countries.ts";
import type { Proxies } from "../../server/features/settings/trustedProxies.ts";
import { readHeaders } from "../../server/visit/requestHeaders.ts";

export interface RequestParts {
  /** Who may say from whom a request comes. */
  readonly proxies: Proxies;
  readonly countries: Pick<Countries, "lookup">;
}

/** The Worker takes a visitor's address from it, as Cloudflare's network sends it. */
const addressHeader = "cf-connecting-ip";

/** Null: it's unknown, as behind a proxy that doesn't say. What others than a proxy say is made up. */
function visitorAddress(
  { headers, socket }: IncomingMessage,
  { proxies }: RequestParts,
): string | null {
  const peer = socket.remoteAddress;
  if (peer === undefined) return null;
  if (!proxies.includes(peer)) return plainAddress(peer);
  const { lastHop = "" } = readHeaders(headers);
  return isIP(lastHop) === 0 ? null : plainAddress(lastHop);
}

/** Under which scheme the visitor came. */
function schemeOf({ headers, socket }: IncomingMessage, { proxies }: RequestParts): string {
  const said = headers["x-forwarded-proto"];
  return said === "https" && proxies.includes(socket.remoteAddress) ? "https" : "http";
}

/** What the Worker uses of a request: the web's own class costs a visit as much time as all of its work. */
class WorkerRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: WorkerHeaders;
  readonly cf: { readonly country: string | null };
  readonly #incoming: IncomingMessage;

  constructor(
    incoming: IncomingMessage,
    { url, address, country }: { url: string; address: string | null; country: string | null },
  ) {
    this.#incoming = incoming;
    this.method = incoming.method ?? "GET";
    this.url = url;
    this.headers = new WorkerHeaders(incoming.headers, address);
    this.cf = { country };
  }

  get body(): ReadableStream<Uint8Array> | null {
    if (!hasBody(this.#incoming)) return null;
    // One that is read in part must not close the connection before its answer is sent.
    return ReadableStream.from(this.#incoming.iterator({ destroyOnReturn: false }));
  }
}

/** By lower-case names. */
class WorkerHeaders {
  readonly #values: Map<string, string>;

  constructor(sent: IncomingHttpHeaders, address: string | null) {
    this.#values = new Map();
    for (const name in sent) this.#values.set(name, String(sent[name]));
    if (address === null) this.#values.delete(addressHeader);
    else this.#values.set(addressHeader, address);
  }

  get(name: string): string | null {
    return this.#values.get(name) ?? null;
  }

  [Symbol.iterator](): Iterator<[string, string]> {
    return this.#values.entries();
  }
}

/** A request as the Worker gets it from Cloudflare's network. Null: it names no place that can be asked for. */
export function workerRequest(incoming: IncomingMessage, parts: RequestParts): Request | null {
  const { url = "", headers } = incoming;
  const { host = "localhost" } = headers;
  // Doubled lines arrive joined.
  if (!url.startsWith("/") || host.includes(",")) return null;
  const place = URL.parse(`${schemeOf(incoming, parts)}://${host}${url}`);
  if (place === null) return null;
  const address = visitorAddress(incoming, parts);
  const country = address === null ? null : parts.countries.lookup(address);
  const request = new WorkerRequest(incoming, { url: place.href, address, country });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return request as unknown as Request;
}
