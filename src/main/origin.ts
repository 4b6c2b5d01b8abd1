/** The GUI's only origin in the window. The scheme is `standard`, so Chromium gives it real origins. */
export const scheme = "app";
export const guiHost = "waypost";
export const guiOrigin = `${scheme}://${guiHost}`;

/** Whether an address is a page or file of the GUI. */
export function isGuiAddress(address: string): boolean {
  // Node's URL answers "null" for the origin of schemes it doesn't know.
  const url = URL.parse(address);
  return url !== null && url.protocol === `${scheme}:` && url.host === guiHost;
}
