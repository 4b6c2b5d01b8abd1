import type { FollowLink } from "../features/publicAddress/publicProof.ts";
import { reachProblem } from "./askDomain.ts";
import type { App } from "../common/context.ts";

/** What goes along, so that the service, or its mirror, knows its own visit and counts nothing. */
const proofHeader = "waypost-proof";
/** A proxy in front may send http to https first. */
const mostHops = 3;

/** Follows a short address as far as the service's own answer, which it never follows. */
export function createFollowLink(
  app: Pick<App, "fetch" | "proofs" | "listensAt" | "askMirror">,
): FollowLink {
  async function ask(url: string, proof: string, hops: number): ReturnType<FollowLink> {
    const { page, failure } = await app.fetch({
      url,
      method: "HEAD",
      maxBytes: 0,
      headers: { [proofHeader]: proof },
      allowOwn: app.listensAt,
    });
    if (page !== undefined) return { problem: null, status: page.status, location: null };
    if (failure.kind !== "status") return { problem: reachProblem(url, failure) };
    const { status, location = null } = failure;
    if (location !== null && hops > 0 && isSamePlace(url, location)) {
      return ask(new URL(location, url).href, proof, hops - 1);
    }
    return { problem: null, status, location };
  }

  return async (address) => {
    const question = app.proofs.begin(new URL(address).host);
    const { nonce } = question;
    try {
      const mirror = await app.askMirror(nonce);
      return await ask(address, mirror === null ? nonce : `${nonce}.${mirror.signature}`, mostHops);
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
