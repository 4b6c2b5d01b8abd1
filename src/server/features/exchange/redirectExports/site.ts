import type { StaticLink } from "./staticLinks.ts";

/** The links of one host. */
export interface Site {
  /** As in an address, without the port. */
  readonly host: string;
  /** What stands before each alias, without a slash at its end: "" or "/s". */
  readonly prefix: string;
  /** The same each time they are asked for. */
  readonly links: () => Iterable<StaticLink>;
}

/** What a way out is made of. */
export interface WayOut {
  readonly sites: readonly Site[];
  /** Lines that say where it is from and what it lacks. */
  readonly head: readonly string[];
}

/** A name that is safe in any file of settings. */
export function isPlainHost(host: string): boolean {
  return /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/.test(host) || /^\[[0-9a-f:]+\]$/.test(host);
}

/** A text as a regular expression that means it. */
export function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

export function commented(head: readonly string[]): string {
  return head.map((line) => `# ${line}\n`).join("");
}
