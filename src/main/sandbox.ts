import { app } from "electron";
import type { Notice } from "./life/notice.ts";
import type { Translate } from "./words/words.ts";

/** The AppImage turns Chromium's sandbox off by itself where the system forbids user namespaces. */
export function isSandboxed(): boolean {
  return !app.commandLine.hasSwitch("no-sandbox");
}

/** For a package that turned it off; whoever starts Electron without it by hand knows. */
export function sandboxNotice(
  { isOn, isPackaged }: { readonly isOn: boolean; readonly isPackaged: boolean },
  t: Translate,
): Notice | null {
  if (isOn || !isPackaged) return null;
  return {
    title: t("told.noSandbox"),
    body: t("told.noSandboxText"),
    place: "/settings/about",
  };
}
