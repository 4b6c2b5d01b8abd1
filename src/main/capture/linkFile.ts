/** Of a file that holds one address; more is no such file. Bytes. */
export const longestLinkFile = 16_384;

/** The address in a file that a browser makes when one is dragged out of it: `.webloc` or `.url`. */
export function addressInLinkFile(text: string): string | null {
  const [, windows] = /^URL=(.+)$/im.exec(text) ?? [];
  if (windows !== undefined) return windows.trim();
  const [, mac] = /<key>URL<\/key>\s*<string>([^<]+)<\/string>/.exec(text) ?? [];
  return mac === undefined ? null : mac.trim().replaceAll("&amp;", "&");
}
