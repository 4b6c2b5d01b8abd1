import { setTimeout } from "node:timers/promises";
import { Busy } from "../common/problems.ts";
import {
  hashPassword,
  isWeaklyHashed,
  sameSecret,
  type Urgency,
  verifyPassword,
} from "./hashing.ts";
import { createSignedTokens } from "./signedTokens.ts";
import { createSlidingWindow } from "../common/slidingWindow.ts";
import type { SecurityLog } from "../common/securityLog.ts";
import type { Store } from "../store/store.ts";
import { createPasswordThrottle, type Attempt } from "./passwordThrottle.ts";
import { networkOf } from "../common/plainAddress.ts";

/** What of a link its password concerns; `password` is the stored hash. */
interface Protected {
  readonly id: number;
  readonly password?: string | undefined;
}

export type PasswordAnswer =
  | {
      readonly kind: "right";
      /** The stored hash, which may be another one now. */
      readonly hash: string;
    }
  | { readonly kind: "wrong" }
  | { readonly kind: "later"; /** Seconds. */ readonly retryAfter: number };

export interface LinkPasswords {
  /** What a browser keeps of a right password: good for this link for some hours, as long as the password stays. */
  tokenOf(link: Protected): string;
  /** Whether one of the tokens that a browser sent opens the link. */
  isOpenedBy(tokens: readonly string[], link: Protected): boolean;
  /**
   * Whether the password is the link's. Tries are counted before they are hashed: by the visitor's
   * network over all links, and by link, whoever makes them.
   */
  tryPassword(link: Protected, password: string, address: string | null): Promise<PasswordAnswer>;
}

/** Wrong passwords that one network may give within the time, over all links; milliseconds. */
const mostTries = 10;
const triesTime = 10 * 60_000;
/** A right password opens its link for this long; milliseconds. */
const unlockedTime = 12 * 60 * 60_000;
/** Longer ones can't have been set. */
const longestPassword = 128;
/** Seconds after which a try that found too many others being hashed has a chance. */
const retryWhenBusy = 2;

type Begun = (Attempt & { readonly urgency: Urgency }) | { readonly retryAfter: number };

/** Where visitors can't be told apart, the link's own spacing alone holds them up. */
const anybody = { mayGoOn: true, hasTried: false, giveBack() {} } as const;

export function createLinkPasswords(options: {
  cookieKey: string;
  /** Milliseconds since 1970. */
  clock: () => number;
  wait?: ((milliseconds: number) => Promise<void>) | undefined;
  /** Where hashes that cost too little are replaced; absent: they stay. */
  store?: Pick<Store, "links" | "commit"> | undefined;
  securityLog?: Pick<SecurityLog, "refused"> | undefined;
}): LinkPasswords {
  const { clock, wait = (milliseconds) => setTimeout(milliseconds), securityLog, store } = options;
  const signed = createSignedTokens(options);
  const tries = createSlidingWindow({ clock, most: mostTries, time: triesTime });
  const throttle = createPasswordThrottle({ clock, wait });

  /** Counted; only a wrong one stays counted. */
  async function begin(link: number, address: string | null): Promise<Begun> {
    const network = address === null ? null : networkOf(address);
    const own = network === null ? anybody : tries.begin(network);
    if (!own.mayGoOn) return { retryAfter: own.retryAfter };
    const trier = { network, hasTried: own.hasTried };
    const turn = await throttle.take(link, trier);
    if (turn === null) {
      own.giveBack();
      return { retryAfter: throttle.retryAfter(link, trier) };
    }
    return {
      urgency: network !== null && !own.hasTried ? "first" : "later",
      end(was) {
        turn.end(was);
        if (was !== "wrong") own.giveBack();
      },
    };
  }

  const subjectOf = ({ id, password = "" }: Protected) => `${id}\n${password}`;

  /**
   * By link and the hash that is replaced, so that visitors who come at once wait for one hash; who typed a former
   * password waits for no hash of the new one.
   */
  const strengthening = new Map<string, Promise<string>>();

  async function strengthen(id: number, password: string, former: string): Promise<string> {
    const present = store?.links.get(id)?.password ?? former;
    // A visitor who came with this one was served first, or the owner has set another since.
    if (!sameSecret(present, former)) {
      return (await verifyPassword(password, present, { link: id })) ? present : former;
    }
    const hash = await hashPassword(password);
    const link = store?.links.get(id);
    if (link?.password === undefined || !sameSecret(link.password, former)) return former;
    await store?.commit([{ put: "links", record: { ...link, password: hash } }], {
      isLearned: true,
    });
    return hash;
  }

  /** Passwords that came into the document by the thousand have cheap hashes until they are used. */
  async function strongHash(id: number, password: string, hash: string): Promise<string> {
    if (store === undefined || !isWeaklyHashed(hash)) return hash;
    const key = subjectOf({ id, password: hash });
    const hashing =
      strengthening.get(key) ??
      strengthen(id, password, hash).finally(() => void strengthening.delete(key));
    strengthening.set(key, hashing);
    // A full disk keeps nobody out.
    return hashing.catch(() => hash);
  }

  async function answerTo(
    link: Protected,
    password: string,
    address: string | null,
  ): Promise<PasswordAnswer> {
    const begun = await begin(link.id, address);
    if ("retryAfter" in begun) return { kind: "later", retryAfter: begun.retryAfter };
    try {
      const { id, password: hash } = link;
      const isRight =
        hash !== undefined &&
        password !== "" &&
        password.length <= longestPassword &&
        (await verifyPassword(password, hash, { link: id, urgency: begun.urgency }));
      begun.end(isRight ? "right" : "wrong");
      return isRight ? { kind: "right", hash } : { kind: "wrong" };
    } catch (error) {
      // Nothing was learned by it.
      begun.end("unknown");
      if (error instanceof Busy) return { kind: "later", retryAfter: retryWhenBusy };
      throw error;
    }
  }

  return {
    tokenOf: (link) => signed.make(subjectOf(link), unlockedTime),
    isOpenedBy: (tokens, link) =>
      link.password !== undefined && tokens.some((token) => signed.isValid(token, subjectOf(link))),
    async tryPassword(link, password, address) {
      const answer = await answerTo(link, password, address);
      if (answer.kind === "wrong") securityLog?.refused("linkPassword");
      if (answer.kind === "later") securityLog?.refused("linkPasswordLater");
      if (answer.kind !== "right") return answer;
      return { kind: "right", hash: await strongHash(link.id, password, answer.hash) };
    },
  };
}
