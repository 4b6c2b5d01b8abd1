import { objectIn } from "../../i18n/browserStore.ts";
import { ApiFailure } from "./client.ts";

/**
 * A tab that was open when Waypost restarted. Whatever the tab asks at its former address, the answer
 * says that the app has moved.
 */

/** Names under which a tab stores drafts of new records. They move along. */
export const draftPrefix = "waypost.draft.";

export function isMoved(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 421;
}

/** Goes on at the service's address, with what was typed in new records. Never with a key. */
export function followMove(): void {
  const typed = Object.entries(sessionStorage).filter(([name]) => name.startsWith(draftPrefix));
  const move = new URLSearchParams({
    typed: JSON.stringify(Object.fromEntries(typed)),
    place: location.hash,
  });
  // Another path, so that the page is loaded: the service answers with its address.
  location.replace(`${location.pathname}moved#${move.toString()}`);
}

/** In the tab that has come from there. */
export function takeMove(): void {
  if (!location.hash.startsWith("#typed=")) return;
  const move = new URLSearchParams(location.hash.slice(1));
  const place = move.get("place") ?? "";
  history.replaceState(null, "", location.pathname + (place.startsWith("#/") ? place : ""));
  for (const [name, value] of Object.entries(objectIn(move.get("typed")))) {
    if (name.startsWith(draftPrefix) && typeof value === "string")
      sessionStorage.setItem(name, value);
  }
}
