import { isIP } from "node:net";
import { isPlain, resolve as decide } from "../../resolve/resolve.ts";
import { prepareLink } from "../../resolve/prepareLink.ts";
import type { LinkRecord } from "../../store/records.ts";
import type { ReachProblem } from "./publicAddressMonitor.ts";
import { aliasProblem } from "../links/aliases.ts";
import type { App } from "../../common/context.ts";

export type ProofFailure = "noName" | "elsewhere" | ReachProblem["code"];
export type ProofSkip = "local" | "paused" | "before" | "noLink";

/** One thing that is tried from outside. */
export interface ProofStep {
  readonly step: "name" | "nonce" | "redirect";
  readonly outcome: "waiting" | "ok" | "failed" | "skipped";
  readonly code: ProofFailure | ProofSkip | null;
  /** For whoever reads no codes. */
  readonly message: string | null;
  /** Numeric ones that the name leads to. */
  readonly addresses: readonly string[];
  /** The answer came without leaving this computer. */
  readonly isInside: boolean;
  readonly status: number | null;
  /** The short address that was followed, where that led, and where it should have. */
  readonly link: string | null;
  readonly location: string | null;
  readonly expected: string | null;
}

/** Follows a short address once. Never rejects. */
export type FollowLink = (address: string) => Promise<Followed>;
export type Followed =
  | { readonly problem: null; readonly status: number; readonly location: string | null }
  | { readonly problem: ReachProblem };

/** Tries an address from outside, and tells after each step how far it is. Never rejects. */
export type Prove = (
  base: string,
  options: { readonly isDark: boolean; readonly onProgress: (steps: readonly ProofStep[]) => void },
) => Promise<readonly ProofStep[]>;

const blank = {
  outcome: "waiting",
  code: null,
  message: null,
  addresses: [],
  isInside: false,
  status: null,
  link: null,
  location: null,
  expected: null,
} as const;

export const untriedSteps: readonly ProofStep[] = [
  { step: "name", ...blank },
  { step: "nonce", ...blank },
  { step: "redirect", ...blank },
];

/** As many addresses as anybody reads. */
const mostAddresses = 8;

const skipped = (code: ProofSkip, message: string) =>
  ({ outcome: "skipped", code, message }) as const;
const afterFailure = skipped("before", "An earlier step failed.");

export function createProve(
  app: Pick<App, "resolve" | "askReach" | "plainLink">,
  follow: FollowLink,
): Prove {
  async function name(base: string): Promise<Partial<ProofStep>> {
    const host = new URL(base).hostname.replace(/^\[(.*)\]$/, "$1");
    const found = isIP(host) === 0 ? await app.resolve(host).catch(() => []) : [host];
    if (found.length > 0) return { outcome: "ok", addresses: found.slice(0, mostAddresses) };
    return { outcome: "failed", code: "noName", message: `The hostname ${host} doesn't exist.` };
  }

  async function nonce(base: string): Promise<Partial<ProofStep>> {
    const answer = await app.askReach(base);
    if (answer.problem === null) return { outcome: "ok", isInside: answer.isInside };
    const { code, message, status } = answer.problem;
    return { outcome: "failed", code, message, status };
  }

  async function redirect(base: string): Promise<Partial<ProofStep>> {
    const plain = app.plainLink();
    if (plain === null) {
      return skipped("noLink", "There is no link yet that redirects all visitors directly.");
    }
    const { alias, to: expected } = plain;
    const link = `${base}/${encodeURIComponent(alias)}`;
    const followed = await follow(link);
    if (followed.problem !== null) {
      return { outcome: "failed", ...followed.problem, link, expected };
    }
    const { status, location } = followed;
    const about = { status, link, location, expected };
    if (location === expected) return { outcome: "ok", ...about, status: null };
    return location === null
      ? {
          outcome: "failed",
          code: "status",
          message: `${link} responded with status ${status} and didn't redirect.`,
          ...about,
        }
      : {
          outcome: "failed",
          code: "elsewhere",
          message: `${link} redirected to ${location} instead of ${expected}.`,
          ...about,
        };
  }

  return async (base, { isDark, onProgress }) => {
    let steps = untriedSteps;
    let isFailed = false;
    for (const [place, take] of [name, nonce, redirect].entries()) {
      const isLast = take === redirect;
      const done: Partial<ProofStep> = isFailed
        ? afterFailure
        : isLast && isDark
          ? skipped("paused", "Public access is paused.")
          : await take(base);
      isFailed ||= done.outcome === "failed";
      steps = steps.map((step, at) => (at === place ? { ...step, ...done } : step));
      onProgress(steps);
    }
    return steps;
  };
}

/** A link that redirects everybody to one place. */
export interface PlainLink {
  readonly alias: string;
  /** As `Location` has it. */
  readonly to: string;
}

/** Newer links are looked at first, and no more of them than this. */
const mostLinks = 1_000;
const linksAtOnce = 100;

/** The newest link on the service's own address that leads everybody to one place, by a mere redirect. */
export function createPlainLink(
  app: Pick<App, "store" | "ownAddresses" | "clock">,
): () => PlainLink | null {
  const anybody = {
    languages: [],
    country: null,
    device: null,
    deviceGroup: null,
    isPreview: false,
    isUnlocked: false,
  } as const;

  return () => {
    for (let offset = 0; offset < mostLinks; offset += linksAtOnce) {
      const page = app.store.links.newest(offset, linksAtOnce);
      for (const record of page) {
        const { id, alias, domain } = record;
        if (domain !== undefined || !isSameForAll(record)) continue;
        if (app.store.links.byAlias(alias, undefined)?.id !== id) continue;
        // As a document from elsewhere may have it: no visitor could open it.
        if (aliasProblem(alias) !== null) continue;
        // Not as visits have it, who keep it: most of these are never visited.
        const decision = decide(prepareLink(record), { ...anybody, now: app.clock() });
        if (isPlain(decision) && !app.ownAddresses.leadsBack(decision.to)) {
          return { alias, to: decision.to };
        }
      }
      if (page.length < linksAtOnce) return null;
    }
    return null;
  };
}

/** As far as that is seen without reading an address. */
function isSameForAll(link: LinkRecord): boolean {
  const { languages, countries, devices, deepLink, password, rules, split } = link;
  const { startsAt, afterUrl, maxClicks } = link;
  const targets = [languages, countries, devices, deepLink, rules, split];
  return [...targets, password, startsAt, afterUrl, maxClicks].every((one) => one === undefined);
}
