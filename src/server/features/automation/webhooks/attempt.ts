import {
  mostAnswer,
  type webhookProblems,
} from "../../../../contract/server/automation/webhooks.ts";
import type { App } from "../../../common/context.ts";
import type { FetchFailure } from "../../../outside/guardedFetch.ts";
import { isSecretPlace } from "../../../outside/publicAddresses.ts";
import { contentTypeOf } from "./bodies.ts";
import { placeOf } from "./hookFields.ts";
import { signedHeaders } from "./signing.ts";
import type { Hook, HookSecrets } from "./webhookFile.ts";

export interface Attempt {
  readonly kind: "delivered" | "failed" | "offline";
  /** Null: nobody answered. */
  readonly status: number | null;
  readonly problem: (typeof webhookProblems)[number] | null;
  readonly answer: string | null;
  readonly retryAfter: string | null;
  /** As they were sent, one per line. */
  readonly headers: string;
}

const timeout = 15_000;

const problemsOf = {
  refusedAddress: "private",
  timeout: "timeout",
  tooLarge: "network",
  status: "status",
  network: "network",
} as const satisfies Record<FetchFailure["kind"], Attempt["problem"]>;

export type Send = (
  hook: Hook,
  secrets: HookSecrets,
  delivery: { readonly message: string; readonly body: string },
  signal: AbortSignal,
) => Promise<Attempt>;

/** Sends a delivery once. */
export function createSend(app: Pick<App, "fetch" | "listensAt" | "clock" | "isConnected">): Send {
  return async (hook, { url, secret, former }, { message, body: text }, signal) => {
    const body = Buffer.from(text);
    const at = app.clock();
    const secrets = [secret, ...(former !== null && former.until > at ? [former.secret] : [])];
    const headers = {
      "content-type": contentTypeOf(hook.kind),
      ...(hook.kind === "standard" && signedHeaders(secrets, { id: message, at, body })),
    };
    const isNamed = hook.private !== null && hook.private === placeOf(url);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const nothing = { status: null, answer: null, retryAfter: null, headers: lines.join("\n") };
    if (!isNamed && !app.isConnected()) return { kind: "offline", problem: null, ...nothing };
    const { page, failure } = await app.fetch({
      url,
      method: "POST",
      body,
      headers,
      maxBytes: mostAnswer,
      overflow: "cut",
      timeout,
      anyStatus: true,
      allowPrivate: (address, port) =>
        isNamed && !isSecretPlace(address) && !app.listensAt(address, port),
      signal,
    });
    if (page === undefined) {
      const isOffline = !isNamed && failure.kind === "network" && failure.isOffline === true;
      return isOffline
        ? { kind: "offline", problem: null, ...nothing }
        : { kind: "failed", problem: problemsOf[failure.kind], ...nothing };
    }
    const { status } = page;
    const isDelivered = status >= 200 && status <= 299;
    const isRedirect = status >= 300 && status <= 399;
    return {
      kind: isDelivered ? "delivered" : "failed",
      problem: isDelivered ? null : isRedirect ? "redirect" : "status",
      status,
      answer: page.body.toString("utf8").replaceAll("\0", ""),
      retryAfter: page.header("retry-after"),
      headers: lines.join("\n"),
    };
  };
}
