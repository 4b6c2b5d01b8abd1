import type { IncomingMessage, ServerResponse } from "node:http";
import type { KeyScope } from "../../../../contract/server/automation/keys.ts";
import { errorStack } from "../../../../util/errorText.ts";
import { goneSignal } from "../../../api/goneSignal.ts";
import { asHttpFailure, HttpFailure } from "../../../api/failures.ts";
import { safeMethods } from "../../../api/identify.ts";
import { bucketOfKey, type KeyTurns } from "../../../api/keyTurns.ts";
import { bodyBytes } from "../../../common/bodyBytes.ts";
import { isRefusal, type SecurityLog } from "../../../common/securityLog.ts";
import type { KeyRecord } from "../../../store/keyFile.ts";
import type { Gate } from "../gate.ts";
import { commonHeaders, isLoopbackHost } from "../surface.ts";
import {
  type Facade,
  type FacadeAnswer,
  type FacadeParts,
  type FacadeRequest,
  NotLetIn,
  Refused,
} from "./facade.ts";

export interface FacadeDoorParts extends FacadeParts {
  readonly gate: Gate;
  readonly keyTurns: KeyTurns;
  readonly securityLog: Pick<SecurityLog, "refused">;
}

export type FacadeDoor = (
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
) => Promise<void>;

/** Bytes of a body. */
const longestBody = 65_536;
const noBytes = Buffer.alloc(0);
/** Characters of a query. */
const longestQuery = 8192;
/** Bytes of the header with warnings. */
const longestWarning = 1000;

const tooLarge = (what: string) => new HttpFailure(413, "tooLarge", `${what} is too long.`);

async function bodyOf(
  request: IncomingMessage,
  most: number,
  come?: (bytes: number) => void,
): Promise<Buffer> {
  const body = await bodyBytes(request, most, come);
  if (body === null) throw tooLarge("The body");
  return body;
}

/** Pages of other sites may not make changes, as at the API. */
function refuseForeignPage({ method = "GET", headers: { origin, host } }: IncomingMessage): void {
  if (origin === undefined || safeMethods.has(method)) return;
  const from = URL.parse(origin)?.host;
  if (from === host?.toLowerCase() && isLoopbackHost(from)) return;
  throw new HttpFailure(403, "otherSite", "Requests from pages of other sites are not accepted.");
}

/** A header has Latin letters only. */
function warningHeader(sentences: readonly string[]): Readonly<Record<string, string>> {
  if (sentences.length === 0) return {};
  const text = sentences.join(" ").replaceAll(/[^ -~]/g, "?");
  return { "Waypost-Warning": text.slice(0, longestWarning) };
}

function send(
  response: ServerResponse,
  { status, type, text, headers = {} }: FacadeAnswer,
  warnings: readonly string[],
): void {
  if (response.destroyed) return;
  const isEmpty = status === 204;
  response.writeHead(status, {
    ...commonHeaders,
    ...(!isEmpty && { "Content-Type": type, "Content-Length": Buffer.byteLength(text) }),
    ...warningHeader(warnings),
    ...headers,
  });
  response.end(isEmpty || response.req.method === "HEAD" ? undefined : text);
}

/** One request at a time of an imitated program: bounds, key, answer. */
export function createFacadeDoor(
  { apiKeys, gate, keyTurns, log, securityLog }: FacadeDoorParts,
  scope: KeyScope,
  facade: Facade,
): FacadeDoor {
  return async (request, response, target) => {
    const [path = "", ...rest] = target.split("?");
    const query = rest.join("?");
    const method = request.method === "HEAD" ? "GET" : (request.method ?? "GET");
    const warnings: string[] = [];
    const gone = goneSignal(request);
    let holder: KeyRecord | null = null;
    let endTurn = () => undefined as void;
    let body: Buffer | null = null;

    const asked: FacadeRequest = {
      method,
      path,
      query: new URLSearchParams(query.slice(0, longestQuery)),
      headers: request.headers,
      get body() {
        return body ?? noBytes;
      },
      gone,
      async readForm(most) {
        body ??= await bodyOf(request, most);
        return body;
      },
      async enter(key) {
        const entrance = gate(key, scope);
        if (entrance.as === "holder") {
          holder = entrance.record;
          const turn = await keyTurns.takeWithBody(
            bucketOfKey(holder),
            gone,
            async (come) => body ?? (await bodyOf(request, longestBody, come)),
          );
          ({ bytes: body, endTurn } = turn);
          return holder;
        }
        if (entrance.why === "key") throw new NotLetIn();
        const headers = { "Retry-After": String(entrance.taken.wait ?? 1) };
        throw new HttpFailure(429, "tooMany", "Too many requests. Try again later.", headers);
      },
      warn: (...sentences) => void warnings.push(...sentences),
    };

    function failureOf(error: unknown): FacadeAnswer {
      const failure =
        error instanceof NotLetIn ? new HttpFailure(401, "key", "") : asHttpFailure(error);
      const isOwn = error instanceof Refused;
      if (failure === undefined && !isOwn) log(`${method} ${path} failed: ${errorStack(error)}`);
      const { code } = isOwn ? error : (failure ?? { code: "unexpected" as const });
      if (holder !== null) apiKeys.failed(holder.id, code);
      if (code !== "key" && isRefusal(code)) securityLog.refused(code);
      if (isOwn) return error.answer;
      const unexpected = new HttpFailure(500, "unexpected", "Something went wrong in the server.");
      const { headers } = failure ?? unexpected;
      return { headers, ...facade.fail(failure ?? unexpected, asked) };
    }

    try {
      refuseForeignPage(request);
      if (query.length > longestQuery) throw tooLarge("The query");
      send(response, await facade.answer(asked), warnings);
    } catch (error) {
      if (!gone.aborted) send(response, failureOf(error), warnings);
    } finally {
      endTurn();
    }
  };
}
