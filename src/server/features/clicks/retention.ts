import type { ClickLog } from "../../store/store.ts";
import { errorText } from "../../../util/errorText.ts";

interface Retention {
  /** Looks at once, as after another number of days was set. */
  look(): void;
  close(): void;
}

/** Milliseconds. */
const day = 86_400_000;

/**
 * Keeps the lines of clicks within their bytes, and deletes those of old clicks, now and once a
 * day; 0 days: never.
 */
export function startRetention(options: {
  clicks: Pick<ClickLog, "forgetBefore" | "keepWithin">;
  /** Clicks that were brought along; they know the bounds, and tell of their own failures. */
  imported: { look(): Promise<void> };
  days: () => number;
  maxBytes: () => number;
  clock: () => number;
  log: (sentence: string) => void;
}): Retention {
  const { clicks, imported, days, maxBytes, clock, log } = options;
  const look = () => {
    const kept = clicks.keepWithin(maxBytes()).catch(() => undefined);
    void kept.then(() => imported.look());
    if (days() === 0) return;
    clicks.forgetBefore(clock() - days() * day).catch((error: unknown) => {
      const reason = errorText(error);
      log(`Old clicks could not be deleted (${reason}). The next try is in a day.`);
    });
  };
  look();
  const timer = setInterval(look, day).unref();
  return { look, close: () => clearInterval(timer) };
}
