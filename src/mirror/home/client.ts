import { randomBytes } from "node:crypto";
import { parseBounded } from "../../server/store/boundedJson.ts";
import { errorText } from "../../util/errorText.ts";
import {
  type CallName,
  callPrefix,
  type Calls,
  type Refusal,
  hashHeader,
  nonceHeader,
  replyHeader,
  signatureHeader,
  timeHeader,
} from "../wire/calls.ts";
import { bodyHash, isReply, sign } from "../wire/sign.ts";
import { type EdgeClient, EdgeFailed } from "./model.ts";
import { refusalOf } from "./refusals.ts";
import {
  either,
  exactly,
  fields,
  listOf,
  maybe,
  orNull,
  type Shape,
  text,
  whole,
} from "../wire/shape.ts";

function pair<One, Other>(one: Shape<One>, other: Shape<Other>): Shape<readonly [One, Other]> {
  return (value): value is readonly [One, Other] =>
    Array.isArray(value) && value.length === 2 && one(value[0]) && other(value[1]);
}

/** Names of a copy's own making are shorter. */
const shortText: Shape<string> = (value): value is string => text(value) && value.length <= 100;
const count: Shape<number> = (value): value is number => whole(value) && value >= 0;
/** The end of the year 9999, in milliseconds since 1970: what any date can be written as. */
const lastMoment = 253_402_300_799_999;
const moment: Shape<number> = (value): value is number => count(value) && value <= lastMoment;

/** Rows: more than any call writes. */
const mostWritten = 1_000_000;
const fewRows: Shape<number> = (value): value is number => count(value) && value <= mostWritten;

const written = { sequence: count, written: fewRows };
const waiting = fields({ waiting: count, first: count, last: count });
const lines = listOf(pair(whole, text));
const owner = orNull(fields({ home: shortText, generation: whole }));

/** What a Worker of this version answers to each call: one of another may answer something else. */
const isAnswer: { readonly [Name in CallName]: Shape<Calls[Name]["answer"]> } = {
  state: fields({
    now: moment,
    worker: shortText,
    formats: pair(whole, whole),
    database: shortText,
    owner,
    sequence: count,
    rows: count,
    sum: whole,
    clicks: waiting,
    answers: waiting,
    today: fields({ day: count, clicks: count }),
    lost: count,
    unreadable: count,
    made: maybe(count),
  }),
  adopt: fields(written),
  push: fields({ ...written, rows: count, sum: whole }),
  list: fields({ ...written, rows: listOf(pair(text, whole)) }),
  drain: fields({ ...written, clicks: lines, answers: lines }),
  wipe: fields(written),
};

const plainRefusals = exactly("unsigned", "old", "foreign", "replayed", "malformed", "unknownCall");

const isRefusal: Shape<Refusal> = either(
  either(
    fields({ code: plainRefusals }),
    fields({ code: exactly("budgetSpent", "database"), message: text }),
  ),
  either(
    fields({ code: exactly("otherOwner"), owner }),
    fields({ code: exactly("ahead"), sequence: whole }),
  ),
);

/** Refusals of whoever hasn't found the call's signature right: they can't be signed, and tell nothing else. */
const unprovenRefusals = ["unsigned", "old", "foreign", "malformed", "unknownCall"];
/** Characters of one of them. */
const longestRefusal = 1_000;

export interface EdgeClientOptions {
  /** Of the Worker: what stands before `/.well-known/…`. */
  readonly address: () => string;
  readonly secret: () => string;
  /** The secret before, which the Worker may still have. Default: there is none. */
  readonly secretBefore?: () => string | null;
  readonly clock: () => number;
  /** Milliseconds that an answer may take. */
  readonly patience?: number;
  readonly fetch?: typeof fetch;
}

/** What the network answers in a Worker's stead. */
const networkProblems: Readonly<Record<string, "tooHeavy" | "requestsSpent" | "rateLimited">> = {
  "1015": "rateLimited",
  "1027": "requestsSpent",
  "1102": "tooHeavy",
};

/** Bytes of an answer: lines of 500 clicks and as many answers are fewer, and one without rows or lines is short. */
const mostBytes = { some: 16_000_000, none: 65_536 } as const;
/** Values of an answer (see `mostValues`) besides rows and lines, and those of a row, or of a line of each kind. */
const valuesOf = { answer: 1_000, line: 6 } as const;

/** Asks the edge, and believes no answer that isn't signed with its secret. It measures time by its own clock: how far that is off is learned where a call that was late is sent again, and kept once a signed answer shows that the edge took it. */
export function createEdgeClient(options: EdgeClientOptions): EdgeClient {
  const { address, clock, patience = 30_000, fetch: send = fetch } = options;
  const ended = new AbortController();
  let offset = 0;

  async function once<Name extends CallName>(
    name: Name,
    body: string,
    {
      skew,
      secret,
      limit,
    }: {
      readonly skew: number;
      readonly secret: string;
      /** Rows, or lines of a kind, that are asked for. */
      readonly limit: number;
    },
  ): Promise<{ readonly answer: Calls[Name]["answer"] | Refusal; readonly skew: number }> {
    const path = callPrefix + name;
    const time = Math.round(clock() + skew);
    const hash = await bodyHash(body);
    const signature = await sign(secret, { method: "POST", path, time, hash });
    const nonce = randomBytes(16).toString("hex");
    const late = AbortSignal.timeout(patience);
    try {
      const response = await send(new URL(path, address()), {
        method: "POST",
        headers: {
          "content-type": "application/json",
          [timeHeader]: String(time),
          [hashHeader]: hash,
          [signatureHeader]: signature,
          [nonceHeader]: nonce,
        },
        body,
        redirect: "manual",
        signal: AbortSignal.any([late, ended.signal]),
      });
      const date = Date.parse(response.headers.get("date") ?? "");
      const answered = await boundedText(response, limit > 0 ? mostBytes.some : mostBytes.none);
      const { status, headers } = response;
      const reply = { signature, nonce, status, hash: await bodyHash(answered) };
      const isProven = await isReply(secret, reply, headers.get(replyHeader) ?? "");
      const answer = isProven
        ? objectIn(answered, valuesOf.answer + valuesOf.line * limit)
        : unproven(answered, status);
      if (isProven) offset = skew;
      if (answer !== null && (isRefusal(answer) || isAnswer[name](answer))) {
        // To the second, in its middle: what a header of HTTP tells. Anyone on the way could have set it.
        return { answer, skew: Number.isNaN(date) ? skew : date + 500 - clock() };
      }
      throw refusalOf({ code: "unknownCall" }, address(), 0);
    } catch (error) {
      if (error instanceof EdgeFailed) throw error;
      throw late.aborted
        ? new EdgeFailed("timeout", { address: address() }, { cause: error })
        : new EdgeFailed(
            "network",
            { address: address(), reason: reasonOf(error) },
            { cause: error },
          );
    }
  }

  /** A refusal that nobody could sign; throws what else it may be that answers. */
  function unproven(answered: string, status: number): Refusal {
    const answer = objectIn(answered.slice(0, longestRefusal), longestRefusal);
    const isOurs = isRefusal(answer);
    if (isOurs && unprovenRefusals.includes(answer.code)) return answer;
    const code = networkProblems[/error code: (\d{4})/.exec(answered)?.[1] ?? ""];
    if (code !== undefined) throw new EdgeFailed(code, { address: address() });
    // An older copy signs nothing.
    const isLike = isOurs || (answer !== null && "sequence" in answer);
    throw new EdgeFailed(isLike ? "unproven" : "notWaypost", { address: address(), status });
  }

  async function call<Name extends CallName>(
    name: Name,
    request: Calls[Name]["request"],
  ): Promise<Calls[Name]["answer"]> {
    const body = JSON.stringify(request);
    const secret = options.secret();
    const before = options.secretBefore?.() ?? null;
    const limit = "limit" in request ? request.limit : 0;
    let { answer, skew } = await once(name, body, { skew: offset, secret, limit });
    const isRefused = (code: Refusal["code"]) => isRefusal(answer) && answer.code === code;
    if (isRefused("old")) ({ answer, skew } = await once(name, body, { skew, secret, limit }));
    // Whoever doesn't know a secret has done nothing.
    if (isRefused("foreign") && before !== null) {
      ({ answer, skew } = await once(name, body, { skew: offset, secret: before, limit }));
    }
    if (!isRefusal(answer)) return answer;
    throw refusalOf(answer, address(), Math.round(skew / 60_000));
  }

  return {
    state: () => call("state", {}),
    adopt: (home) => call("adopt", home),
    push: (push) => call("push", push),
    list: (list) => call("list", list),
    drain: (drain) => call("drain", drain),
    wipe: (wipe) => call("wipe", wipe),
    close: () => ended.abort(),
  };
}

async function boundedText(response: Response, most: number): Promise<string> {
  let length = 0;
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > most) return "";
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Null: no answer of a Worker of Waypost. */
function objectIn(body: string, most: number): object | null {
  try {
    const answer = parseBounded(body, most);
    return typeof answer === "object" ? answer : null;
  } catch {
    return null;
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : errorText(cause);
}
