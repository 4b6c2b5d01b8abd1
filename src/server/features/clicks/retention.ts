import { errorText } from "../../../util/errorText.ts";
import type { App, Core } from "../../common/context.ts";

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
export function startRetention(app: Core & Pick<App, "importedClicks">): Retention {
  const { store, importedClicks, settings, clock, log } = app;
  const look = () => {
    const days = settings.get("privacy.retentionDays");
    const limited = store.clicks.keepWithin(settings.get("clicks.maxBytes")).catch(() => undefined);
    void limited.then(() => importedClicks.look());
    if (days === 0) return;
    store.clicks.forgetBefore(clock() - days * day).catch((error: unknown) => {
      const reason = errorText(error);
      log(`Old clicks couldn't be deleted (${reason}). Waypost tries again in a day.`);
    });
  };
  look();
  const timer = setInterval(look, day).unref();
  return { look, close: () => clearInterval(timer) };
}
