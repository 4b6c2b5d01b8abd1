import { createHash, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { Busy } from "../common/problems.ts";

/** 128 MiB and some 0.3 s per try. The figures are part of each hash, so former ones stay valid. */
const cost = { N: 131_072, r: 8, p: 1 } as const;
/** Hashes of full cost that a start waits for: 20 seconds. More passwords share that time. */
const fullCostAtOnce = 64;
/** What a hash may ask for, as one in a restored backup can name any figures. */
const mostCost = { N: 262_144, r: 16, p: 4 } as const;
const keyBytes = 32;
/**
 * Whose turn to hash comes first on a link: visitors without a wrong try go before guessers, and have
 * places of their own.
 */
export type Urgency = "first" | "later";

/** Passwords of visitors that may wait on a link; hashing for the owner always waits. */
const longestQueue = 8;

/** 32 random bytes, base64url: a renewed API key, and the local caller's. A new folder's has 24. */
export function newApiKey(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * The only comparison of secrets: in constant time, whatever their lengths, because both sides
 * are hashed first.
 */
export function sameSecret(one: string, other: string): boolean {
  const digest = (value: string) => createHash("sha256").update(value).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/** Hashing of one link, or for the owner. */
interface Place {
  readonly waiting: Readonly<Record<Urgency, (() => Promise<void>)[]>>;
  /** The one being hashed now among them. */
  readonly counts: Record<Urgency, number>;
}

/** Those with something to hash, in the order of their turns: a guessed link never delays another for long. */
const places = new Map<number | "owner", Place>();
let isHashing = false;

/** One scrypt at a time: each takes 128 MiB and a thread that file writes need too. */
function inTurn(
  whose: number | "owner",
  urgency: Urgency,
  work: () => Promise<string>,
): Promise<string> {
  const place = places.get(whose) ?? {
    waiting: { first: [], later: [] },
    counts: { first: 0, later: 0 },
  };
  places.set(whose, place);
  const { waiting, counts } = place;
  counts[urgency] += 1;
  return new Promise((resolve, reject) => {
    waiting[urgency].push(() =>
      work()
        .finally(() => {
          counts[urgency] -= 1;
          if (counts.first + counts.later === 0) places.delete(whose);
        })
        .then(resolve, reject),
    );
    if (!isHashing) void hashAll();
  });
}

async function hashAll(): Promise<void> {
  isHashing = true;
  for (let next = takeTurn(); next !== undefined; next = takeTurn()) await next();
  isHashing = false;
}

/** The first of whoever had no turn for longest. */
function takeTurn(): (() => Promise<void>) | undefined {
  for (const [whose, place] of places) {
    const next = place.waiting.first.shift() ?? place.waiting.later.shift();
    if (next === undefined) continue;
    places.delete(whose);
    places.set(whose, place);
    return next;
  }
  return undefined;
}

interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

function isWithin({ N, r, p }: Cost): boolean {
  const isPowerOfTwo = Number.isInteger(Math.log2(N)) && N > 1;
  const areWhole = [r, p].every((figure) => Number.isInteger(figure) && figure > 0);
  return isPowerOfTwo && areWhole && N <= mostCost.N && r <= mostCost.r && p <= mostCost.p;
}

function derive(password: string, salt: Buffer, { N, r, p }: Cost): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { N, r, p, maxmem: 256 * (N + p + 1) * r };
    scrypt(password.normalize("NFC"), salt, keyBytes, options, (error, key) => {
      if (error === null) resolve(key.toString("base64url"));
      else reject(error);
    });
  });
}

/**
 * `scrypt$N$r$p$salt$hash`
 *
 * @param among how many passwords are hashed together: all of them take no longer than a few do
 */
export async function hashPassword(password: string, among = 1): Promise<string> {
  const share = Math.log2((cost.N * fullCostAtOnce) / among);
  const { N, r, p } = { ...cost, N: Math.min(cost.N, 2 ** Math.max(1, Math.floor(share))) };
  const salt = randomBytes(16);
  const hash = await inTurn("owner", "first", () => derive(password, salt, { N, r, p }));
  return ["scrypt", N, r, p, salt.toString("base64url"), hash].join("$");
}

/** Whether a stored password cost less than one that is set today. */
export function isWeaklyHashed(stored: string): boolean {
  return Number(stored.split("$")[1]) < cost.N;
}

/**
 * Whether `password` is the one behind `stored`. Throws {@link Busy} when too many are waiting on the link.
 *
 * @param link whose password it is: links take turns
 */
export async function verifyPassword(
  password: string,
  stored: string,
  { link = 0, urgency = "first" }: { readonly link?: number; readonly urgency?: Urgency } = {},
): Promise<boolean> {
  const [scheme, N, r, p, salt, hash] = stored.split("$");
  if (scheme !== "scrypt" || salt === undefined || hash === undefined) return false;
  const figures = { N: Number(N), r: Number(r), p: Number(p) };
  if (!isWithin(figures)) return false;
  if ((places.get(link)?.counts[urgency] ?? 0) >= longestQueue) {
    throw new Busy("Too many attempts at once. Please retry later.");
  }
  const derived = await inTurn(link, urgency, () =>
    derive(password, Buffer.from(salt, "base64url"), figures),
  );
  return sameSecret(derived, hash);
}
