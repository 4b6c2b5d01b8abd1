import type { IncomingMessage, ServerResponse } from "node:http";
import { extensionOrigin, pairBody } from "../../../../contract/server/automation/pairing.ts";
import { asHttpFailure, HttpFailure } from "../../../api/failures.ts";
import type { RateLimit } from "../../../api/rateLimit.ts";
import { parseBody, readBody } from "../../../api/readBody.ts";
import type { App } from "../../../common/context.ts";
import { nextStrangersTurn } from "../../../common/paging.ts";
import type { SecurityLog } from "../../../common/securityLog.ts";
import { commonHeaders, isFromHere, type Surface } from "../surface.ts";

const path = "/pair";
/** Requests per minute of all extensions together: one asks once a second. */
const perMinute = 300;
/** Bytes of a body. */
const longestBody = 4 * 1024;

type PairingParts = Pick<App, "settings" | "pairings" | "log"> & {
  readonly rateLimit: Pick<RateLimit, "take">;
  readonly securityLog: Pick<SecurityLog, "refused">;
};

/**
 * `POST /pair`: where a browser extension asks for a key. There are no CORS headers: an extension
 * that its user allowed to reach this computer needs none, and no one else is to read an answer.
 */
export function createPairingSurface(parts: PairingParts): Surface {
  const { settings, pairings, rateLimit, securityLog, log } = parts;

  /** The extension that asks. */
  function originOf(request: IncomingMessage): string {
    const { method, headers } = request;
    const { origin = "" } = headers;
    if (!isFromHere(request) || !extensionOrigin.test(origin)) {
      securityLog.refused("otherSite");
      throw new HttpFailure(
        403,
        "otherSite",
        "Only browser extensions on this computer can use this address.",
      );
    }
    if (method !== "POST") {
      throw new HttpFailure(405, "method", "This address accepts only POST.", { Allow: "POST" });
    }
    const { wait } = rateLimit.take("pairing", perMinute);
    if (wait !== null) {
      const header = { "Retry-After": String(wait) };
      throw new HttpFailure(429, "tooMany", "Too Many Requests. Please retry later.", header);
    }
    return origin;
  }

  async function answerOf(request: IncomingMessage): Promise<object> {
    const origin = originOf(request);
    const bytes = await readBody(request, { most: longestBody });
    // Of requests that arrive together, each is parsed on its own.
    await nextStrangersTurn();
    const body = pairBody.safeParse(parseBody(bytes));
    if (!body.success) {
      throw new HttpFailure(400, "invalid", "The body must have a name, a secret or a nonce.");
    }
    if ("name" in body.data) {
      const { secret, code } = pairings.ask(origin, body.data.name);
      return { error: 0, secret, code };
    }
    if ("nonce" in body.data) {
      const { host = "" } = request.headers;
      return { error: 0, proof: pairings.prove(origin, body.data.nonce, host) };
    }
    const key = await pairings.fetchKey(origin, body.data.secret);
    return { error: 0, key };
  }

  return {
    takes: (asked, isOwn) =>
      isOwn &&
      (asked === path || asked.startsWith(`${path}?`)) &&
      settings.get("automation.extension"),
    handle(request, response) {
      answerOf(request)
        .then((answer) => sendJson(response, 200, answer))
        .catch((error: unknown) => {
          const known = asHttpFailure(error);
          if (known === undefined) log(`Pairing failed: ${String(error)}`);
          const { status, code, message, headers } =
            known ?? new HttpFailure(500, "unexpected", "Something went wrong in the server.");
          sendJson(response, status, { error: 1, message, code }, headers);
        });
    },
  };
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    ...commonHeaders,
    "Content-Type": "application/json; charset=utf-8",
    ...headers,
  });
  response.end(JSON.stringify(body));
}
