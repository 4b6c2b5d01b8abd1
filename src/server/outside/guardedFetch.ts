import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import {
  connectBySystem,
  connected,
  type Network,
  orAborted,
  resolveBySystem,
  secured,
} from "./checkedConnections.ts";
import { codeOf } from "../store/fileSystem.ts";
import { createOwnNetworks } from "./ownNetworks.ts";
import { isPublicAddress } from "./publicAddresses.ts";

/** The path at which every door of a Waypost answers the questions that it asks itself. */
export const proofPath = "/.well-known/waypost";
/** Signed where there is a mirror, which one's own doors take no notice of. */
const proofQuestion = /^\?nonce=[\w-]+(&signature=[\da-f]+)?$/;
/** What is read at most from one of the service's own listeners. */
const ownBytes = 64;
const defaultTimeout = 5_000;
/** What a system says whose network is gone, or whose resolver can't be asked. */
const offlineCodes: ReadonlySet<string> = new Set(["EAI_AGAIN", "ENETUNREACH", "ENETDOWN"]);

export interface FetchRequest {
  /** http or https, without user and password. */
  readonly url: string;
  readonly method?: "GET" | "HEAD" | "POST" | undefined;
  /** Of a POST: exactly these bytes are sent. */
  readonly body?: Buffer | undefined;
  /** Bytes of body; what comes after is never read. */
  readonly maxBytes: number;
  /** Whether a longer body is a failure (the default) or cut off there. */
  readonly overflow?: "fail" | "cut" | undefined;
  /** How many redirects are followed, each checked like the first address. Default 0. */
  readonly redirects?: number | undefined;
  /** Milliseconds for all of it: name, connection, redirects, body. Default 5,000. */
  readonly timeout?: number | undefined;
  /** `Accept`. Default: anything. */
  readonly accept?: string | undefined;
  /** Further headers, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Which addresses that are not public may be asked all the same: the service's own listeners,
   * for {@link proofPath}, and for the head of an answer that is not followed.
   */
  readonly allowOwn?: ((address: string, port: number) => boolean) | undefined;
  /** Which other addresses that are not public may be asked: those that the owner has named. */
  readonly allowPrivate?: ((address: string, port: number) => boolean) | undefined;
  /** Whether an answer of any status is a page. Default: only a success. */
  readonly anyStatus?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FetchedPage {
  /** Where the last redirect led. */
  readonly url: string;
  /** From 200 to 299, unless any status was asked for. */
  readonly status: number;
  /** `Content-Type` as sent. */
  readonly contentType: string | null;
  /** Any other header by lower-case name; several of one name are joined by commas. */
  header(name: string): string | null;
  readonly body: Buffer;
  /** Whether one of the service's own listeners answered, without a way over the internet. */
  readonly isOwn: boolean;
}

export type FetchFailure =
  /** Not http(s), or a name or number that leads anywhere but the public internet. */
  | { readonly kind: "refusedAddress" }
  | { readonly kind: "timeout" }
  | { readonly kind: "tooLarge" }
  /** An answer that isn't a success; a redirect too many is one. */
  | { readonly kind: "status"; readonly status: number; readonly location?: string }
  /** No such name, no connection, a broken answer, or given up by the caller. */
  | {
      readonly kind: "network";
      /** This computer has no network, or can't ask its resolver. */
      readonly isOffline?: true;
    };

export type FetchResult =
  | { readonly page: FetchedPage; readonly failure?: undefined }
  | { readonly failure: FetchFailure; readonly page?: undefined };

/** Asks one public address once. Never rejects. */
export type GuardedFetch = (request: FetchRequest) => Promise<FetchResult>;

/** Ends a request from wherever it stands. */
class FetchRefused extends Error {
  override readonly name = "Refusal";
  readonly failure: FetchFailure;
  constructor(failure: FetchFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

function isSecured(url: URL): boolean {
  return url.protocol === "https:";
}

/** The parser has turned decimal, hex, octal and short spellings of an address into the plain one. */
function nameOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

/** Names that need no resolver: numbers, and localhost, which never leaves the machine (RFC 6761). */
function knownAddresses(name: string): readonly string[] | undefined {
  if (isIP(name) !== 0) return [name];
  return /(^|\.)localhost\.?$/.test(name) ? ["127.0.0.1", "::1"] : undefined;
}

function portOf(url: URL): number {
  if (url.port !== "") return Number(url.port);
  return isSecured(url) ? 443 : 80;
}

const redirectStatus = new Set([301, 302, 303, 307, 308]);

function answerOf(request: ClientRequest, body: Buffer | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once("response", resolve);
    request.on("error", reject);
    // An answer that switches protocols (101) ends without either.
    request.once("close", () => reject(new Error("no answer")));
    request.end(body);
  });
}

async function bodyOf(answer: IncomingMessage, maxBytes: number, isCut: boolean): Promise<Buffer> {
  if (!isCut && Number(answer.headers["content-length"]) > maxBytes) {
    throw new FetchRefused({ kind: "tooLarge" });
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size <= maxBytes) continue;
    if (!isCut) throw new FetchRefused({ kind: "tooLarge" });
    return Buffer.concat(chunks, maxBytes);
  }
  return Buffer.concat(chunks, size);
}

/**
 * A fetch for addresses that strangers or files have chosen. The name is resolved here, each of
 * its addresses is checked, and the connection goes to the checked ones: a name that changes its
 * mind in between (DNS rebinding) changes nothing. No proxy, no cookie, no compression.
 */
export function createGuardedFetch(network: Network = {}): GuardedFetch {
  const { resolve = resolveBySystem, connect = connectBySystem } = network;
  const ownNetworks = createOwnNetworks(network.interfaces);
  const isOutside = (address: string) => isPublicAddress(address) && !ownNetworks.includes(address);

  async function addressesOf(url: URL, options: FetchRequest, signal: AbortSignal) {
    const { allowOwn, allowPrivate, method, redirects = 0 } = options;
    const isHead = method === "HEAD" && redirects === 0;
    const name = nameOf(url);
    const found = knownAddresses(name) ?? (await orAborted(resolve(name), signal));
    const inPublic = found.filter(isOutside);
    if (inPublic.length > 0) return { addresses: inPublic, isOwn: false };
    const named = found.filter(
      (address) => isIP(address) !== 0 && allowPrivate?.(address, portOf(url)) === true,
    );
    if (named.length > 0) return { addresses: named, isOwn: false };
    const isProof = url.pathname === proofPath && proofQuestion.test(url.search);
    const own =
      allowOwn === undefined || !(isProof || isHead)
        ? []
        : found.filter((address) => isIP(address) !== 0 && allowOwn(address, portOf(url)));
    if (own.length === 0) throw new FetchRefused({ kind: "refusedAddress" });
    return { addresses: own, isOwn: true };
  }

  async function ask(
    url: URL,
    addresses: readonly string[],
    { method = "GET", accept = "*/*", headers, body }: FetchRequest,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const plain = await connected(connect(addresses, portOf(url)), signal);
    const isSecure = isSecured(url);
    const socket = isSecure ? secured(plain, nameOf(url)) : plain;
    return answerOf(
      (isSecure ? requestHttps : requestHttp)({
        // With a connection of one's own, no agent takes part: no pool and no proxy.
        createConnection: () => socket,
        method,
        host: nameOf(url),
        port: portOf(url),
        path: url.pathname + url.search,
        headers: {
          ...headers,
          ...(body !== undefined && { "content-length": body.length }),
          host: url.host,
          accept,
          "accept-encoding": "identity",
          "user-agent": "Mozilla/5.0 (compatible; Waypost)",
          connection: "close",
        },
        signal,
      }),
      body,
    );
  }

  async function follow(
    options: FetchRequest,
    url: URL,
    redirects: number,
    signal: AbortSignal,
  ): Promise<FetchedPage> {
    const isPlain = url.username === "" && url.password === "";
    if (!/^https?:$/.test(url.protocol) || !isPlain)
      throw new FetchRefused({ kind: "refusedAddress" });
    const { addresses, isOwn } = await addressesOf(url, options, signal);
    const answer = await ask(url, addresses, options, signal);
    try {
      const { statusCode: status = 0, headers } = answer;
      const { location } = headers;
      if (redirectStatus.has(status) && location !== undefined && redirects > 0) {
        if (!URL.canParse(location, url.href)) throw new FetchRefused({ kind: "status", status });
        answer.destroy();
        return await follow(options, new URL(location, url), redirects - 1, signal);
      }
      if (options.anyStatus !== true && (status < 200 || status > 299)) {
        const to = redirectStatus.has(status) ? location : undefined;
        throw new FetchRefused({
          kind: "status",
          status,
          ...(to !== undefined && { location: to }),
        });
      }
      const maxBytes = isOwn ? Math.min(options.maxBytes, ownBytes) : options.maxBytes;
      const isCut = options.overflow === "cut" || options.method === "HEAD";
      const body = await bodyOf(answer, maxBytes, isCut);
      return {
        url: url.href,
        status,
        contentType: headers["content-type"] ?? null,
        header: (name) => headers[name]?.toString() ?? null,
        body,
        isOwn,
      };
    } finally {
      answer.destroy();
    }
  }

  return async (options) => {
    if (!URL.canParse(options.url)) return { failure: { kind: "refusedAddress" } };
    const ending = new AbortController();
    const giveUp = () => ending.abort();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      giveUp();
    }, options.timeout ?? defaultTimeout);
    options.signal?.addEventListener("abort", giveUp, { once: true });
    if (options.signal?.aborted === true) giveUp();
    try {
      const url = new URL(options.url);
      return { page: await follow(options, url, options.redirects ?? 0, ending.signal) };
    } catch (error) {
      if (isLate) return { failure: { kind: "timeout" } };
      if (error instanceof FetchRefused) return { failure: error.failure };
      const isOffline = offlineCodes.has(codeOf(error) ?? "");
      return { failure: { kind: "network", ...(isOffline && { isOffline }) } };
    } finally {
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", giveUp);
    }
  };
}
