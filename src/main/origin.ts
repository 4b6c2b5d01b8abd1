/** The GUI's only origin in the window. The scheme is `standard`, so Chromium gives it real origins. */
export const scheme = "app";
export const guiHost = "waypost";
export const guiOrigin = `${scheme}://${guiHost}`;

/**
 * Whether the GUI's own main frame speaks. Its origin counts, not its address: a sandboxed page below
 * the same address, such as a preview, has the origin "null".
 */
export function isGuiFrame(
  frame: { readonly origin: string; readonly parent: unknown } | null,
): boolean {
  return frame !== null && frame.parent === null && frame.origin === guiOrigin;
}

/**
 * Whether a request to the API comes from the GUI. Chromium doesn't send every one of these headers
 * to a scheme of the program's own, so one that is missing proves nothing.
 */
export function isGuiRequest(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site") ?? "same-origin";
  return site === "same-origin" && (headers.get("origin") ?? guiOrigin) === guiOrigin;
}

/** Whether an address is a page or file of the GUI. */
export function isGuiAddress(address: string): boolean {
  // Node's URL answers "null" for the origin of schemes it doesn't know.
  const url = URL.parse(address);
  return url !== null && url.protocol === `${scheme}:` && url.host === guiHost;
}

const openable = new Set(["http:", "https:", "mailto:"]);

/** The address as it may be handed to the system, or null: other schemes can start programs. */
export function externalAddress(address: string): string | null {
  const url = URL.parse(address);
  return url !== null && openable.has(url.protocol) ? url.href : null;
}
