import { failure, type FieldFault } from "../contract/envelope.ts";
import type { CallOf, Operation, ResponseOf } from "../contract/operation.ts";
import { operations, type OperationName, type Operations } from "../contract/operations.ts";
import { requestOf, type HttpRequest, type RequestParts } from "../contract/request.ts";

/** The service answered, and said no. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly status: number;
  /** Seconds to wait before the next try, where the service said so. */
  readonly retryAfter: number | null;
  /** Field by field, where fields are at fault. */
  readonly faults: readonly FieldFault[];

  constructor(
    status: number,
    message: string,
    retryAfter: number | null = null,
    faults: readonly FieldFault[] = [],
  ) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
    this.faults = faults;
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

/** An answer as it came, whatever its status. */
export interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

export interface Client {
  call<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    signal?: AbortSignal,
  ): Promise<ResponseOf<Operations[Name]>>;
  /** Asks for a place of the API by its path and query, as a script would. */
  ask(path: string): Promise<RawAnswer>;
}

/** `key` answers null in the desktop window, where the shell attaches it. */
export function createClient(key: () => string | null): Client {
  return {
    async call(name, input, signal) {
      const operation: Operation = operations[name];
      const { query, ...sent }: RequestParts = input;
      const request = requestOf(operation, { ...sent, query: filled(query) });
      const response = await send(request, key(), signal);
      const answer: unknown = await response.json().catch(() => undefined);
      if (!response.ok) throw failureOf(response, answer);
      const parsed = operation.response.safeParse(answer);
      if (!parsed.success)
        throw new ApiFailure(
          response.status,
          `The answer of ${operation.path} was not understood.`,
        );
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this very schema has parsed it
      return parsed.data as ResponseOf<Operations[typeof name]>;
    },
    async ask(path) {
      const response = await send({ method: "GET", path, body: null }, key(), undefined);
      return { status: response.status, text: await response.text() };
    },
  };
}

async function send(
  { method, path, body }: HttpRequest,
  key: string | null,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const headers = new Headers();
  if (key !== null) headers.set("Authorization", `Bearer ${key}`);
  if (body !== null) headers.set("Content-Type", "application/json");
  try {
    return await fetch(path, { method, headers, body, signal: signal ?? null });
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    throw new ServiceUnreachable("The service does not answer.", { cause });
  }
}

function failureOf(response: Response, answer: unknown): ApiFailure {
  const parsed = failure.safeParse(answer);
  const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
  return new ApiFailure(
    response.status,
    parsed.success ? parsed.data.message : `${response.status} ${response.statusText}`.trim(),
    Number.isFinite(seconds) ? seconds : null,
    parsed.data?.faults,
  );
}
