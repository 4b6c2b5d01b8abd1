const place = "waypost.key";

/**
 * The key of the headless GUI travels in the address's fragment, which no server and no log sees.
 * It is kept for this tab and taken out of the address bar.
 */
export function takeKeyFromAddress(): void {
  const key = new URLSearchParams(location.hash.slice(1)).get("key");
  if (key === null) return;
  sessionStorage.setItem(place, key);
  history.replaceState(history.state, "", location.pathname + location.search);
}

export function storedKey(): string | null {
  return sessionStorage.getItem(place);
}

export function keepKey(key: string): void {
  sessionStorage.setItem(place, key);
}

export function forgetKey(): void {
  sessionStorage.removeItem(place);
}
