import { readableHost } from "./readableHost.ts";

/** An address as people read it: no scheme, no lone slash, its escapes as letters. */
export function readableAddress(address: string): string {
  const short = address
    .replace(/^https?:\/\//i, "")
    .replace(/^([^/?#]+)\/$/, "$1")
    .replace(/^[^/?#]+/, readableHost);
  try {
    // Unescaping must not bring in line breaks or marks that change the direction of the text.
    return decodeURI(short).replace(
      /[\s\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
      encodeURIComponent,
    );
  } catch {
    return short;
  }
}

/** A short address as people read it, parted before its alias. */
export function shortAddressParts(address: string): {
  readonly host: string;
  readonly alias: string;
} {
  const text = readableAddress(address);
  const end = text.lastIndexOf("/");
  return { host: text.slice(0, end), alias: text.slice(end + 1) };
}

/** Whether an address can be reached from this computer only; a text that is no address can't. */
export function isLocalAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** An address on a line whose direction its first letter decides: that may be the alias's. */
export function addressOnLine(address: string): string {
  return `\u200e${readableAddress(address)}`;
}

/** An address inside a sentence of any direction, as {@link readableAddress} writes it. */
export function addressInSentence(address: string): string {
  return `\u2066${readableAddress(address)}\u2069`;
}
