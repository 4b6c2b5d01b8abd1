import type { RequestHandler } from "express";
import type { App } from "../common/context.ts";
import { HttpFailure } from "./failures.ts";
import { factsOf } from "./identify.ts";

/** Milliseconds. */
const windowTime = 60_000;
/** For the GUI and the command line: only a runaway loop meets it. */
const localLimit = 60_000;

interface Window {
  hits: number;
  /** Milliseconds since 1970. */
  readonly ends: number;
}

/** Where a request stands in its minute. */
export interface Taken {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds since 1970 at which all of the limit is free again. */
  readonly reset: number;
  /** Seconds to wait; null: it is within the limit. */
  readonly wait: number | null;
}

export interface RateLimit {
  /** Counts a request. */
  readonly take: (bucket: string, limit: number) => Taken;
  /** Counts a request and puts the three headers on its answer. */
  readonly count: RequestHandler;
  /** Refuses what is past the limit. Apart from counting, because a closed door is said first. */
  readonly refuse: RequestHandler;
}

/**
 * One for all doors: a caller's limit is one, wherever it knocks. Fixed windows, because the headers
 * name the moment at which all of the limit is free again; one a bucket, of which there are few.
 */
export function createRateLimit({ settings, clock }: Pick<App, "settings" | "clock">): RateLimit {
  const windows = new Map<string, Window>();
  /** Seconds that the caller of a request past the limit has to wait. */
  const past = new WeakMap<object, number>();

  function windowOf(bucket: string, now: number): Window {
    const known = windows.get(bucket);
    if (known !== undefined && now < known.ends) return known;
    const window = { hits: 0, ends: now + windowTime };
    windows.set(bucket, window);
    return window;
  }

  function take(bucket: string, limit: number): Taken {
    const now = clock();
    const window = windowOf(bucket, now);
    window.hits += 1;
    const reset = Math.ceil(window.ends / 1000);
    return {
      limit,
      remaining: Math.max(0, limit - window.hits),
      reset,
      wait: window.hits > limit ? Math.max(1, Math.ceil(reset - now / 1000)) : null,
    };
  }

  return {
    take,
    count(request, response, next) {
      const { caller, bucket, key } = factsOf(request);
      const most = caller === "local" ? localLimit : (key?.perMinute ?? settings.get("rateLimit"));
      const { limit, remaining, reset, wait } = take(bucket, most);
      response.setHeader("X-RateLimit-Limit", String(limit));
      response.setHeader("X-RateLimit-Remaining", String(remaining));
      response.setHeader("X-RateLimit-Reset", String(reset));
      if (wait !== null) past.set(request, wait);
      next();
    },
    refuse(request, _response, next) {
      const seconds = past.get(request);
      if (seconds === undefined) next();
      else {
        const headers = { "Retry-After": String(seconds) };
        next(new HttpFailure(429, "tooMany", "Too Many Requests. Please retry later.", headers));
      }
    },
  };
}
