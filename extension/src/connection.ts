/** Where Waypost is, and the key that it gave this extension. */
export interface Connection {
  readonly port: number;
  readonly key: string | null;
}

/** Waypost's own, unless its owner chose another one. */
export const usualPort = 4080;

/** All that the extension reaches; the browser asks before it may. */
const reach = { origins: ["http://127.0.0.1/*"] };

export async function readConnection(): Promise<Connection> {
  const { port, key } = await chrome.storage.local.get(["port", "key"]);
  return {
    port: typeof port === "number" ? port : usualPort,
    key: typeof key === "string" ? key : null,
  };
}

export async function saveConnection({ port, key }: Connection): Promise<void> {
  await chrome.storage.local.set({ port });
  if (key === null) await chrome.storage.local.remove("key");
  else await chrome.storage.local.set({ key });
}

/** Only while a button is being pressed. */
export function askReach(): Promise<boolean> {
  return chrome.permissions.request(reach);
}
