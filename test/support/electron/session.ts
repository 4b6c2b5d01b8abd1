import type { Session } from "electron";
import type { BrowserContext } from "@playwright/test";
import { toBrowser } from "./origins.ts";

type Check = Parameters<Session["setPermissionCheckHandler"]>[0];

let check: Check = null;

export const session = {
  defaultSession: {
    setPermissionCheckHandler(handler) {
      check = handler;
    },
    // Chromium without a head asks nobody: what isn't granted beforehand is refused.
    setPermissionRequestHandler() {},
    setDevicePermissionHandler() {},
  } satisfies Pick<
    Session,
    "setPermissionCheckHandler" | "setPermissionRequestHandler" | "setDevicePermissionHandler"
  >,
};

/** Electron's names and Playwright's for what a page may be granted. */
const permissions = {
  "clipboard-sanitized-write": ["clipboard-write"],
  "clipboard-read": ["clipboard-read"],
  geolocation: ["geolocation"],
  notifications: ["notifications"],
  media: ["camera", "microphone"],
  midi: ["midi"],
} as const;

/** Grants an origin what the shell's check says, and nothing else. */
export async function grantPermissions(context: BrowserContext, origin: string): Promise<void> {
  const names = Object.keys(permissions) as (keyof typeof permissions)[];
  const granted = names
    .filter((name) => check?.(null, name, `${origin}/`, { isMainFrame: true }) === true)
    .flatMap((name) => permissions[name]);
  await context.grantPermissions(granted, { origin: toBrowser(origin) });
}
