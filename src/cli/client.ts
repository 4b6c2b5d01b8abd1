import { failure } from "../contract/envelope.ts";
import type { Operation } from "../contract/operation.ts";
import { clientHeader, requestOf, type RequestParts } from "../contract/request.ts";
import { CommandFailed, Refused, exitCodes } from "./exitCodes.ts";

/** Where the service is and how this process proves that it may speak to it. */
export interface ServiceAddress {
  /** Path prefix included, without a trailing slash. */
  readonly baseUrl: string;
  readonly key: string;
  /** Throws unless the service itself listens there; nothing is sent before. */
  readonly proven: () => Promise<void>;
}

/** A service that hasn't answered by then is not going to. */
export const patience = 30_000; // ms

/** A success body, as the service sent it. */
export type Answer = Readonly<Record<string, unknown>>;

/** Calls an operation of the contract and answers its success body. */
export type Client = (operation: Operation, sent?: RequestParts) => Promise<Answer>;

function isAnswer(value: unknown): value is Answer {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function unreachable(baseUrl: string): CommandFailed {
  return new CommandFailed(
    exitCodes.noService,
    `No Waypost answers at ${baseUrl}: the one that was started there is gone. Start it again: "waypost serve".`,
  );
}

export function tooSlow(baseUrl: string): CommandFailed {
  return new CommandFailed(
    exitCodes.failed,
    `The service at ${baseUrl} did not answer within ${patience / 1000} s.`,
  );
}

/** Fetches from the service, with patience and without following where it leads. */
export async function fetchFrom(
  baseUrl: string,
  address: string,
  request: RequestInit = {},
): Promise<Response> {
  return fetch(address, {
    ...request,
    redirect: "manual",
    signal: AbortSignal.timeout(patience),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === "TimeoutError") {
      throw tooSlow(baseUrl);
    }
    throw unreachable(baseUrl);
  });
}

export function connect({ baseUrl, key, proven }: ServiceAddress): Client {
  return async (operation, sent = {}) => {
    await proven();
    const { method, path, body } = requestOf(operation, sent);
    const response = await fetchFrom(baseUrl, baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        [clientHeader]: "cli",
        ...(body === null ? {} : { "content-type": "application/json" }),
      },
      body,
    });
    return answerOf(baseUrl, response);
  };
}

async function answerOf(baseUrl: string, response: Response): Promise<Answer> {
  // The key is minted at each start: one that isn't taken belongs to a service that is gone.
  if (response.status === 401) throw unreachable(baseUrl);
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && isAnswer(answer)) return answer;
  const refusal = failure.safeParse(answer);
  if (!refusal.success) throw unreachable(baseUrl);
  throw new Refused(response.status, refusal.data.message);
}

/** A file on its way to or from the service; never in memory as a whole. */
export interface Transfers {
  /** Sends a file; `size` in bytes, so that one too large is refused before it is sent. */
  upload(
    operation: Operation,
    sent: RequestParts,
    file: { readonly content: AsyncIterable<Uint8Array>; readonly size: number },
  ): Promise<Answer>;
  download(operation: Operation, sent: RequestParts): Promise<Download>;
}

export interface Download {
  /** As the service calls it; without folders. */
  readonly name: string;
  /** Ends with {@link CommandFailed} where the service breaks off. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** As {@link connect}, for what may take longer than an answer's patience. */
export function connectTransfers({ baseUrl, key, proven }: ServiceAddress): Transfers {
  const authorization = `Bearer ${key}`;

  async function ask(path: string, request: RequestInit): Promise<Response> {
    await proven();
    const address = baseUrl + path;
    return fetch(address, { ...request, redirect: "manual" }).catch(() => {
      throw unreachable(baseUrl);
    });
  }

  return {
    async upload(operation, sent, { content, size }) {
      const { method, path } = requestOf(operation, sent);
      const response = await ask(path, {
        method,
        headers: {
          authorization,
          [clientHeader]: "cli",
          "content-type": "application/octet-stream",
          "content-length": String(size),
        },
        body: ReadableStream.from(content),
        duplex: "half",
      });
      return answerOf(baseUrl, response);
    },
    async download(operation, sent) {
      const { method, path, body } = requestOf(operation, sent);
      const response = await ask(path, {
        method,
        headers: {
          authorization,
          [clientHeader]: "cli",
          ...(body === null ? {} : { "content-type": "application/json" }),
        },
        body,
      });
      const disposition = response.headers.get("content-disposition");
      if (!response.ok || disposition === null || response.body === null) {
        await answerOf(baseUrl, response);
        throw unreachable(baseUrl);
      }
      return { name: nameIn(disposition), content: pieces(response.body, baseUrl) };
    },
  };
}

async function* pieces(
  body: AsyncIterable<Uint8Array>,
  baseUrl: string,
): AsyncIterable<Uint8Array> {
  try {
    yield* body;
  } catch {
    throw new CommandFailed(
      exitCodes.failed,
      `The service at ${baseUrl} broke off before the file was whole.`,
    );
  }
}

function nameIn(disposition: string): string {
  const full = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const name =
    full === undefined
      ? (/filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? "waypost")
      : decodeURIComponent(full);
  return name.replaceAll(/[/\\]/g, "_");
}
