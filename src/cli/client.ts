import { failure } from "../contract/envelope.ts";
import type { CallOf, Operation, ResponseOf } from "../contract/operation.ts";
import { operations, type OperationName, type Operations } from "../contract/operations.ts";
import { CommandFailed, Refused, exitCodes } from "./exitCodes.ts";

/** Where the service is and how this process proves that it may speak to it. */
export interface ServiceAddress {
  /** Path prefix included, without a trailing slash. */
  readonly baseUrl: string;
  readonly key: string;
}

/** Calls an operation of the contract by name and answers its success body. */
export type Client = <Name extends OperationName>(
  name: Name,
  sent?: Partial<CallOf<Operations[Name]>>,
) => Promise<ResponseOf<Operations[Name]>>;

/** A service that hasn't answered by then is not going to. */
const patience = 30_000; // ms

/** Path parameters and queries are made of text and numbers. */
type Values = Readonly<Record<string, unknown>>;

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The address of a request: path parameters filled in, query appended. */
export function requestAddress(
  baseUrl: string,
  path: Operation["path"],
  params: Values,
  query: Values,
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(asText(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, asText(value));
  }
  return `${baseUrl}${filled}${search.size === 0 ? "" : `?${search.toString()}`}`;
}

function unreachable(address: ServiceAddress): CommandFailed {
  return new CommandFailed(
    exitCodes.noService,
    `No Waypost answers at ${address.baseUrl}: the one that was started there is gone. Start it again with: waypost serve`,
  );
}

export function connect(address: ServiceAddress): Client {
  return async (name, sent = {}) => {
    const operation: Operation = operations[name];
    const response = await fetch(
      requestAddress(address.baseUrl, operation.path, sent.params ?? {}, sent.query ?? {}),
      {
        method: operation.method,
        headers: {
          authorization: `Bearer ${address.key}`,
          ...(sent.body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
        redirect: "manual",
        signal: AbortSignal.timeout(patience),
      },
    ).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === "TimeoutError") {
        throw new CommandFailed(
          exitCodes.failed,
          `The service at ${address.baseUrl} did not answer within ${patience / 1000} s.`,
        );
      }
      throw unreachable(address);
    });
    // The key is minted at each start: one that isn't taken belongs to a service that is gone.
    if (response.status === 401) throw unreachable(address);
    const answer: unknown = await response.json().catch(() => undefined);
    // The row's own schema made it, which its type says and the table's union forgets.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    if (response.ok) return operation.response.parse(answer) as ResponseOf<Operations[typeof name]>;
    const refusal = failure.safeParse(answer);
    if (!refusal.success) throw unreachable(address);
    throw new Refused(response.status, refusal.data.message);
  };
}
