import { type Connection, readConnection } from "./connection.ts";

/** Why something wasn't done: Waypost doesn't run, the key isn't taken, or what it said. */
export type Trouble = "asleep" | "unpaired" | "refused";

export class CallFailed extends Error {
  override readonly name = "CallFailed";
  readonly trouble: Trouble;
  readonly status: number;
  constructor(trouble: Trouble, status: number, message: string) {
    super(message);
    this.trouble = trouble;
    this.status = status;
  }
}

/** A link as it is asked for. */
export interface Draft {
  readonly url: string;
  readonly name?: string;
  readonly custom?: string;
  /** Takes a link that is there already. */
  readonly reuse?: boolean;
}

export interface ShortLink {
  readonly shorturl: string;
  readonly longurl: string;
}

export type AliasState = "free" | "taken" | "reserved";

type Answer = Readonly<Record<string, unknown>>;

/** Milliseconds. */
const patience = 10_000;
/** More links to one page than anybody makes. */
const mostFound = 50;
/** Characters of a search. */
const longestSearch = 200;

function isRecord(value: unknown): value is Answer {
  return typeof value === "object" && value !== null;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function ask(port: number, path: string, sent: Sent): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...sent,
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
      signal: AbortSignal.timeout(patience),
    });
  } catch {
    throw new CallFailed("asleep", 0, "");
  }
  const body: unknown = await response.json().catch(() => null);
  const answer = isRecord(body) ? body : {};
  if (response.ok) return answer;
  const message = typeof answer["message"] === "string" ? answer["message"] : "";
  // Its owner revoked the key, or switched extensions off.
  throw new CallFailed(response.status === 401 ? "unpaired" : "refused", response.status, message);
}

function sentAs(body: object): Sent {
  const headers = { "Content-Type": "application/json" };
  return { method: "POST", headers, body: JSON.stringify(body) };
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Another program may listen at the port while Waypost doesn't run. The key is sent only to a server
 * that knows its hash, at this very port.
 */
async function expectWaypost(port: number, key: string): Promise<void> {
  const bytes = new TextEncoder();
  const nonce = hexOf(crypto.getRandomValues(new Uint8Array(16)));
  const answer = await ask(port, "/pair", sentAs({ nonce })).catch((error: unknown) => {
    // The key was revoked, or extensions are switched off.
    if (error instanceof CallFailed && error.status === 404) {
      throw new CallFailed("unpaired", 404, "");
    }
    throw error;
  });
  const hash = hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes.encode(key))));
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const signing = await crypto.subtle.importKey("raw", bytes.encode(hash), algorithm, false, [
    "sign",
  ]);
  const signed = await crypto.subtle.sign(
    "HMAC",
    signing,
    bytes.encode(`${nonce}\n127.0.0.1:${port}`),
  );
  if (answer["proof"] !== hexOf(new Uint8Array(signed))) throw new CallFailed("asleep", 0, "");
}

async function call(path: string, sent: Sent = {}): Promise<Answer> {
  const { port, key } = await readConnection();
  if (key === null) throw new CallFailed("unpaired", 401, "");
  await expectWaypost(port, key);
  const headers = { ...sent.headers, Authorization: `Bearer ${key}` };
  return ask(port, path, { ...sent, headers });
}

export async function addLink(draft: Draft): Promise<ShortLink> {
  const { shorturl } = await call("/api/url/add", sentAs(draft));
  return { shorturl: String(shorturl), longurl: draft.url };
}

export async function checkAlias(alias: string): Promise<AliasState | null> {
  const { alias: found } = await call(`/api/alias?${new URLSearchParams({ alias })}`);
  const state = isRecord(found) ? found["state"] : null;
  return state === "free" || state === "taken" || state === "reserved" ? state : null;
}

/** The newest short link of a page. */
export async function findLink(url: string): Promise<ShortLink | null> {
  const query = new URLSearchParams({ q: url.slice(0, longestSearch), limit: String(mostFound) });
  const { data } = await call(`/api/urls?${query}`);
  const urls = isRecord(data) && Array.isArray(data["urls"]) ? data["urls"].filter(isRecord) : [];
  const found = urls.find(({ longurl }) => longurl === url);
  return found === undefined ? null : { shorturl: String(found["shorturl"]), longurl: url };
}

/** What is shown while the owner compares codes; the secret fetches the key. */
export interface Asked {
  readonly secret: string;
  readonly code: string;
}

export async function askPairing({ port }: Pick<Connection, "port">, name: string): Promise<Asked> {
  const { secret, code } = await ask(port, "/pair", sentAs({ name }));
  return { secret: String(secret), code: String(code) };
}

/** Null: the owner hasn't decided yet. */
export async function fetchKey(
  { port }: Pick<Connection, "port">,
  secret: string,
): Promise<string | null> {
  const { key } = await ask(port, "/pair", sentAs({ secret }));
  return typeof key === "string" ? key : null;
}
