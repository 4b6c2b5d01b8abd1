const place = "waypost.key";
const question = "waypost.key.question";

/**
 * Whether no other program of this computer was at this address before. A tab that one of them left
 * at another address must not get the key by asking for it.
 */
function isOfThisRun(): boolean {
  return location.hostname.startsWith("127.") && location.hostname !== "127.0.0.1";
}

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
  if (isOfThisRun()) {
    new BroadcastChannel(question).addEventListener("message", () => {
      const own = storedKey();
      if (own !== null) post(place, own);
    });
  }
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
  // One that a restart has shut out goes on by itself.
  post(place, key);
  // Out of the address bar.
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** Tabs of this address alone hear it. */
function post(name: string, message: string): void {
  const channel = new BroadcastChannel(name);
  // A channel is of one origin, and takes none.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel.postMessage(message);
  channel.close();
}

/** Told of a key that another tab has, or is opened with later; answers how that ends. */
export function onKeyOfOtherTab(listener: (key: string) => void): () => void {
  const channel = new BroadcastChannel(place);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (typeof data === "string") listener(data);
  });
  post(question, "");
  return () => channel.close();
}

export function storedKey(): string | null {
  return sessionStorage.getItem(place);
}

export function keepKey(key: string): void {
  sessionStorage.setItem(place, key);
}
