import type { SplashPageRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { type Attachments, createAttachments } from "./attachments.ts";

export type SplashPage = SplashPageRecord;

/** Seconds that a splash page waits when it doesn't say. */
export const defaultDelay = 5;

export type SplashPageService = Attachments<"splashPages">;

export function createSplashPages(options: {
  store: Store;
  clock: () => number;
}): SplashPageService {
  return createAttachments({
    ...options,
    collection: "splashPages",
    name: "Splash page",
    searched: ({ name, title, message, link }) => [name, title, message, link],
  });
}
