import { SetUpFailed } from "../model.ts";

/** What a call needs, as Cloudflare's page of tokens calls it. */
export type Right =
  | "Account: Workers Scripts, Edit"
  | "Account: D1, Edit"
  | "Zone: Workers Routes, Edit";

export interface CloudflareCall {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `/client/v4`. */
  readonly path: string;
  readonly right: Right;
  readonly json?: object;
  readonly form?: FormData;
}

/** An answer of the API: what was asked for, or why not. */
export interface CloudflareAnswer {
  readonly status: number;
  /** Null where it failed. */
  readonly result: unknown;
}

export interface RequestOptions {
  /** `https://api.cloudflare.com/client/v4` */
  readonly base: string;
  readonly token: string;
  /** Milliseconds that an answer may take. */
  readonly patience?: number;
  readonly fetch?: typeof fetch;
}

/** Characters of what Cloudflare says. */
const longest = 300;

/** Of a token that isn't known, has another form or is over. */
const unknownToken = new Set([1000, 6003, 6111, 9107, 9109]);
/** Of a token that is known and may not. */
const missingRight = new Set([9106, 10_000, 10_001, 10_023]);

/**
 * Asks Cloudflare's API. Answers what came, a 404 too; whatever nobody can go on with rejects with
 * {@link SetUpFailed}. The token stands in the header of the request and nowhere else.
 */
export function createRequest(options: RequestOptions) {
  const { base, token, patience = 60_000, fetch: send = fetch } = options;

  return async ({ method, path, right, json, form }: CloudflareCall): Promise<CloudflareAnswer> => {
    // What no header takes would be said by whoever refuses it, the token included.
    if (!/^[\x21-\x7e]+$/.test(token)) throw new SetUpFailed("tokenWrong");
    const body = json === undefined ? (form ?? null) : JSON.stringify(json);
    let status = 0;
    let text = "";
    let retryAfter = "";
    try {
      const response = await send(base + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(json !== undefined && { "content-type": "application/json" }),
        },
        body,
        redirect: "error",
        signal: AbortSignal.timeout(patience),
      });
      status = response.status;
      retryAfter = response.headers.get("retry-after") ?? "";
      text = await response.text();
    } catch {
      throw new SetUpFailed("apiUnreachable", { address: new URL(base).host });
    }
    const { result, errors, isSuccess } = envelopeIn(text);
    const codes = errors.map(({ code }) => code);
    if (status === 429) {
      throw new SetUpFailed("apiBusy", { seconds: Number(retryAfter) || 300 });
    }
    if (isSuccess && status < 300) return { status, result };
    if (codes.some((code) => unknownToken.has(code))) throw new SetUpFailed("tokenWrong");
    if (status === 403 || codes.some((code) => missingRight.has(code))) {
      throw new SetUpFailed("tokenRights", { right });
    }
    if (status === 401) throw new SetUpFailed("tokenWrong");
    if (status === 404) return { status, result: null };
    const said = errors.map(({ message }) => message).join("; ");
    throw new SetUpFailed("apiRefused", {
      status,
      said: cleaned(said).replaceAll(token, "…"),
      call: `${method} ${path}`,
    });
  };
}

function cleaned(said: string): string {
  return said.replace(/\p{Cc}+/gu, " ").slice(0, longest);
}

interface Envelope {
  readonly result: unknown;
  readonly errors: readonly { readonly code: number; readonly message: string }[];
  readonly isSuccess: boolean;
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
  };
}

/** The fields of what may be anything. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
