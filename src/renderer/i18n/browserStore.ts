import { isObject } from "../../util/isObject.ts";

/**
 * What the app keeps in a browser. A browser has one store for each address, and the app has another
 * address after each start: the service keeps it, too, and gives it to the page.
 */

const prefix = "waypost.";
const listeners = new Set<() => void>();

export function readItem(name: string): string | null {
  return localStorage.getItem(prefix + name);
}

/** The object that a stored text holds in JSON; anything else, or nothing, is an empty one. */
export function objectIn(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** @param value null: it isn't kept any more */
export function keepItem(name: string, value: string | null): void {
  if (value === null) localStorage.removeItem(prefix + name);
  else localStorage.setItem(prefix + name, value);
  tellItemKept();
}

/** For what another library has put there. */
export function tellItemKept(): void {
  for (const listener of listeners) listener();
}

export function onItemKept(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** By their whole names. */
export function keptItems(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(localStorage).filter(([name]) => name.startsWith(prefix)),
  );
}

/** What the service gave to the page, where this address has nothing yet. */
export function takeItemsFromPage(): void {
  if (Object.keys(keptItems()).length > 0) return;
  const { content = "" } =
    document.querySelector<HTMLMetaElement>('meta[name="waypost-preferences"]') ?? {};
  for (const [name, value] of Object.entries(objectIn(decodeURIComponent(content)))) {
    if (typeof value === "string") localStorage.setItem(name, value);
  }
}
