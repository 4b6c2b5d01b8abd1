const place = "waypost.key";

/** The key in a whole address with `#key=…`, or null. */
export function keyInAddress(address: string): string | null {
  return /#key=([^&\s]+)/.exec(address)?.[1] ?? null;
}

/**
 * The key of the headless GUI travels in the address's fragment, which no server and no log sees.
 * It is kept for this tab and taken out of the address bar.
 */
export function takeKeyFromAddress(): void {
  const key = keyInAddress(location.href);
  if (key !== null) take(key);
  // An address with a new key opened in this tab changes the fragment only: nothing loads by itself.
  addEventListener("hashchange", ({ newURL }) => {
    const newer = keyInAddress(newURL);
    if (newer === null) return;
    take(newer);
    location.reload();
  });
}

function take(key: string): void {
  keepKey(key);
  tellOtherTabs(key);
  // Out of the address bar.
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** Tabs of this address alone hear it: one that a restart has shut out goes on by itself. */
function tellOtherTabs(key: string): void {
  const channel = new BroadcastChannel(place);
  // A channel is of one origin, and takes none.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(key);
  channel.close();
}

/** Told of a key that another tab was opened with; answers how that ends. */
export function onKeyOfOtherTab(listener: (key: string) => void): () => void {
  const channel = new BroadcastChannel(place);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (typeof data === "string") listener(data);
  });
  return () => channel.close();
}

export function storedKey(): string | null {
  return sessionStorage.getItem(place);
}

export function keepKey(key: string): void {
  sessionStorage.setItem(place, key);
}
