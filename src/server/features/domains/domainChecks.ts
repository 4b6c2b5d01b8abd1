import type { Domain } from "./service.ts";
import type { ReachAnswer, ReachProblem } from "../publicAddress/publicAddressMonitor.ts";
import { webAddress } from "../../resolve/webAddress.ts";
import type { App } from "../../common/context.ts";
import { errorText } from "../../../util/errorText.ts";

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
  /** Asks in the background, one after the other, where the last answer is old. */
  look(domains: readonly Domain[]): void;
}

/** Milliseconds that an answer is good for. */
const goodFor = 5 * 60_000;

/** As many addresses as anybody reads. */
const mostAddresses = 8;

/** Of a domain in a document that someone else has written. */
function noUrl(domain: string): ReachAnswer {
  const message = `${domain} isn't a full URL that starts with http:// or https://.`;
  return { problem: { code: "other", message, status: null } };
}

export function createDomainChecks(
  app: Pick<App, "askReach" | "resolve" | "settings" | "clock" | "log">,
): DomainChecks {
  const { askReach: ask, resolve, settings, clock, log } = app;
  let isLooking = false;
  const last = new Map<number, DomainCheck>();
  const running = new Map<number, Promise<DomainCheck>>();

  async function askOnce({ id, domain }: Domain): Promise<DomainCheck> {
    const base = webAddress(domain);
    const name = base === null ? null : new URL(base).hostname.replace(/^\[(.*)\]$/, "$1");
    const [answer, addresses] = await Promise.all([
      name === null ? noUrl(domain) : ask(domain),
      name === null ? [] : resolve(name).catch((): readonly string[] => []),
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

  async function check(domain: Domain): Promise<DomainCheck> {
    const pendingCheck = running.get(domain.id) ?? askOnce(domain);
    running.set(domain.id, pendingCheck);
    return await pendingCheck.finally(() => running.delete(domain.id));
  }

  const isOld = ({ id }: Domain) => clock() - (last.get(id)?.at ?? -Infinity) > goodFor;

  async function lookAt(domains: readonly Domain[]): Promise<void> {
    isLooking = true;
    try {
      for (const domain of domains.filter(isOld)) await check(domain);
    } catch (error) {
      log(`The domains couldn't be verified: ${errorText(error)}`);
    } finally {
      isLooking = false;
    }
  }

  return {
    check,
    look(domains) {
      if (settings.get("verifyDomains") && !isLooking) void lookAt(domains);
    },
    of: (domain) => last.get(domain) ?? null,
  };
}
