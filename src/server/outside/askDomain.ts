import type { AskDomain } from "../features/domains/service.ts";
import type { AskReach, ReachProblem } from "../features/publicAddress/publicAddressMonitor.ts";
import { type FetchFailure, proofPath } from "./guardedFetch.ts";
import { sameSecret } from "../passwords/hashing.ts";
import type { App } from "../common/context.ts";

/** Bytes: a proof is shorter. */
const mostBytes = 80;
/** A proxy in front may send http to https first. */
const mostRedirects = 3;

/** What came back instead of a page. */
function answerOf(failure: FetchFailure): string {
  switch (failure.kind) {
    case "refusedAddress":
      return "its name resolves to a private address that isn't this server's";
    case "timeout":
      return "nothing answered within 5 seconds";
    case "tooLarge":
      return "something other than this server answered";
    case "status":
      return `the response had status ${failure.status}`;
    case "network":
      return "the name doesn't exist, or there is no connection";
  }
}

/** Who answered under an address. */
type WhoAnswered =
  /** This very service, or its mirror; inside: without leaving this computer. */
  | { readonly kind: "own"; readonly isInside: boolean }
  | { readonly kind: "other"; readonly address: string }
  | { readonly kind: "failed"; readonly failure: FetchFailure };

/** Asks an address, path and all, who answers there, within 5 s. Never rejects. */
type AskWho = (base: string) => Promise<WhoAnswered>;

/** What goes along with a question for the mirror, and what it answers. */
export type AskMirror = (
  nonce: string,
) => Promise<{ readonly signature: string; readonly answer: string } | null>;

/** Only this service knows the answer, and its mirror. */
export function createAskWho(
  app: Pick<App, "fetch" | "proofs" | "listensAt" | "askMirror">,
): AskWho {
  return async (base) => {
    const question = app.proofs.begin(new URL(base).host);
    try {
      const mirror = await app.askMirror(question.nonce);
      const signed = mirror === null ? "" : `&signature=${mirror.signature}`;
      const { page, failure } = await app.fetch({
        url: `${base}${proofPath}?nonce=${question.nonce}${signed}`,
        maxBytes: mostBytes,
        redirects: mostRedirects,
        allowOwn: app.listensAt,
      });
      if (failure !== undefined) return { kind: "failed", failure };
      const proof = page.body.toString().trim();
      const isMirror = mirror !== null && sameSecret(proof, mirror.answer);
      return isMirror || sameSecret(proof, question.expected)
        ? { kind: "own", isInside: page.isOwn && !isMirror }
        : { kind: "other", address: page.url.split("?")[0] ?? base };
    } finally {
      question.end();
    }
  };
}

/** What came instead of this service, as a sentence. */
function problemOf(base: string, answered: Exclude<WhoAnswered, { kind: "own" }>): string {
  return answered.kind === "other"
    ? `${answered.address}: something other than this server answered.`
    : reachProblem(`${base}${proofPath}`, answered.failure).message;
}

const reachCodes = {
  refusedAddress: "private",
  tooLarge: "other",
  timeout: "timeout",
  status: "status",
  network: "network",
} as const satisfies Record<FetchFailure["kind"], ReachProblem["code"]>;

/** What stands in between when an address gives no answer. */
export function reachProblem(address: string, failure: FetchFailure): ReachProblem {
  return {
    code: reachCodes[failure.kind],
    message: `${address}: ${answerOf(failure)}.`,
    status: failure.kind === "status" ? failure.status : null,
  };
}

/** The same for the service's own public address, with what stands in between by its code. */
export function createAskReach(ask: AskWho): AskReach {
  return async (base) => {
    const answered = await ask(base);
    if (answered.kind === "own") return { isInside: answered.isInside, problem: null };
    return {
      problem:
        answered.kind === "other"
          ? { code: "other", message: problemOf(base, answered), status: null }
          : reachProblem(`${base}${proofPath}`, answered.failure),
    };
  };
}

export function createAskDomain(ask: AskWho): AskDomain {
  return async (domain) => {
    const answered = await ask(domain);
    return answered.kind === "own" ? null : problemOf(domain, answered);
  };
}
