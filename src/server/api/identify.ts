import type { Request, RequestHandler } from "express";
import { clientHeader } from "../../contract/request.ts";
import type { AccountService } from "../features/account/service.ts";
import { sameSecret } from "../passwords/hashing.ts";

/**
 * Who asks: the owner's scripts with the API key, the local caller (GUI and command line) with the
 * key of this run, or nobody we know.
 */
export type Caller = "owner" | "local" | "nobody";

export interface Keys {
  readonly apiKey: () => string;
  readonly localKey: string;
}

/** What earlier steps found out about a request. */
export interface RequestFacts {
  readonly caller: Caller;
  /** Under which its requests are counted; never a key. */
  readonly bucket: string;
}

const factsByRequest = new WeakMap<Request, RequestFacts>();

export function factsOf(request: Request): RequestFacts {
  return factsByRequest.get(request) ?? { caller: "nobody", bucket: "nobody" };
}

/** What kind of program asks. It is believed only from the local caller; any other is a script. */
export function authorOf(request: Request): "window" | "cli" | "script" {
  const named = request.get(clientHeader);
  const isBelieved = factsOf(request).caller === "local";
  return isBelieved && (named === "window" || named === "cli") ? named : "script";
}

function bearerOf(request: Request): string {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
}

/** Whether a key came at all, whichever. */
export function hasBearer(request: Request): boolean {
  return bearerOf(request) !== "";
}

/** `door` names the bucket that strangers share; `trusts` are the callers that it knows. */
export function createIdentify(options: {
  keys: Keys;
  account: AccountService;
  door: string;
  trusts: readonly Caller[];
}): RequestHandler {
  const { keys, account, door, trusts } = options;

  function callerOf(request: Request): Caller {
    const key = bearerOf(request);
    // Both are always compared, so that the answer's time tells nothing.
    const isLocal = sameSecret(key, keys.localKey);
    const isOwner = sameSecret(key, keys.apiKey());
    if (isLocal && trusts.includes("local")) return "local";
    return isOwner && trusts.includes("owner") && !account.isExpired() ? "owner" : "nobody";
  }

  return (request, _response, next) => {
    const caller = callerOf(request);
    factsByRequest.set(request, {
      caller,
      bucket: caller === "nobody" ? `nobody at the ${door} door` : caller,
    });
    next();
  };
}
