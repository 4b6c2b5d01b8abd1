/** What somebody outside wants of Waypost: a second start, a `waypost://` address, something dropped. */
export type Asked =
  | { readonly kind: "open" }
  | { readonly kind: "shortenClipboard" }
  | { readonly kind: "bar" }
  /** Fills the form in; only its owner makes something of it. */
  | { readonly kind: "form"; readonly url: string; readonly alias: string };

/** The flags of a second start, for desktops that bind a key to a command. */
export const askingFlags = {
  shortenClipboard: "--shorten-clipboard",
  bar: "--new-link",
} as const;

/** Longer ones are nobody's; characters. */
const longestAddress = 8_192;
const longestAlias = 200;
export const scheme = "waypost";

/** An address of the web as it is put into the form, or null. */
export function webAddress(text: string): string | null {
  const typed = text.trim();
  if (typed.length > longestAddress || !/^https?:\/\//i.test(typed) || /\s/.test(typed))
    return null;
  const url = URL.parse(typed);
  if (url === null || url.hostname === "") return null;
  return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
}

/** `waypost://new?url=…&alias=…`; null: it is none of ours, or asks for what nobody may ask from outside. */
export function askedByAddress(address: string): Asked | null {
  // Escapes make an address up to three times as long as what it carries.
  if (address.length > 4 * longestAddress) return null;
  const asked = URL.parse(address.trim());
  if (asked?.protocol !== `${scheme}:`) return null;
  // Chromium and Node split addresses of schemes they don't know differently.
  const place = `${asked.host}${asked.pathname}`.replaceAll("/", "");
  if (place === "") return { kind: "open" };
  if (place !== "new") return null;
  const url = webAddress(asked.searchParams.get("url") ?? "");
  if (url === null) return { kind: "bar" };
  const alias = asked.searchParams.get("alias") ?? "";
  return { kind: "form", url, alias: alias.length > longestAlias ? "" : alias.trim() };
}

/** What a command line asks for; programs and Chromium put their own words on it. */
export function askedBy(argv: readonly string[]): Asked {
  const address = argv.find((word) => word.toLowerCase().startsWith(`${scheme}:`));
  if (address !== undefined) return askedByAddress(address) ?? { kind: "open" };
  if (argv.includes(askingFlags.shortenClipboard)) return { kind: "shortenClipboard" };
  if (argv.includes(askingFlags.bar)) return { kind: "bar" };
  return { kind: "open" };
}

/** What was dropped: an address fills the form in, anything else is nothing to Waypost. */
export function askedByDrop(text: string): Asked | null {
  // A list of addresses has one a line, and comments.
  const [first = ""] = text.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("#"));
  const url = webAddress(first);
  return url === null ? null : { kind: "form", url, alias: "" };
}

/** Where the bar stands in the window's addresses, filled in. */
export function barPlace(asked: Pick<Extract<Asked, { kind: "form" }>, "url" | "alias">): string {
  const filled = new URLSearchParams();
  if (asked.url !== "") filled.set("url", asked.url);
  if (asked.alias !== "") filled.set("alias", asked.alias);
  return filled.size === 0 ? "/quick" : `/quick?${filled.toString()}`;
}

/** Of a file that holds one address; more is no such file. Bytes. */
export const longestLinkFile = 16_384;

/** The address in a file that a browser makes when one is dragged out of it: `.webloc` or `.url`. */
export function addressInLinkFile(text: string): string | null {
  const [, windows] = /^URL=(.+)$/im.exec(text) ?? [];
  if (windows !== undefined) return windows.trim();
  const [, mac] = /<key>URL<\/key>\s*<string>([^<]+)<\/string>/.exec(text) ?? [];
  return mac === undefined ? null : mac.trim().replaceAll("&amp;", "&");
}
