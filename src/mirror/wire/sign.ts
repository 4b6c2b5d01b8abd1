/** What a signature stands for. */
export interface Signed {
  readonly method: string;
  readonly path: string;
  /** Milliseconds since 1970, of whoever signs. */
  readonly time: number;
  /** Of the body; see {@link bodyHash}. */
  readonly hash: string;
}

/** Milliseconds that a signature's time may be off, either way. */
export const mostSkew = 60_000;

const text = new TextEncoder();

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether a text can be a signature at all: 64 hex digits. */
export function isSignature(sent: string): boolean {
  return /^[0-9a-f]{64}$/.test(sent);
}

function bytesOf(hexText: string): Uint8Array<ArrayBuffer> | null {
  if (!isSignature(hexText)) return null;
  return Uint8Array.from({ length: 32 }, (_, at) =>
    parseInt(hexText.slice(at * 2, at * 2 + 2), 16),
  );
}

function keyOf(secret: string): Promise<CryptoKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", text.encode(secret), algorithm, false, ["sign", "verify"]);
}

async function mac(secret: string, message: string): Promise<string> {
  return hex(await crypto.subtle.sign("HMAC", await keyOf(secret), text.encode(message)));
}

/** In constant time. */
async function isMac(secret: string, message: string, signature: string): Promise<boolean> {
  const bytes = bytesOf(signature);
  if (bytes === null) return false;
  return crypto.subtle.verify("HMAC", await keyOf(secret), bytes, text.encode(message));
}

/** Hex, of SHA-256. */
export async function bodyHash(body: string): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", text.encode(body)));
}

function messageOf({ method, path, time, hash }: Signed): string {
  return `${method}\n${path}\n${time}\n${hash}`;
}

/** Hex. */
export function sign(secret: string, signed: Signed): Promise<string> {
  return mac(secret, messageOf(signed));
}

export function isSigned(secret: string, signed: Signed, signature: string): Promise<boolean> {
  return isMac(secret, messageOf(signed), signature);
}

/** What the signature of an answer stands for. */
export interface Reply {
  /** Of the call. */
  readonly signature: string;
  readonly nonce: string;
  readonly status: number;
  /** Of the answer's body. */
  readonly hash: string;
}

function replyOf({ signature, nonce, status, hash }: Reply): string {
  return `reply\n${signature}\n${nonce}\n${status}\n${hash}`;
}

/** Hex. */
export function signReply(secret: string, reply: Reply): Promise<string> {
  return mac(secret, replyOf(reply));
}

export function isReply(secret: string, reply: Reply, signature: string): Promise<boolean> {
  return isMac(secret, replyOf(reply), signature);
}

/** Home asks an address who answers there: this comes with its nonce, so that the edge answers nobody else. */
export function signQuestion(secret: string, nonce: string): Promise<string> {
  return mac(secret, `question\n${nonce}`);
}

export function isQuestion(secret: string, nonce: string, signature: string): Promise<boolean> {
  return isMac(secret, `question\n${nonce}`, signature);
}

/** What the edge answers then; only it and home can know. */
export function answerQuestion(secret: string, nonce: string): Promise<string> {
  return mac(secret, `answer\n${nonce}`);
}
