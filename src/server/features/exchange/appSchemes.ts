/** URLs that open an app store on a device, and the same pages on the web. */
const schemes = [
  {
    store: "google",
    device: "android",
    app: "market://details?",
    web: "https://play.google.com/store/apps/details?",
  },
  {
    store: "apple",
    device: "ios",
    app: "itms-apps://apps.apple.com/",
    web: "https://apps.apple.com/",
  },
  {
    store: "apple",
    device: "ios",
    app: "itms-apps://itunes.apple.com/",
    web: "https://itunes.apple.com/",
  },
] as const;

export interface StoreAddress {
  readonly store: "apple" | "google";
  /** The device that it is for. */
  readonly device: "android" | "ios";
  readonly address: string;
}

function exchanged(address: string, from: "app" | "web", to: "app" | "web") {
  const scheme = schemes.find((one) => address.startsWith(one[from]));
  if (scheme === undefined) return null;
  const { store, device } = scheme;
  return { store, device, address: scheme[to] + address.slice(scheme[from].length) };
}

/** Web page of a store URL such as market://. Null: no such URL. */
export const onTheWeb = (address: string): StoreAddress | null => exchanged(address, "app", "web");

/** URL that opens a store's web page in the store's app. Null: it isn't a store's page. */
export const inTheApp = (address: string): StoreAddress | null => exchanged(address, "web", "app");
