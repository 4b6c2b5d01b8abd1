import { errorText } from "../../../util/errorText.ts";
import type { Core } from "../../common/context.ts";

interface HistoryRetention {
  /** Looks at once, as after another bound was set. */
  look(): void;
  close(): void;
}

/** Milliseconds. */
const day = 86_400_000;
/** A start has nothing to do with the history. */
const firstLook = 5000;

/**
 * Keeps the history within its bounds, soon and once a day, and then forgets the statistics of what
 * was deleted so long ago that nothing can bring it back.
 */
export function startHistoryRetention(app: Core): HistoryRetention {
  const { store, statistics, settings, log } = app;

  async function forgetGone(): Promise<void> {
    const isQrCode = (id: number) => store.qrCodes.get(id) !== undefined;
    const { links, qrCodes } = statistics.gone(isQrCode);
    let isForgotten = false;
    const forget = (key: number) => {
      statistics.forget(key);
      isForgotten = true;
    };
    for (const id of await store.history.withoutTrace("links", links)) {
      if (store.links.get(id) === undefined) forget(id);
    }
    for (const id of await store.history.withoutTrace("qrCodes", qrCodes)) {
      if (!isQrCode(id)) forget(-id);
    }
    // Otherwise they would come back with the next start.
    if (isForgotten) await store.clicks.settle();
  }

  async function keepWithin(): Promise<void> {
    await store.history.keepWithin({
      days: settings.get("history.days"),
      maxBytes: settings.get("history.maxBytes"),
    });
    await forgetGone();
  }

  let isClosed = false;

  const look = () => {
    keepWithin().catch((error: unknown) => {
      if (isClosed) return;
      const reason = errorText(error);
      log(
        `Old changes couldn't be deleted from History (${reason}). Waypost tries again in a day.`,
      );
    });
  };
  const first = setTimeout(look, firstLook).unref();
  const timer = setInterval(look, day).unref();
  return {
    look,
    close() {
      isClosed = true;
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}
