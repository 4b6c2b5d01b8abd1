import type { SplashPageRecord } from "../../store/records.ts";
import type { Store } from "../../store/store.ts";
import { type Attachments, createAttachments } from "../links/linkAddons.ts";

export type SplashPage = SplashPageRecord;

export type SplashPageService = Attachments<"splashPages">;

export function createSplashPages(options: {
  store: Store;
  clock: () => number;
}): SplashPageService {
  return createAttachments({
    ...options,
    collection: "splashPages",
    name: "Splash page",
  });
}
