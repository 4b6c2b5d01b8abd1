import type { ClickLog } from "../store/store.ts";

interface Retention {
  close(): void;
}

/** Milliseconds. */
const day = 86_400_000;

/** Deletes the lines of old clicks, now and once a day; 0 days: never. */
export function startRetention(options: {
  clicks: Pick<ClickLog, "forgetBefore">;
  days: number;
  clock: () => number;
  log: (sentence: string) => void;
}): Retention {
  const { clicks, days, clock, log } = options;
  if (days === 0) return { close() {} };

  const forget = () => {
    clicks.forgetBefore(clock() - days * day).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      log(`Old clicks could not be deleted (${reason}). The next try is in a day.`);
    });
  };
  forget();
  const timer = setInterval(forget, day).unref();
  return { close: () => clearInterval(timer) };
}
