import type { HttpAnswer } from "../../../server/visit/pages/markup/httpAnswer.ts";
import type { EdgeDatabase, EdgeResult } from "../database.ts";
import { readText } from "../readText.ts";
import {
  type CallName,
  callNames,
  callPrefix,
  type Calls,
  type EdgeState,
  hashHeader,
  type List,
  nonceHeader,
  type Owner,
  type Push,
  type Refusal,
  refusalStatus,
  replyHeader,
  signatureHeader,
  timeHeader,
  type WaitingLine,
  type Wipe,
} from "../../wire/calls.ts";
import { hashOf } from "../../wire/hash.ts";
import { bodyHash, isSignature, isSigned, mostSkew, signReply } from "../../wire/sign.ts";
import * as sql from "./schema.ts";
import { errorText } from "../../../util/errorText.ts";

export interface ControlParts {
  readonly database: EdgeDatabase;
  readonly secret: string;
  readonly clock: () => number;
  /** Of Waypost. */
  readonly version: string;
  /** Of rows, that visits can read. */
  readonly formats: EdgeState["formats"];
}

/** Bytes of a body. */
const mostBytes = 4_000_000;

class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** Answers what home asks. Every answer has the time by this clock: home's may be wrong. */
export function createControl(parts: ControlParts): (request: Request) => Promise<HttpAnswer> {
  const { secret, clock } = parts;
  const calls = callsOf(parts);

  return async (request) => {
    /** Null: whoever asks hasn't shown that they know the secret, and nothing is signed for them. */
    let signature: string | null = null;
    const { status, value } = await outcomeOf(async () => {
      const known = await knownCall(request, parts);
      ({ signature } = known);
      return calls[known.call](await signedBody(request, known.hash));
    });
    const body = JSON.stringify(value);
    const headers: Record<string, string> = {
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      date: new Date(clock()).toUTCString(),
    };
    if (signature !== null) {
      const nonce = request.headers.get(nonceHeader) ?? "";
      const hash = await bodyHash(body);
      headers[replyHeader] = await signReply(secret, { signature, nonce, status, hash });
    }
    return { status, headers, body };
  };
}

async function outcomeOf(
  work: () => Promise<object>,
): Promise<{ readonly status: number; readonly value: object }> {
  try {
    return { status: 200, value: await work() };
  } catch (error) {
    const refusal = error instanceof Refused ? error.refusal : refusalOf(error);
    return { status: refusalStatus[refusal.code], value: refusal };
  }
}

/** The cheaper of the questions come first: whoever knows no secret costs hardly anything. */
async function knownCall(
  request: Request,
  { secret, clock }: ControlParts,
): Promise<{ call: CallName; signature: string; hash: string }> {
  const path = new URL(request.url).pathname;
  const call = callNames.find((name) => path === callPrefix + name);
  if (call === undefined || request.method !== "POST") throw new Refused({ code: "unknownCall" });
  const signature = request.headers.get(signatureHeader);
  const hash = request.headers.get(hashHeader) ?? "";
  const time = Number(request.headers.get(timeHeader) ?? Number.NaN);
  const hasForm = isSignature(signature ?? "") && isSignature(hash) && Number.isSafeInteger(time);
  if (signature === null || !hasForm) {
    throw new Refused({ code: "unsigned" });
  }
  if (Math.abs(clock() - time) > mostSkew) throw new Refused({ code: "old" });
  if (Number(request.headers.get("content-length")) > mostBytes) {
    throw new Refused({ code: "malformed" });
  }
  const signed = { method: request.method, path, time, hash };
  if (!(await isSigned(secret, signed, signature))) throw new Refused({ code: "foreign" });
  return { call, signature, hash };
}

async function signedBody(request: Request, hash: string): Promise<string> {
  const body = await readText(request, mostBytes);
  if (body === null) throw new Refused({ code: "malformed" });
  // The hash is no secret, and signed.
  if ((await bodyHash(body)) !== hash) throw new Refused({ code: "foreign" });
  return body;
}

/** SQL, and the values of its parameters. */
type Statement = readonly [text: string, ...values: readonly string[]];
/** Whoever asks: a turn, or who wants to be the owner. */
type Asked = Owner & { readonly sequence?: number };

type Answers = {
  readonly [Name in CallName]: (body: string) => Promise<Calls[Name]["answer"]>;
};

function callsOf({ database, version, formats, clock }: ControlParts): Answers {
  const prepared = (statements: readonly Statement[]) =>
    statements.map(([text, ...values]) => database.prepare(text).bind(...values));

  /** Each statement's rows; made again on a database that hasn't its tables yet. */
  async function run(statements: readonly Statement[]): Promise<readonly EdgeResult[]> {
    try {
      return await database.batch(prepared(statements));
    } catch (error) {
      if (!/no such table/i.test(errorText(error))) throw error;
      await database.batch(prepared(sql.schema.map((text): Statement => [text])));
      return database.batch(prepared(statements));
    }
  }

  async function state(): Promise<EdgeState> {
    const [result] = await run([[sql.readState]]);
    return stateOf(result?.results[0] ?? {}, { version, formats, clock });
  }

  async function inTurn(asked: Asked, statements: readonly Statement[]) {
    try {
      const results = await run(statements);
      const sequence = results
        .flatMap(({ results: rows }) => rows)
        .find((row) => "sequence" in row)?.["sequence"];
      const written = results.reduce((sum, { meta }) => sum + meta.rows_written, 0);
      return { results, turn: { sequence: Number(sequence), written } };
    } catch (error) {
      if (!sql.turnRefused.test(errorText(error))) throw error;
      throw new Refused(turnRefusal(asked, await state()));
    }
  }

  return {
    state,
    adopt: async (body) => (await inTurn(JSON.parse(body), withBody(sql.adopt, body))).turn,
    async push(body) {
      const { upserts, removes, recount, made, ...turn }: Push = JSON.parse(body);
      const keys = JSON.stringify([...upserts.map(([key]) => key), ...removes]);
      const { begin, remove, upsert, end, release, result } = sql.push;
      const { results, turn: taken } = await inTurn(turn, [
        [begin, JSON.stringify(turn), keys],
        [remove, JSON.stringify(removes)],
        [upsert, JSON.stringify(upserts)],
        [end, keys],
        ...(recount === true ? [[sql.push.recount] as const] : []),
        ...(made === undefined ? [] : [[release, JSON.stringify({ made })] as const]),
        [result],
      ]);
      const { rows, sum } = results.at(-1)?.results[0] ?? {};
      return { ...taken, rows: Number(rows), sum: Number(sum) };
    },
    async list(body) {
      const asked: List = JSON.parse(body);
      const { isDeep = false } = asked;
      const statements = withBody(isDeep ? sql.listDeep : sql.list, body);
      const { results, turn } = await inTurn(asked, statements);
      const rows = (results.at(-1)?.results ?? []).map((row): [string, number] => {
        const key = String(row["key"]);
        return [key, isDeep ? hashOf(key, String(row["data"])) : Number(row["hash"])];
      });
      return { ...turn, rows };
    },
    async drain(body) {
      const { results, turn } = await inTurn(JSON.parse(body), withBody(sql.drain, body));
      const [clicks, answers] = results.slice(-2).map(linesOf);
      return { ...turn, clicks: clicks ?? [], answers: answers ?? [] };
    },
    async wipe(body) {
      const asked: Wipe = JSON.parse(body);
      const statements = asked.isOfRows === true ? sql.wipeRows : sql.wipe;
      return (await inTurn(asked, withBody(statements, body))).turn;
    },
  };
}

/** What a call says is a value of those that read it. */
function withBody(statements: readonly string[], body: string): Statement[] {
  return statements.map((text) => (text.includes("?1") ? [text, body] : [text]));
}

function linesOf({ results }: EdgeResult): WaitingLine[] {
  return results.map(({ id, line }) => [Number(id), String(line)]);
}

type StateRow = Readonly<Record<string, unknown>>;

function stateOf(
  row: StateRow,
  { version, formats, clock }: Pick<ControlParts, "version" | "formats" | "clock">,
): EdgeState {
  const number = (name: string) => Number(row[name]);
  const waiting = (name: string) => ({
    waiting: Math.max(0, number(`${name}_last`) - number(`${name}_taken`)),
    first: number(`${name}_first`),
    last: number(`${name}_last`),
  });
  const home = row["home"];
  return {
    now: clock(),
    worker: version,
    formats,
    database: String(row["database"]),
    owner: typeof home === "string" ? { home, generation: number("generation") } : null,
    sequence: number("sequence"),
    rows: number("rows"),
    sum: number("sum"),
    clicks: waiting("clicks"),
    answers: waiting("answers"),
    today: { day: number("day"), clicks: number("clicks_last") - number("day_first") },
    lost: number("lost"),
    unreadable: number("unreadable"),
    made: number("made"),
  };
}

/** Why a turn was not that caller's. */
function turnRefusal(asked: Asked, { owner, sequence }: EdgeState): Refusal {
  const isOwner = owner?.home === asked.home && owner.generation === asked.generation;
  if (!isOwner || asked.sequence === undefined) return { code: "otherOwner", owner };
  return asked.sequence <= sequence ? { code: "replayed" } : { code: "ahead", sequence };
}

/** Its words: "Your account has exceeded D1's free tier daily row write limit. Upgrade …" */
function refusalOf(error: unknown): Refusal {
  const message = errorText(error);
  if (/malformed json|unexpected .*json|json at position/i.test(message)) {
    return { code: "malformed" };
  }
  const isSpent = /exceeded .*daily row (write|read) limit/i.test(message);
  return { code: isSpent ? "budgetSpent" : "database", message };
}
