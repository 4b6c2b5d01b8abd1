/**
 * Chromium outside Electron can't be taught a scheme, so `app://waypost` is an https origin here whose
 * every request is intercepted: also a secure context, also its own origin. The shell only ever sees
 * `app://` addresses; they are rewritten on the way in and out.
 */
const appPrefix = "app://";
const suffix = ".app.invalid";

/** `app://waypost/x` → `https://waypost.app.invalid/x`; other addresses stay. */
export function toBrowser(address: string): string {
  if (!address.startsWith(appPrefix)) return address;
  return address.replace(/^app:\/\/([^/?#]*)/, `https://$1${suffix}`);
}

/** The way back. */
export function toShell(address: string): string {
  return address.replace(/^https:\/\/([^/?#]*)\.app\.invalid(?=[/?#]|$)/, `${appPrefix}$1`);
}
