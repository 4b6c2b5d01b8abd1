import { createMcpHandler } from "@modelcontextprotocol/server";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isWide } from "../../../api/wideObjects.ts";
import { bodyBytes } from "../../../common/bodyBytes.ts";
import { asHttpFailure } from "../../../api/failures.ts";
import { goneSignal } from "../../../api/goneSignal.ts";
import { bucketOfKey, type KeyTurns } from "../../../api/keyTurns.ts";
import type { KeyRecord } from "../../../store/keyFile.ts";
import { isObject } from "../../../../util/isObject.ts";
import type { SecurityLog } from "../../../common/securityLog.ts";
import type { Gate } from "../gate.ts";
import { commonHeaders } from "../surface.ts";
import { sendProblem } from "./answers.ts";
import { createAssistantServer, type ServerParts } from "./server.ts";

export interface EndpointParts extends ServerParts {
  readonly gate: Gate;
  readonly keyTurns: KeyTurns;
  readonly securityLog: Pick<SecurityLog, "refused">;
}

/** Bytes of a request. */
const longest = 1 << 20;
/** Requests that wait for news, which never come: the list of tools stays as it is. */
const mostListeners = 8;

/** Somebody whose key is known, in their turn. */
interface Entered {
  readonly body: Buffer;
  readonly record: KeyRecord;
  readonly endTurn: () => void;
}

/** Undefined: it isn't JSON. */
function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

function headersOf({ headers }: IncomingMessage): Headers {
  const known = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (name !== "authorization" && value !== undefined) known.set(name, String(value));
  }
  return known;
}

async function sendAnswer(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...commonHeaders });
  if (answer.body === null) response.end();
  else await pipeline(Readable.fromWeb(answer.body), response);
}

/** Answers assistants by the protocol's own library, one request at a time: nothing is kept between them. */
export function createEndpoint(parts: EndpointParts) {
  const { gate, keyTurns, log } = parts;
  const handler = createMcpHandler(({ authInfo }) => createAssistantServer(parts, authInfo), {
    maxSubscriptions: mostListeners,
    maxRequestBodySize: longest,
    onerror: () => undefined,
  });

  /** Of a request whose holder has a turn. */
  async function answer(
    { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
    { body, record, endTurn }: Entered,
  ): Promise<void> {
    const message = parsed(body);
    if (message === undefined) return sendProblem(response, 400, "The request is not JSON.");
    // The library takes a hundred calls at once, and all would count as one.
    if (Array.isArray(message)) {
      return sendProblem(response, 400, "Send one message per request, not a list.");
    }
    if (isWide(message)) return sendProblem(response, 400, "The request has too many names.");
    if (isObject(message) && message["method"] === "subscriptions/listen") endTurn();
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const asked = new Request(`http://${request.headers.host ?? "localhost"}/mcp`, {
      method: "POST",
      headers: headersOf(request),
      signal: gone.signal,
    });
    const authInfo = { token: "", clientId: String(record.id), scopes: [], extra: { record } };
    const answered = await handler.fetch(asked, { authInfo, parsedBody: message });
    await sendAnswer(response, answered).catch((error: unknown) => {
      if (!response.destroyed) log(`An assistant's answer was interrupted: ${String(error)}`);
    });
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const bearer = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const entrance = gate(bearer, "assistant");
    if (entrance.as === "refused") {
      if (entrance.why === "tooMany") {
        const headers = { "Retry-After": String(entrance.taken.wait ?? 1) };
        return sendProblem(response, 429, "Too many requests. Try again later.", headers);
      }
      const headers = { "WWW-Authenticate": "Bearer" };
      return sendProblem(response, 401, "A key for assistants is required.", headers);
    }
    const { record } = entrance;
    const gone = goneSignal(request);
    let endTurn = () => undefined as void;
    try {
      const turn = await keyTurns.takeWithBody(bucketOfKey(record), gone, (come) =>
        bodyBytes(request, longest, come),
      );
      ({ endTurn } = turn);
      if (turn.bytes === null) sendProblem(response, 413, "The request is larger than 1 MiB.");
      else await answer({ request, response }, { body: turn.bytes, record, endTurn });
    } catch (error) {
      if (gone.aborted) return;
      const failure = asHttpFailure(error);
      if (failure === undefined) throw error;
      sendProblem(response, failure.status, failure.message, failure.headers);
    } finally {
      endTurn();
    }
  };
}
