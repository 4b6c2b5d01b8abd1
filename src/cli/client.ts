import { failure } from "../contract/envelope.ts";
import type { Operation } from "../contract/operation.ts";
import { requestOf, type RequestParts } from "../contract/request.ts";
import { CommandFailed, Refused, exitCodes } from "./exitCodes.ts";

/** Where the service is and how this process proves that it may speak to it. */
export interface ServiceAddress {
  /** Path prefix included, without a trailing slash. */
  readonly baseUrl: string;
  readonly key: string;
}

/** A service that hasn't answered by then is not going to. */
const patience = 30_000; // ms

/** A success body, as the service sent it. */
export type Answer = Readonly<Record<string, unknown>>;

/** Calls an operation of the contract and answers its success body. */
export type Client = (operation: Operation, sent?: RequestParts) => Promise<Answer>;

function isAnswer(value: unknown): value is Answer {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function unreachable(baseUrl: string): CommandFailed {
  return new CommandFailed(
    exitCodes.noService,
    `No Waypost answers at ${baseUrl}: the one that was started there is gone. Start it again: "waypost serve".`,
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
      throw new CommandFailed(
        exitCodes.failed,
        `The service at ${baseUrl} did not answer within ${patience / 1000} s.`,
      );
    }
    throw unreachable(baseUrl);
  });
}

export function connect({ baseUrl, key }: ServiceAddress): Client {
  return async (operation, sent = {}) => {
    const { method, path, body } = requestOf(operation, sent);
    const response = await fetchFrom(baseUrl, baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === null ? {} : { "content-type": "application/json" }),
      },
      body,
    });
    // The key is minted at each start: one that isn't taken belongs to a service that is gone.
    if (response.status === 401) throw unreachable(baseUrl);
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.ok && isAnswer(answer)) return answer;
    const refusal = failure.safeParse(answer);
    if (!refusal.success) throw unreachable(baseUrl);
    throw new Refused(response.status, refusal.data.message);
  };
}
