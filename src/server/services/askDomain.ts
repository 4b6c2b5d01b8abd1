import type { AskDomain } from "./domains.ts";
import { type GuardedFetch, instancePath } from "./guardedFetch.ts";

/** Bytes: an instance id is shorter. */
const mostBytes = 64;
/** A proxy in front may send http to https first. */
const mostRedirects = 3;

/** Asks a domain who answers there, within 5 s; its answer must be this service's instance id. */
export function createAskDomain(parts: {
  readonly fetch: GuardedFetch;
  readonly instance: string;
  /** Whether this service listens at a numeric address and port. */
  readonly listensAt: (address: string, port: number) => boolean;
}): AskDomain {
  return async (domain) => {
    const { page } = await parts.fetch({
      url: domain + instancePath,
      maxBytes: mostBytes,
      redirects: mostRedirects,
      allowOwn: parts.listensAt,
    });
    return page?.body.toString().trim() === parts.instance;
  };
}
