import { type Attachments, createAttachments } from "../links/linkAddons.ts";
import type { App } from "../../common/context.ts";

export type SplashPageService = Attachments<"splashPages">;

export function createSplashPages(app: Pick<App, "store" | "clock">): SplashPageService {
  return createAttachments({
    ...app,
    collection: "splashPages",
    name: "Splash page",
  });
}
