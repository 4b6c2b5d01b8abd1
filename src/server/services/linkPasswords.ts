import { createHmac } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { Busy } from "./problems.ts";
import { sameSecret, verifyPassword } from "./secrets.ts";
import { createTries } from "./tries.ts";
import { createTurns } from "./turns.ts";
import { networkOf } from "./networks.ts";

/** What of a link its password concerns; `password` is the stored hash. */
interface Protected {
  readonly id: number;
  readonly password?: string | undefined;
}

export type PasswordAnswer =
  | { readonly kind: "right" }
  | { readonly kind: "wrong" }
  | { readonly kind: "later"; /** Seconds. */ readonly retryAfter: number };

export interface LinkPasswords {
  /** What a browser keeps of a right password: good for this link as long as the password stays. */
  tokenOf(link: Protected): string;
  /** Whether one of the tokens that a browser sent opens the link. */
  isOpenedBy(tokens: readonly string[], link: Protected): boolean;
  /**
   * Whether the password is the link's. Tries are counted by the visitor's address, over all
   * links, before they are hashed; without one they are slowed by link.
   */
  tryPassword(link: Protected, password: string, address: string | null): Promise<PasswordAnswer>;
}

/** Longer ones can't have been set. */
const longestPassword = 128;
/** Seconds after which a try that found too many others being hashed has a chance. */
const retryWhenBusy = 2;

export function createLinkPasswords(options: {
  cookieKey: string;
  /** Milliseconds since 1970. */
  clock: () => number;
  wait?: (milliseconds: number) => Promise<void>;
}): LinkPasswords {
  const { clock, wait = (milliseconds) => setTimeout(milliseconds) } = options;
  const secret = Buffer.from(options.cookieKey, "base64url");
  const tries = createTries({ clock });
  const turns = createTurns({ clock, wait });

  /** Counted; a right one is given back. */
  async function begin(
    link: number,
    address: string | null,
  ): Promise<{ giveBack(): void } | { retryAfter: number }> {
    if (address !== null) {
      const begun = tries.begin(networkOf(address));
      return begun.mayGoOn ? begun : { retryAfter: begun.retryAfter };
    }
    const isMyTurn = await turns.take(link);
    return isMyTurn ? { giveBack: () => turns.giveBack(link) } : { retryAfter: turns.retryAfter };
  }

  function tokenOf({ id, password = "" }: Protected): string {
    return createHmac("sha256", secret).update(`${id}\n${password}`).digest("base64url");
  }

  return {
    tokenOf,
    isOpenedBy(tokens, link) {
      if (tokens.length === 0 || link.password === undefined) return false;
      const token = tokenOf(link);
      return tokens.some((sent) => sameSecret(sent, token));
    },
    async tryPassword(link, password, address) {
      const begun = await begin(link.id, address);
      if ("retryAfter" in begun) return { kind: "later", retryAfter: begun.retryAfter };
      try {
        const isRight =
          link.password !== undefined &&
          password !== "" &&
          password.length <= longestPassword &&
          (await verifyPassword(password, link.password));
        if (!isRight) return { kind: "wrong" };
        begun.giveBack();
        return { kind: "right" };
      } catch (error) {
        // Nothing was learned by it.
        begun.giveBack();
        if (error instanceof Busy) return { kind: "later", retryAfter: retryWhenBusy };
        throw error;
      }
    },
  };
}
