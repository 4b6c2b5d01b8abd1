import type { Domain } from "./domains.ts";
import type { AskReach, ReachProblem } from "./reach.ts";

/** What came of asking a domain who answers there. */
export interface DomainCheck {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Numeric addresses that its name leads to; empty: there is no such name. */
  readonly addresses: readonly string[];
  /** Whether the answer came without leaving this computer, which proves nothing to others. */
  readonly isInside: boolean;
  /** Null: this very service answered. */
  readonly problem: ReachProblem | null;
}

export interface DomainChecks {
  /** The last one since the start; null: none. */
  of(domain: number): DomainCheck | null;
  /** Asks now. Whoever asks meanwhile waits for the same answer. */
  check(domain: Domain): Promise<DomainCheck>;
}

/** As many addresses as anybody reads. */
const mostAddresses = 8;

export function createDomainChecks(options: {
  ask: AskReach;
  /** Rejects where there is no such name. */
  resolve: (name: string) => Promise<readonly string[]>;
  clock: () => number;
}): DomainChecks {
  const { ask, resolve, clock } = options;
  const last = new Map<number, DomainCheck>();
  const running = new Map<number, Promise<DomainCheck>>();

  async function askOnce({ id, domain }: Domain): Promise<DomainCheck> {
    const name = new URL(domain).hostname.replace(/^\[(.*)\]$/, "$1");
    const [answer, addresses] = await Promise.all([
      ask(domain),
      resolve(name).catch((): readonly string[] => []),
    ]);
    const { problem } = answer;
    const made = {
      at: clock(),
      addresses: addresses.slice(0, mostAddresses),
      isInside: answer.problem === null && answer.isInside,
      problem,
    };
    last.set(id, made);
    return made;
  }

  return {
    of: (domain) => last.get(domain) ?? null,
    async check(domain) {
      const asked = running.get(domain.id) ?? askOnce(domain);
      running.set(domain.id, asked);
      return await asked.finally(() => running.delete(domain.id));
    },
  };
}
