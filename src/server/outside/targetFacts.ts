import { mayBeFramed } from "./framing.ts";
import type { GuardedFetch } from "./guardedFetch.ts";
import { pageTitle } from "./pageTitle.ts";

/** Bytes of a page that are read for its title. */
const mostBytes = 512 * 1024;
/** Targets that may wait; more are dropped, and asked about another time. */
const mostWaiting = 100;
const mostRedirects = 5;

export interface TargetQuestion {
  /** Whose target it is; a newer question about the same link takes the place of a waiting one. */
  readonly link: number;
  /** The target, as the visitor's browser would get it. */
  readonly url: string;
  /** The address of the link itself, whose page would frame the target. */
  readonly framedBy: string;
}

export interface TargetFacts {
  /** At most 200 characters; null: the page has none, or could not be read. */
  readonly title: string | null;
  /** Unknown (the target could not be asked) counts as allowed. */
  readonly framing: "allowed" | "refused" | "unknown";
}

export interface TargetFactsQueue {
  /** Puts a question into the queue, or drops it. Never throws and never waits. */
  ask(question: TargetQuestion): void;
  /** Forgets what is waiting, ends what is under way, and resolves once it has ended. */
  close(): Promise<void>;
}

/**
 * Learns about targets in the background, one at a time: their titles, and whether they may be
 * framed. What is learned goes to `learned`, also when it is nothing, so that its caller knows
 * when the target was asked; a `learned` that fails is its caller's affair.
 */
export function createTargetFacts(parts: {
  readonly fetch: GuardedFetch;
  /** The setting; asked for each target. */
  readonly isOn: () => boolean;
  readonly learned: (question: TargetQuestion, facts: TargetFacts) => void | Promise<void>;
}): TargetFactsQueue {
  /** In the order of asking, by link. */
  const waiting = new Map<number, TargetQuestion>();
  const closing = new AbortController();
  let working: Promise<void> | null = null;

  async function factsOf({ url, framedBy }: TargetQuestion): Promise<TargetFacts> {
    const { page } = await parts.fetch({
      url,
      maxBytes: mostBytes,
      overflow: "cut",
      redirects: mostRedirects,
      accept: "text/html, application/xhtml+xml, */*;q=0.5",
      signal: closing.signal,
    });
    if (page === undefined) return { title: null, framing: "unknown" };
    const headers = {
      policy: page.header("content-security-policy"),
      options: page.header("x-frame-options"),
    };
    const isAllowed = mayBeFramed(headers, new URL(page.url), new URL(framedBy));
    return {
      title: await pageTitle(page.body, page.contentType),
      framing: isAllowed ? "allowed" : "refused",
    };
  }

  async function work(): Promise<void> {
    for (const [link, question] of waiting) {
      waiting.delete(link);
      try {
        if (!parts.isOn()) continue;
        const facts = await factsOf(question);
        if (closing.signal.aborted) return;
        await parts.learned(question, facts);
      } catch {
        // A page that can't be read, or a store that can't write: the link works without a title.
      }
    }
  }

  function start(): void {
    working = work().finally(() => {
      working = null;
      if (waiting.size > 0) start();
    });
  }

  return {
    ask(question) {
      if (closing.signal.aborted || !parts.isOn()) return;
      if (waiting.size >= mostWaiting && !waiting.has(question.link)) return;
      waiting.set(question.link, question);
      if (working === null) start();
    },
    async close() {
      closing.abort();
      waiting.clear();
      await working;
    },
  };
}
