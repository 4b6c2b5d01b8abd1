import type { Bridge } from "../../../main/bridge/bridge.ts";

declare global {
  interface Window {
    /** Present in the desktop window only. */
    readonly waypost?: Bridge;
  }
}

/** In the desktop window the shell attaches the key to each request; the page never holds it. */
export function isDesktopWindow(): boolean {
  return window.waypost !== undefined;
}
