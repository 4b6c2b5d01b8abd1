import type { Request, RequestHandler } from "express";
import { clientHeader } from "../../contract/request.ts";
import { firstKeyId } from "../../contract/server/automation/keys.ts";
import type { AccountService } from "../features/account/service.ts";
import type { ApiKeys } from "../features/automation/keys/service.ts";
import { sameSecret } from "../passwords/hashing.ts";
import type { KeyRecord } from "../store/keyFile.ts";
import { bucketOfKey } from "./keyTurns.ts";

/**
 * Who asks: the owner's scripts with a key for the API, programs whose key only adds and looks up links,
 * the local caller (GUI and command line) with the key of this run, or nobody we know.
 */
export type Caller = "owner" | "capture" | "local" | "nobody";

export interface Keys {
  readonly apiKey: () => string;
  readonly localKey: string;
  /** Those beside the first one. */
  readonly others: Pick<ApiKeys, "holderOf" | "working" | "used" | "failed">;
  /** Whether keys of browser extensions work. */
  readonly takesExtensions: () => boolean;
}

/** What earlier steps found out about a request. */
export interface RequestFacts {
  readonly caller: Caller;
  /** Under which its requests are counted; never a key. */
  readonly bucket: string;
  /** The key that came, if it is one beside the first one. */
  readonly key: KeyRecord | null;
}

/** Methods that change nothing. */
export const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD"]);

const factsByRequest = new WeakMap<Request, RequestFacts>();

export function factsOf(request: Request): RequestFacts {
  return factsByRequest.get(request) ?? { caller: "nobody", bucket: "nobody", key: null };
}

/** The number of the key that came; null: it is the local caller's, or nobody's. */
export function keyIdOf(request: Request): number | null {
  const { caller, key } = factsOf(request);
  return key?.id ?? (caller === "owner" ? firstKeyId : null);
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

  function factsOfKey(key: string, request: Request): Omit<RequestFacts, "bucket"> {
    // Both are always compared, so that the answer's time tells nothing.
    const isLocal = sameSecret(key, keys.localKey);
    const isOwner = sameSecret(key, keys.apiKey());
    if (isLocal && trusts.includes("local")) return { caller: "local", key: null };
    if (!trusts.includes("owner")) return nobody;
    if (isOwner) return account.isExpired() ? nobody : { caller: "owner", key: null };
    const other = isLocal ? null : keys.others.holderOf(key, "api", "capture");
    if (other === null || !isFromItsOrigin(other, request)) return nobody;
    // An extension comes from this computer.
    const isTaken = trusts.includes("local") && keys.takesExtensions();
    if (other.origin !== null && !isTaken) return nobody;
    return { caller: other.scope === "capture" ? "capture" : "owner", key: other };
  }

  return (request, _response, next) => {
    const facts = factsOfKey(bearerOf(request), request);
    factsByRequest.set(request, { ...facts, bucket: bucketOf(facts, door) });
    const id = keyIdOf(request);
    if (id !== null) keys.others.used(id);
    next();
  };
}

const nobody = { caller: "nobody", key: null } as const;

function bucketOf({ caller, key }: Omit<RequestFacts, "bucket">, door: string): string {
  if (key !== null) return bucketOfKey(key);
  return caller === "nobody" ? `nobody at the ${door} door` : caller;
}

/** A browser says where a request comes from, but for one that only reads. */
function isFromItsOrigin({ origin }: KeyRecord, { headers, method }: Request): boolean {
  if (origin === null || headers.origin === origin) return true;
  return headers.origin === undefined && safeMethods.has(method);
}
