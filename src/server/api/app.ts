import express, { type Express, type RequestHandler } from "express";
import type { AccountService } from "../features/account/service.ts";
import type { SendAnswer } from "./answers.ts";
import { dataPolicy } from "./dataPolicy.ts";
import { createFailures, HttpFailure } from "./failures.ts";
import type { Handlers } from "./handlers.ts";
import {
  type Caller,
  createIdentify,
  factsOf,
  hasBearer,
  type Keys,
  safeMethods,
} from "./identify.ts";
import type { KeyTurns } from "./keyTurns.ts";
import type { RateLimit } from "./rateLimit.ts";
import type { SecurityLog } from "../common/securityLog.ts";
import { createRouter } from "./router.ts";

/** The desktop window's own origin; no page of the web can have it. */
const windowOrigin = "app://waypost";

/** Of `Sec-Fetch-Site`: other programs on this computer are other ports of one site. */
const foreignSites = new Set<unknown>(["cross-site", "same-site"]);

/** `host` has been found to be ours before. */
function isOwn(origin: string, host: string | undefined): boolean {
  if (origin === windowOrigin) return true;
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host.toLowerCase();
}

/**
 * A browser says where a write comes from: pages of other sites may not make one, with or without
 * a key. They may not read an answer either.
 */
const refuseForeignOrigin: RequestHandler = (request, _response, next) => {
  const { origin, host } = request.headers;
  const isForeign =
    origin === undefined
      ? foreignSites.has(request.headers["sec-fetch-site"])
      : !isOwn(origin, host) && factsOf(request).key?.origin !== origin;
  if (isForeign && !safeMethods.has(request.method)) {
    next(new HttpFailure(403, "otherSite", "Requests from pages of other sites are not accepted."));
  } else next();
};

/** What the API's doors have in common. */
export interface ApiParts {
  readonly keys: Keys;
  readonly account: AccountService;
  readonly rateLimit: RateLimit;
  readonly keyTurns: KeyTurns;
  readonly handlers: Handlers;
  readonly sendAnswer: SendAnswer;
  readonly securityLog: SecurityLog;
  readonly log: (line: string) => void;
}

/** Lets a paired extension read answers: its exact origin, and no other. */
function answerExtensions({ others, takesExtensions }: Keys): RequestHandler {
  return (request, response, next) => {
    const { origin } = request.headers;
    const isPaired =
      origin !== undefined &&
      takesExtensions() &&
      others.working("capture").some((record) => record.origin === origin);
    if (!isPaired) return next();
    response.set({ "Access-Control-Allow-Origin": origin, Vary: "Origin" });
    if (request.method !== "OPTIONS") return next();
    response.set({
      "Access-Control-Allow-Methods": "GET, POST",
      "Access-Control-Allow-Headers": "Authorization, Content-Type",
    });
    response.status(204).end();
  };
}

const plainHeaders: RequestHandler = (_request, response, next) => {
  response.set({
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": dataPolicy,
    "Cross-Origin-Resource-Policy": "same-origin",
  });
  next();
};

const refuseClosed: RequestHandler = () => {
  throw new HttpFailure(403, "closed", "The API is not available at this address.");
};

/** What most callers whose key isn't taken have yet to do; of the key that holds it tells nothing. */
const keyReasons = {
  none: "The request has no API key. Send the key in a header: Authorization: Bearer <key>.",
  wrong:
    "The key is wrong, was replaced, or has expired. The API screen of the app and `waypost key` show the current key.",
} as const;

const requireKey: RequestHandler = (request, _response, next) => {
  if (factsOf(request).caller !== "nobody") next();
  else {
    const headers = { "WWW-Authenticate": "Bearer" };
    const reason = keyReasons[hasBearer(request) ? "wrong" : "none"];
    const message = "A valid API key is required to use this service.";
    next(new HttpFailure(401, "key", message, headers, { reason }));
  }
};

const refuseUnknown: RequestHandler = () => {
  throw new HttpFailure(404, "address", "There is nothing at this address.");
};

/** The API at one door. `trusts` empty: it is closed there and only says so. */
export function createApi(parts: ApiParts, door: string, trusts: readonly Caller[]): Express {
  const { rateLimit, keyTurns, handlers, sendAnswer, securityLog } = parts;
  const app = express();
  // An ETag would turn a repeated answer into a 304, which the contract doesn't know.
  app.disable("etag").disable("x-powered-by");
  app.use(plainHeaders);
  if (door === "service" && trusts.length > 0) app.use(answerExtensions(parts.keys));
  app.use(createIdentify({ keys: parts.keys, account: parts.account, door, trusts }));
  // Counted first, so that every answer has the three headers; then docs/api.md, "Order of
  // failures".
  app.use(rateLimit.count);
  if (trusts.length === 0) app.use(refuseClosed);
  app.use(refuseForeignOrigin);
  app.use(rateLimit.refuse);
  app.use(requireKey);
  app.use(
    createRouter({
      handlers,
      sendAnswer,
      keyTurns,
      securityLog,
      hasOwnerScope: trusts.includes("local"),
    }),
  );
  app.use(refuseUnknown);
  app.use(createFailures(parts.log, securityLog, parts.keys.others));
  return app;
}
