import { app, session, shell } from "electron";
import { externalAddress, guiOrigin, isGuiAddress } from "./origin.ts";

/** For the copy buttons; reading the clipboard and everything else is refused. */
const granted = new Set(["clipboard-sanitized-write"]);

/** What every page of this process is held to, whoever made it. */
export function setupSecurity(): void {
  app.on("web-contents-created", (_created, contents) => {
    contents.on("will-navigate", (event) => {
      if (isGuiAddress(event.url)) return;
      event.preventDefault();
      openOutside(event.url);
    });
    contents.on("will-frame-navigate", (event) => {
      // The main frame is dealt with above; a preview's frame must not leave the GUI either.
      if (!event.isMainFrame && !isGuiAddress(event.url)) event.preventDefault();
    });
    contents.on("will-redirect", (event) => {
      if (!isGuiAddress(event.url)) event.preventDefault();
    });
    contents.on("will-attach-webview", (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      openOutside(url);
      return { action: "deny" };
    });
  });
  session.defaultSession.setPermissionRequestHandler((contents, permission, answer) => {
    answer(granted.has(permission) && isGuiAddress(contents.getURL()));
  });
  session.defaultSession.setPermissionCheckHandler(
    (_contents, permission, origin) =>
      granted.has(permission) && origin.replace(/\/$/, "") === guiOrigin,
  );
  session.defaultSession.setDevicePermissionHandler(() => false);
}

/** Answers whether the address was one that may be opened. */
export function openOutside(address: string): boolean {
  const allowed = externalAddress(address);
  if (allowed === null) return false;
  // Without a browser the system says so itself.
  shell.openExternal(allowed).catch(() => undefined);
  return true;
}
