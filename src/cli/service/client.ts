import { failure } from "../../contract/envelope.ts";
import type { Operation } from "../../contract/operation.ts";
import { clientHeader, requestOf, type RequestParts } from "../../contract/request.ts";
import { isObject } from "../../util/isObject.ts";
import { CommandFailed, Refused, exitCodes } from "../failures.ts";

/** Where the service is and how this process proves that it may speak to it. */
export interface ServiceAddress {
  /** Path prefix included, without a trailing slash. */
  readonly baseUrl: string;
  readonly key: string;
  /** Throws unless the service itself listens there; nothing is sent before. */
  readonly proven: () => Promise<void>;
}

/** How long an answer may take; milliseconds. */
export const patience = 30_000;

/** A success body, as the service sent it. */
export type Answer = Readonly<Record<string, unknown>>;

/** Calls an operation of the contract and answers its success body. */
export type Call = (operation: Operation, sent?: RequestParts) => Promise<Answer>;

/** Files are never in memory as a whole, and may take longer than {@link patience}. */
export interface Client {
  readonly call: Call;
  /** Sends a file; `size` in bytes, so that one too large is refused before it is sent. */
  readonly upload: (
    operation: Operation,
    sent: RequestParts,
    file: { readonly content: AsyncIterable<Uint8Array>; readonly size: number },
  ) => Promise<Answer>;
  readonly download: (operation: Operation, sent: RequestParts) => Promise<Download>;
  /** A request that isn't one of the contract's. */
  readonly post: (
    path: string,
    sent: { readonly body: string; readonly headers: Readonly<Record<string, string>> },
  ) => Promise<Response>;
}

export interface Download {
  /** As the service calls it; without folders. */
  readonly name: string;
  /** Ends with {@link CommandFailed} where the service breaks off. */
  readonly content: AsyncIterable<Uint8Array>;
}

export function unreachable(baseUrl: string): CommandFailed {
  return new CommandFailed(
    exitCodes.noService,
    `No server answers at ${baseUrl}. To start the server: "waypost serve".`,
  );
}

export function tooSlow(baseUrl: string): CommandFailed {
  return new CommandFailed(
    exitCodes.failed,
    `The server at ${baseUrl} didn't answer within ${patience / 1000} seconds.`,
  );
}

export function connect({ baseUrl, key, proven }: ServiceAddress): Client {
  async function send(
    operation: Operation,
    sent: RequestParts,
    request: Omit<RequestInit, "headers"> & { headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Response> {
    await proven();
    const { method, path, body } = requestOf(operation, sent);
    return fetch(baseUrl + path, {
      method,
      body,
      redirect: "manual",
      ...request,
      headers: {
        authorization: `Bearer ${key}`,
        [clientHeader]: "cli",
        ...(body === null ? {} : { "content-type": "application/json" }),
        ...request.headers,
      },
    }).catch((error: unknown) => {
      throw failureOf(error);
    });
  }

  function failureOf(error: unknown): CommandFailed {
    const isSlow = error instanceof DOMException && error.name === "TimeoutError";
    return isSlow ? tooSlow(baseUrl) : unreachable(baseUrl);
  }

  return {
    async post(path, { body, headers }) {
      await proven();
      return fetch(baseUrl + path, {
        method: "POST",
        body,
        redirect: "manual",
        headers: { "content-type": "application/json", ...headers },
        signal: AbortSignal.timeout(patience),
      }).catch((error: unknown) => {
        throw failureOf(error);
      });
    },
    async call(operation, sent = {}) {
      const response = await send(operation, sent, { signal: AbortSignal.timeout(patience) });
      return answerOf(baseUrl, response);
    },
    async upload(operation, sent, { content, size }) {
      const response = await send(operation, sent, {
        headers: { "content-type": "application/octet-stream", "content-length": String(size) },
        body: ReadableStream.from(content),
        duplex: "half",
      });
      return answerOf(baseUrl, response);
    },
    async download(operation, sent) {
      const response = await send(operation, sent);
      const disposition = response.headers.get("content-disposition");
      if (!response.ok || disposition === null || response.body === null) {
        await answerOf(baseUrl, response);
        throw unreachable(baseUrl);
      }
      return { name: nameIn(disposition), content: pieces(response.body, baseUrl) };
    },
  };
}

async function answerOf(baseUrl: string, response: Response): Promise<Answer> {
  // The key is minted at each start: one that isn't taken belongs to a service that is gone.
  if (response.status === 401) throw unreachable(baseUrl);
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok && isObject(answer)) return answer;
  const refusal = failure.safeParse(answer);
  if (!refusal.success) throw unreachable(baseUrl);
  throw new Refused(response.status, refusal.data.message);
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
      `The server at ${baseUrl} closed the connection before the file was complete.`,
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
