import { createHmac, randomBytes, randomInt } from "node:crypto";
import type { App } from "../../../common/context.ts";
import { Busy, Conflict, NotFound } from "../../../common/problems.ts";
import { createSlidingWindow } from "../../../common/slidingWindow.ts";
import { sameSecret } from "../../../passwords/hashing.ts";

/** Milliseconds that an extension waits for its owner, and then has to fetch its key. */
const patience = 2 * 60_000;
/** Milliseconds in which an extension may ask three times. */
const hour = 3_600_000;
const mostAnHour = 3;
/** More than anybody looks through. */
const mostAtOnce = 10;

/** An extension that asks to be paired. */
export interface AskedPairing {
  readonly id: number;
  readonly name: string;
  readonly origin: string;
  /** Six digits, which both sides show. */
  readonly code: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

interface Asked extends AskedPairing {
  /** Only the asker has it. */
  readonly secret: string;
  readonly isAccepted: boolean;
}

/** Pairing of browser extensions. What is asked is kept in memory: after a restart, they ask again. */
export interface Pairings {
  /** Those that wait for their owner. */
  all(): readonly AskedPairing[];
  /** Throws {@link Conflict} where the origin waits already, {@link Busy} where it asks too often. */
  ask(origin: string, name: string): AskedPairing & { readonly secret: string };
  /** Throws {@link NotFound}, like those below. */
  accept(id: number): void;
  drop(id: number): void;
  /** Answers the key, once; null: the owner hasn't decided yet. */
  fetchKey(origin: string, secret: string): Promise<string | null>;
  /**
   * Proves to a paired extension that this server knows the hash of its key, before the key is sent.
   * HMAC-SHA-256 of the nonce and the host, as hexadecimal digits; its key is the hash as stored.
   */
  prove(origin: string, nonce: string, host: string): string;
}

export function createPairings({ clock, apiKeys }: Pick<App, "clock" | "apiKeys">): Pairings {
  let asked: readonly Asked[] = [];
  let next = 1;
  const tries = createSlidingWindow({ clock, most: mostAnHour, time: hour });

  function pending(): readonly Asked[] {
    const now = clock();
    return (asked = asked.filter(({ endsAt }) => endsAt > now));
  }

  function waiting(id: number): Asked {
    const one = pending().find((each) => each.id === id && !each.isAccepted);
    if (one === undefined) throw new NotFound("Pairing does not exist or is over.");
    return one;
  }

  const without = ({ id }: Asked) => asked.filter((one) => one.id !== id);

  /** Names of keys are told apart. */
  function freeName(name: string): string {
    const taken = new Set(apiKeys.all().map(({ record }) => record.name.toLowerCase()));
    let free = name;
    for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = `${name} ${n}`;
    return free;
  }

  return {
    all: () => pending().filter(({ isAccepted }) => !isAccepted),
    ask(origin, name) {
      if (pending().some((one) => one.origin === origin)) {
        throw new Conflict(
          "inUse",
          "The extension is already waiting. Accept or reject it in Waypost.",
        );
      }
      if (asked.length >= mostAtOnce) {
        throw new Busy("Too many extensions are waiting. Try again later.", patience / 1_000);
      }
      const attempt = tries.begin(origin);
      if (!attempt.mayGoOn) {
        throw new Busy("The extension asked too often. Try again later.", attempt.retryAfter);
      }
      const one: Asked = {
        id: next,
        name,
        origin,
        code: String(randomInt(1_000_000)).padStart(6, "0"),
        endsAt: clock() + patience,
        secret: randomBytes(32).toString("base64url"),
        isAccepted: false,
      };
      next += 1;
      asked = [...asked, one];
      return one;
    },
    accept(id) {
      const one = waiting(id);
      asked = [...without(one), { ...one, isAccepted: true, endsAt: clock() + patience }];
    },
    drop(id) {
      asked = without(waiting(id));
    },
    async fetchKey(origin, secret) {
      const one = pending().find((each) => each.origin === origin);
      if (one === undefined || !sameSecret(secret, one.secret)) {
        throw new NotFound("Pairing does not exist or is over.");
      }
      if (!one.isAccepted) return null;
      // Before anything is awaited: a second question finds nothing.
      asked = without(one);
      // An extension that is paired once more has lost its key.
      for (const { record } of apiKeys.all()) {
        if (record.origin === origin) await apiKeys.remove(record.id);
      }
      const { key } = await apiKeys.add({ name: freeName(one.name), scope: "capture", origin });
      return key;
    },
    prove(origin, nonce, host) {
      const known = apiKeys.working("capture").find((record) => record.origin === origin);
      if (known === undefined) throw new NotFound("Extension is not paired.");
      return createHmac("sha256", known.hash).update(`${nonce}\n${host}`).digest("hex");
    },
  };
}
