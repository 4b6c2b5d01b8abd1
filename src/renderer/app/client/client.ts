import { failure, type FieldFault, type ProblemCode } from "../../../contract/envelope.ts";
import type { CallOf, Operation, ResponseOf } from "../../../contract/operation.ts";
import type { OperationName, Operations } from "../../../contract/operations.ts";
import {
  clientHeader,
  requestOf,
  type HttpRequest,
  type RequestParts,
} from "../../../contract/request.ts";
import { operationRow } from "./operationRows.ts";

/** The service answered, and said no. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly status: number;
  /** Seconds to wait before the next try, where the service said so. */
  readonly retryAfter: number | null;
  /** What kind of failure it is; null: the service didn't say. */
  readonly code: ProblemCode | null;
  /** Field by field, where fields are at fault. */
  readonly faults: readonly FieldFault[];

  constructor(
    status: number,
    message: string,
    retryAfter: number | null = null,
    faults: readonly FieldFault[] = [],
    code: ProblemCode | null = null,
  ) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
    this.faults = faults;
    this.code = code;
  }
}

/** Nothing answered at all: the service is stopped, or the computer just woke up. */
export class ServiceUnreachable extends Error {
  override readonly name = "ServiceUnreachable";
}

type Empty = Record<string, never>;

/** Parts of a call that may be left out are those where an empty object is a valid one. */
type Parts<Call> = {
  [Part in keyof Call as Empty extends Call[Part] ? never : Part]: Call[Part];
} & { [Part in keyof Call as Empty extends Call[Part] ? Part : never]?: Call[Part] };

export type Input<Name extends OperationName> = Parts<CallOf<Operations[Name]>>;

/** A field that was left empty isn't asked for. */
function filled(query: RequestParts["query"] = {}): NonNullable<RequestParts["query"]> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
}

/** Names of the operations whose rows say so. */
type NamesWith<Shape> = {
  [Name in OperationName]: Operations[Name] extends Shape ? Name : never;
}[OperationName];

/** Operations that take a file, and those that answer one. */
export type FileTaking = NamesWith<{ readonly bytes: object }>;
export type FileAnswering = NamesWith<{ readonly answer: "file" }>;
export type JsonCall = Exclude<OperationName, FileTaking | FileAnswering>;

/** A file that came, under the name that the service gave it. */
export interface DownloadedFile {
  readonly name: string;
  readonly content: Blob;
}

export interface SendOptions {
  readonly signal?: AbortSignal;
  /** Hears how many bytes are under way. */
  readonly onProgress?: (bytes: number) => void;
}

export interface Client {
  call<Name extends JsonCall>(
    name: Name,
    input: Input<Name>,
    signal?: AbortSignal,
  ): Promise<ResponseOf<Operations[Name]>>;
  /** Sends a file as it is. */
  send<Name extends FileTaking>(
    name: Name,
    input: Omit<Input<Name>, "body">,
    file: Blob,
    options?: SendOptions,
  ): Promise<ResponseOf<Operations[Name]>>;
  /** Fetches a file; the browser keeps what is large on the disk. `onProgress` gets its bytes as they come. */
  download<Name extends FileAnswering>(
    name: Name,
    input: Input<Name>,
    signal?: AbortSignal,
    onProgress?: (piece: Uint8Array) => void,
  ): Promise<DownloadedFile>;
  /**
   * Sends a request that a script could make to the API at a base URL, with the app's own key.
   * Rejects one to anywhere else; a relative address is one below the base URL.
   */
  forward(server: string, input: RequestInfo | URL, init?: RequestInit): Promise<Response>;
}

/** `key` answers null in the desktop window, where the shell attaches it. */
export function createClient(key: () => string | null): Client {
  return {
    async call(name, input, signal) {
      const row = await rowOf(name);
      const response = await send(requestFor(row, input), key(), signal);
      const answer: unknown = await response.json().catch(() => undefined);
      return parsedAnswer<typeof name>(row, response, answer);
    },
    async send(name, input, file, { signal, onProgress } = {}) {
      const row = await rowOf(name);
      const response = await upload(requestFor(row, input), key(), file, signal, onProgress);
      const answer: unknown = await response.json().catch(() => undefined);
      return parsedAnswer<typeof name>(row, response, answer);
    },
    async download(name, input, signal, onProgress) {
      const response = await send(requestFor(await rowOf(name), input), key(), signal);
      if (!response.ok) {
        throw failureOf(response, await response.json().catch(() => undefined));
      }
      const named = nameIn(response.headers.get("Content-Disposition") ?? "");
      try {
        const whole = onProgress === undefined ? response : withProgress(response, onProgress);
        return { name: named, content: await whole.blob() };
      } catch (cause) {
        if (signal?.aborted === true) throw cause;
        throw new ServiceUnreachable("The service broke off.", { cause });
      }
    },
    async forward(server, input, init) {
      const isAddress = typeof input === "string" || "href" in input;
      const request = new Request(isAddress ? new URL(input, server) : input, init);
      if (!request.url.startsWith(`${server}/api/`)) {
        throw new TypeError(`${request.url} is not an address of this API.`);
      }
      const path = request.url.slice(server.length);
      const headers = new Headers(request.headers);
      const own = key();
      headers.set(clientHeader, "window");
      if (own !== null) headers.set("Authorization", `Bearer ${own}`);
      const { method } = request;
      const body = method === "GET" ? null : await request.arrayBuffer();
      return await fetch(path, { method, headers, body });
    },
  };
}

async function rowOf(name: OperationName): Promise<Operation> {
  try {
    return await operationRow(name);
  } catch (cause) {
    throw new ServiceUnreachable("The service does not answer.", { cause });
  }
}

function requestFor(operation: Operation, input: RequestParts): HttpRequest {
  const { query, ...sent } = input;
  return requestOf(operation, { ...sent, query: filled(query) });
}

function parsedAnswer<Name extends OperationName>(
  operation: Operation,
  response: Response,
  answer: unknown,
): ResponseOf<Operations[Name]> {
  if (!response.ok) throw failureOf(response, answer);
  const parsed = operation.response.safeParse(answer);
  if (!parsed.success) {
    throw new ApiFailure(response.status, `The answer of ${operation.path} was not understood.`);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this very schema has parsed it
  return parsed.data as ResponseOf<Operations[Name]>;
}

/** An answer whose bytes are reported on their way. */
function withProgress(response: Response, onProgress: (piece: Uint8Array) => void): Response {
  const progressStream = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      onProgress(piece);
      controller.enqueue(piece);
    },
  });
  const type = response.headers.get("Content-Type") ?? "";
  return new Response(response.body?.pipeThrough(progressStream), {
    headers: { "Content-Type": type },
  });
}

/** `fetch` doesn't tell how far it has come with a body. */
function upload(
  { method, path }: HttpRequest,
  key: string | null,
  file: Blob,
  signal: AbortSignal | undefined,
  onProgress: ((bytes: number) => void) | undefined,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    if (key !== null) request.setRequestHeader("Authorization", `Bearer ${key}`);
    request.setRequestHeader(clientHeader, "window");
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.upload.addEventListener("progress", ({ loaded }) => onProgress?.(loaded));
    request.addEventListener("load", () => {
      const { status, statusText, responseText } = request;
      const retryAfter = request.getResponseHeader("Retry-After");
      const headers = retryAfter === null ? {} : { "Retry-After": retryAfter };
      resolve(new Response(responseText, { status, statusText, headers }));
    });
    request.addEventListener("error", () =>
      reject(new ServiceUnreachable("The service does not answer.")),
    );
    request.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")));
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    if (signal?.aborted === true) reject(new DOMException("Aborted", "AbortError"));
    else request.send(file);
  });
}

async function send(
  { method, path, body }: HttpRequest,
  key: string | null,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const headers = new Headers({ [clientHeader]: "window" });
  if (key !== null) headers.set("Authorization", `Bearer ${key}`);
  if (body !== null) headers.set("Content-Type", "application/json");
  try {
    return await fetch(path, { method, headers, body, signal: signal ?? null });
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    throw new ServiceUnreachable("The service does not answer.", { cause });
  }
}

/** The name that `Content-Disposition` gives a file: in full where it isn't plain ASCII. */
function nameIn(disposition: string): string {
  const full = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (full !== undefined) return decodeURIComponent(full);
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? "waypost";
}

function failureOf(response: Response, answer: unknown): ApiFailure {
  const parsed = failure.safeParse(answer);
  const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
  return new ApiFailure(
    response.status,
    parsed.success ? parsed.data.message : `${response.status} ${response.statusText}`.trim(),
    Number.isFinite(seconds) ? seconds : null,
    parsed.data?.faults,
    parsed.data?.code,
  );
}
