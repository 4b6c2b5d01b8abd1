import { setTimeout as sleep } from "node:timers/promises";
import { SetUpFailed } from "../model.ts";

/** What a call needs, as Cloudflare's page of tokens calls it. */
export type Right =
  | "Account: Workers Scripts, Edit"
  | "Account: D1, Edit"
  | "Zone: Workers Routes, Edit"
  | "Zone: Zone, Read";

export interface CloudflareCall {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/client/v4`. */
  readonly path: string;
  readonly right: Right;
  readonly json?: object;
  readonly form?: FormData;
  /** Whether it may be sent twice: the first one may have arrived. Default: all but POST. */
  readonly isRepeatable?: boolean;
  /** Codes of errors that the caller can handle: they're answered, not thrown. */
  readonly expected?: readonly number[];
}

/** An answer of the API: what was asked for, or why not. */
export interface CloudflareAnswer {
  readonly status: number;
  /** Null where it failed. */
  readonly result: unknown;
  /** An expected error; null: none of them. */
  readonly code: number | null;
}

export interface RequestOptions {
  /** `https://api.cloudflare.com/client/v4` */
  readonly base: string;
  readonly token: string;
  /** Milliseconds that an answer may take. */
  readonly patience?: number;
  /** Milliseconds before the second try of what failed at Cloudflare. */
  readonly pause?: number;
  readonly fetch?: typeof fetch;
}

/** Characters of what Cloudflare says. */
const longest = 300;

/** Of a token that isn't known, has another form or is over. */
const unknownToken = new Set([1000, 6003, 6111, 9107]);
/** Of a token that is known and may not. */
const missingRight = new Set([9106, 9109, 10_000, 10_001, 10_023]);
/** Of an account whose owner hasn't confirmed their email address. */
const unverifiedEmail = 10_034;

/** Its API fails now and then: its own client asks as often. */
const mostTries = 3;

/**
 * Asks Cloudflare's API. Answers what came, a 404 too; whatever nobody can go on with rejects with
 * {@link SetUpFailed}. The token stands in the header of the request and nowhere else.
 */
export function createRequest(options: RequestOptions) {
  const { base, token, patience = 60_000, pause = 1_000, fetch: send = fetch } = options;

  /** Null: the connection broke. */
  async function once({ method, path, json, form }: CloudflareCall) {
    const late = AbortSignal.timeout(patience);
    try {
      const response = await send(base + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(json !== undefined && { "content-type": "application/json" }),
        },
        body: json === undefined ? (form ?? null) : JSON.stringify(json),
        redirect: "error",
        signal: late,
      });
      const { status, headers } = response;
      return { status, headers, text: await response.text() };
    } catch {
      // Whoever has waited that long isn't asked to wait again.
      if (late.aborted) throw unreachable();
      return null;
    }
  }

  const unreachable = () => new SetUpFailed("apiUnreachable", { address: new URL(base).host });

  async function answered(call: CloudflareCall) {
    const { isRepeatable = call.method !== "POST" } = call;
    for (let tries = 1; ; tries += 1) {
      const answer = await once(call);
      if (answer !== null && answer.status < 500) return answer;
      if (tries === mostTries || !isRepeatable) {
        if (answer === null) throw unreachable();
        return answer;
      }
      await sleep(pause * tries);
    }
  }

  return async (call: CloudflareCall): Promise<CloudflareAnswer> => {
    // What no header takes would be said by whoever refuses it, the token included.
    if (!/^[\x21-\x7e]+$/.test(token)) throw new SetUpFailed("tokenWrong");
    const { method, path, right, expected = [] } = call;
    const { status, headers, text } = await answered(call);
    const { result, errors, isSuccess, isEnvelope } = envelopeIn(text);
    const codes = errors.map(({ code }) => code);
    if (status === 429) {
      throw new SetUpFailed("apiBusy", { seconds: Number(headers.get("retry-after")) || 300 });
    }
    // What is deleted is answered without a body.
    if (status < 300 && (isSuccess || text === "")) return { status, result, code: null };
    const code = codes.find((one) => expected.includes(one));
    if (code !== undefined) return { status, result: null, code };
    if (codes.includes(unverifiedEmail)) throw new SetUpFailed("emailUnverified");
    // A page of its firewall, before the API has seen the token.
    if (status === 403 && !isEnvelope) throw new SetUpFailed("apiBlocked");
    if (codes.some((one) => unknownToken.has(one))) throw new SetUpFailed("tokenWrong");
    if (status === 403 || codes.some((one) => missingRight.has(one))) {
      throw new SetUpFailed("tokenRights", { right });
    }
    if (status === 401) throw new SetUpFailed("tokenWrong");
    if (status === 404) return { status, result: null, code: null };
    const said = errors.map(({ message }) => message).join("; ");
    throw new SetUpFailed("apiRefused", {
      status,
      said: cleaned(said).replaceAll(token, "…"),
      call: `${method} ${path}`,
    });
  };
}

/** What the other side said, as it may be shown and logged. */
export function cleaned(said: string): string {
  return said.replace(/\p{Cc}+/gu, " ").slice(0, longest);
}

interface Envelope {
  readonly result: unknown;
  readonly errors: readonly { readonly code: number; readonly message: string }[];
  readonly isSuccess: boolean;
  /** Else it's a page. */
  readonly isEnvelope: boolean;
}

function envelopeIn(text: string): Envelope {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  const { result = null, errors, success } = fieldsOf(value);
  const said = Array.isArray(errors) ? errors.map(fieldsOf) : [];
  return {
    result,
    errors: said.map(({ code, message }) => ({ code: Number(code), message: String(message) })),
    isSuccess: success === true,
    isEnvelope: typeof success === "boolean",
  };
}

/** The fields of what may be anything. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
