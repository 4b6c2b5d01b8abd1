import type { RequestHandler } from "express";
import { rateLimit, type Store as HitStore } from "express-rate-limit";
import { HttpFailure } from "./failures.ts";
import { factsOf } from "./identify.ts";

const windowTime = 60_000;
/** For the GUI and the command line: only a runaway loop meets it. */
const localLimit = 60_000;

interface Window {
  hits: number;
  /** Milliseconds since 1970. */
  readonly ends: number;
}

/** Fixed windows, one a bucket; there are only a few buckets. */
function createWindows(clock: () => number): HitStore {
  const windows = new Map<string, Window>();
  return {
    increment(bucket) {
      const now = clock();
      const known = windows.get(bucket);
      const window =
        known !== undefined && now < known.ends ? known : { hits: 0, ends: now + windowTime };
      window.hits += 1;
      windows.set(bucket, window);
      return { totalHits: window.hits, resetTime: new Date(window.ends) };
    },
    decrement(bucket) {
      const window = windows.get(bucket);
      if (window !== undefined) window.hits -= 1;
    },
    resetKey(bucket) {
      windows.delete(bucket);
    },
  };
}

export interface RateLimit {
  /** Counts a request and puts the three headers on its answer. */
  readonly count: RequestHandler;
  /** Refuses what is past the limit. Apart from counting, because a closed door is said first. */
  readonly refuse: RequestHandler;
}

/** One for all doors: a caller's limit is one, wherever it knocks. */
export function createRateLimit(options: {
  /** Requests a minute. */
  limit: () => number;
  /** Milliseconds since 1970. */
  clock: () => number;
}): RateLimit {
  const past = new WeakMap<object, number>();
  return {
    count: rateLimit({
      windowMs: windowTime,
      limit: (request) => (factsOf(request).caller === "local" ? localLimit : options.limit()),
      keyGenerator: (request) => factsOf(request).bucket,
      store: createWindows(options.clock),
      legacyHeaders: true,
      standardHeaders: false,
      handler: (request, response, next) => {
        const reset = Number(response.getHeader("X-RateLimit-Reset"));
        past.set(request, Math.max(1, Math.ceil(reset - options.clock() / 1000)));
        next();
      },
    }),
    refuse: (request, _response, next) => {
      const seconds = past.get(request);
      if (seconds === undefined) next();
      else {
        const headers = { "Retry-After": String(seconds) };
        next(new HttpFailure(429, "Too Many Requests. Please retry later.", headers));
      }
    },
  };
}
