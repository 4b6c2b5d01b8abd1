import type { FollowLink } from "../publicProof.ts";
import { reachProblem } from "./askDomain.ts";
import type { DomainProofs } from "./domainProofs.ts";
import type { GuardedFetch } from "./guardedFetch.ts";

/** What goes along, so that the service knows its own visit and counts nothing. */
const proofHeader = "waypost-proof";
/** A proxy in front may send http to https first. */
const mostHops = 3;

/** Follows a short address as far as the service's own answer, which it never follows. */
export function createFollowLink(parts: {
  readonly fetch: GuardedFetch;
  readonly proofs: Pick<DomainProofs, "begin">;
  readonly listensAt: (address: string, port: number) => boolean;
}): FollowLink {
  async function ask(url: string, nonce: string, hops: number): ReturnType<FollowLink> {
    const { page, failure } = await parts.fetch({
      url,
      method: "HEAD",
      maxBytes: 0,
      headers: { [proofHeader]: nonce },
      allowOwn: parts.listensAt,
    });
    if (page !== undefined) return { problem: null, status: page.status, location: null };
    if (failure.kind !== "status") return { problem: reachProblem(url, failure) };
    const { status, location = null } = failure;
    if (location !== null && hops > 0 && isSamePlace(url, location)) {
      return ask(new URL(location, url).href, nonce, hops - 1);
    }
    return { problem: null, status, location };
  }

  return async (address) => {
    const question = parts.proofs.begin(new URL(address).host);
    try {
      return await ask(address, question.nonce, mostHops);
    } finally {
      question.end();
    }
  };
}

function isSamePlace(url: string, location: string): boolean {
  if (!URL.canParse(location, url)) return false;
  const [from, to] = [new URL(url), new URL(location, url)];
  return from.hostname === to.hostname && from.pathname === to.pathname && from.href !== to.href;
}
