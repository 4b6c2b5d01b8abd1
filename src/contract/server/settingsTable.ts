/** Sections of the settings screen, in their order. */
export const sectionNames = [
  "general",
  "links",
  "sharing",
  "privacy",
  "data",
  "scripts",
  "about",
] as const;
export type SectionName = (typeof sectionNames)[number];

/** Settings that stand together under one heading. */
export const settingGroups = [
  "time",
  "pages",
  "links",
  "sharing",
  "ports",
  "privacy",
  "data",
  "scripts",
  "automation",
] as const;
type SettingGroupName = (typeof settingGroups)[number];

/** Texts with rules of their own. */
export type TextRule = "baseUrl" | "folder" | "host" | "name" | "proxies";

/** What a setting can be, and how it is shown and changed. */
export type Control =
  | { readonly kind: "switch" }
  | { readonly kind: "choice"; readonly options: readonly string[] }
  | {
      readonly kind: "number";
      readonly unit: "days" | "requests" | "characters" | null;
      readonly least: number;
      readonly most: number;
    }
  /** At least 1 MiB. */
  | { readonly kind: "bytes" }
  /** `isAddress`: runs from left to right in every language. */
  | {
      readonly kind: "text";
      readonly rule: TextRule;
      readonly isAddress: boolean;
      readonly placeholder: string;
    }
  /** A port that can be closed; what is suggested where it is opened. */
  | { readonly kind: "door"; readonly suggested: number }
  | { readonly kind: "colour" | "timeZone" | "domain" | "channel" };

interface SettingRow {
  readonly title: string;
  /** What it does. */
  readonly about: string;
  /** Completes "must be …". */
  readonly takes: string;
  readonly default: string | number | boolean | null;
  readonly group: SettingGroupName;
  readonly control: Control;
  /** A change takes effect after a restart. */
  readonly atStart?: true;
  /** It opens this computer to others or sends data elsewhere: only its owner sets it, no restored file. */
  readonly isGuarded?: true;
  /**
   * Its owner alone decides it here, as what it deletes doesn't come back: a restored file sets it by name only. With
   * a folder it comes, as its default could delete what its owner keeps.
   */
  readonly isOwnersHere?: true;
}

const onOff = { kind: "switch" } as const satisfies Control;
const bytes = { kind: "bytes" } as const satisfies Control;
const days = { kind: "number", unit: "days", least: 0, most: 36_500 } as const satisfies Control;
const aPort = "a number from 1 to 65535";
const atLeastMiB = "a whole number of bytes, at least 1,048,576 (1 MiB)";

/**
 * Every setting: `settings.get("history.days")` on the server, `waypost settings`, the API and the screen know it
 * by its row. Its Persian texts are `settings.of` of the app's words.
 */
export const settingsTable = {
  timeZone: {
    title: "Time zone",
    about: "Used to show dates and times, and to decide when a day starts.",
    takes: "a time zone such as Europe/Berlin",
    // Empty: the system's.
    default: "",
    group: "time",
    control: { kind: "timeZone" },
    atStart: true,
  },
  "page.name": {
    title: "Name on public pages",
    about:
      "Appears at the top of most visitor pages, such as password and splash pages, but not on bio pages. Leave blank to show no name.",
    takes: "at most 80 characters",
    default: "",
    group: "pages",
    control: { kind: "text", rule: "name", isAddress: false, placeholder: "" },
  },
  "page.color": {
    title: "Color of public pages",
    about: "Color of buttons and links on visitor pages. Leave blank for Waypost’s own color.",
    takes: "a color such as #AD4518, or empty",
    default: "",
    group: "pages",
    control: { kind: "colour" },
  },
  rateLimit: {
    title: "Requests per minute",
    about:
      "Maximum number of requests with the API key. Scripts that make more requests have to wait.",
    takes: "a whole number from 1 to 1,000,000,000",
    default: 30,
    group: "scripts",
    control: { kind: "number", unit: "requests", least: 1, most: 1_000_000_000 },
    isGuarded: true,
  },
  "automation.assistants": {
    title: "AI assistants (MCP)",
    about:
      "Assistants with a key can connect at /mcp on this computer. The key decides whether they can read, suggest changes or make changes.",
    takes: "true or false",
    default: false,
    group: "automation",
    control: onOff,
    isGuarded: true,
  },
  "automation.extension": {
    title: "Pairing with the extension",
    about:
      "The Waypost browser extension can ask to be paired. Paired extensions can create and look up links.",
    takes: "true or false",
    default: false,
    group: "automation",
    control: onOff,
    isGuarded: true,
  },
  "automation.yourls": {
    title: "YOURLS API",
    about:
      "Programs that work with YOURLS can use Waypost on this computer at /yourls-api.php. Each program needs its own key.",
    takes: "true or false",
    default: false,
    group: "automation",
    control: onOff,
    isGuarded: true,
  },
  "automation.yourlsUnique": {
    title: "One link per destination",
    about:
      "If a destination already has a link, programs made for YOURLS get the newest link, as with YOURLS. When this is off, these programs always create a new link.",
    takes: "true or false",
    default: true,
    group: "automation",
    control: onOff,
  },
  "automation.shlink": {
    title: "Shlink API",
    about:
      "Programs that work with Shlink can use Waypost on this computer at /rest/v3. Each program needs its own key.",
    takes: "true or false",
    default: false,
    group: "automation",
    control: onOff,
    isGuarded: true,
  },
  "automation.kutt": {
    title: "Kutt API",
    about:
      "Programs that work with Kutt can use Waypost on this computer at /api/v2. Each program needs its own key.",
    takes: "true or false",
    default: false,
    group: "automation",
    control: onOff,
    isGuarded: true,
  },
  dialect: {
    title: "Format of lists",
    about:
      "API responses follow the documentation (document), or suit clients that check types strictly (vendor).",
    takes: "document or vendor",
    default: "document",
    group: "scripts",
    control: { kind: "choice", options: ["document", "vendor"] },
  },
  baseUrl: {
    title: "Public address",
    about:
      "The URL that short links start with. Others must be able to reach the public port at this URL. Earlier addresses are still recognized as yours.",
    takes: "a URL that starts with http:// or https://, without a query",
    default: null,
    group: "sharing",
    control: {
      kind: "text",
      rule: "baseUrl",
      isAddress: true,
      placeholder: "https://go.example.org",
    },
    atStart: true,
  },
  "geo.provider": {
    title: "Trusted proxy headers",
    about:
      "Behind a tunnel or proxy, only its headers tell which visitor made a request. Trust these headers only if all visitors come through that proxy.",
    takes: "none, cloudflare or forwarded",
    default: "none",
    group: "sharing",
    control: { kind: "choice", options: ["none", "cloudflare", "forwarded"] },
    isGuarded: true,
  },
  "geo.proxies": {
    title: "Proxies on other computers",
    about: "IP addresses of other computers whose proxy headers are also trusted.",
    takes:
      "a list of IP addresses or networks separated by commas, such as 10.0.0.2, 2001:db8::/64",
    default: "",
    group: "sharing",
    control: {
      kind: "text",
      rule: "proxies",
      isAddress: true,
      placeholder: "10.0.0.2, 2001:db8::/64",
    },
    isGuarded: true,
  },
  verifyDomains: {
    title: "Verify domains",
    about:
      "A branded domain must point here when it’s added. Turn this off if this computer can’t reach the domain from inside your network.",
    takes: "true or false",
    default: true,
    group: "sharing",
    control: onOff,
    isGuarded: true,
  },
  port: {
    title: "Port of the API and the short links",
    about: "If you change the port, links with the current port stop working.",
    takes: `${aPort}, or 0 for any free port`,
    default: 4080,
    group: "ports",
    control: { kind: "number", unit: null, least: 0, most: 65_535 },
    atStart: true,
    isGuarded: true,
  },
  publicPort: {
    title: "Public port",
    about:
      "The port to which a tunnel or proxy sends visitors. The port serves only visitors unless “API on the public port” is on.",
    takes: `${aPort}, 0 for any free port, or off`,
    default: null,
    group: "ports",
    control: { kind: "door", suggested: 4081 },
    atStart: true,
    isGuarded: true,
  },
  guiPort: {
    title: "Port of the app in a browser",
    about:
      "The port on which a browser on this computer can open the app. The desktop app doesn’t need this port.",
    takes: `${aPort}, 0 for any free port, or off`,
    default: 4082,
    group: "ports",
    control: { kind: "door", suggested: 4082 },
    atStart: true,
    isGuarded: true,
  },
  host: {
    title: "Listen on",
    about:
      "127.0.0.1 means this computer only. With an address in your network, or 0.0.0.0 for all networks, everyone in the network can reach the ports you have set.",
    takes: "an IP address to listen on",
    default: "127.0.0.1",
    group: "ports",
    control: { kind: "text", rule: "host", isAddress: true, placeholder: "127.0.0.1" },
    atStart: true,
    isGuarded: true,
  },
  "public.api": {
    title: "API on the public port",
    about:
      "Scripts with the API key can use the API from outside. When this is off, the public port serves only visitors.",
    takes: "true or false",
    default: false,
    group: "ports",
    control: onOff,
    atStart: true,
    isGuarded: true,
  },
  "links.domain": {
    title: "Domain",
    about: "The domain of links you create in the app.",
    takes: "a domain such as https://go.example.org, or empty",
    default: "",
    group: "links",
    control: { kind: "domain" },
  },
  "links.expiryDays": {
    title: "Expire after",
    about: "Links you create in the app expire after this many days. 0 means never.",
    takes: "a whole number of days from 0 (never) to 36,500",
    default: 0,
    group: "links",
    control: days,
  },
  "links.channel": {
    title: "Channel",
    about: "Links you create in the app are added to this channel.",
    takes: "the ID of a channel, or 0",
    default: 0,
    group: "links",
    control: { kind: "channel" },
  },
  "links.aliasLength": {
    title: "Length of random aliases",
    about:
      "Short aliases are quicker to type. Long aliases are harder to guess. This also applies to links from scripts.",
    takes: "a whole number from 4 to 32",
    default: 6,
    group: "links",
    control: { kind: "number", unit: "characters", least: 4, most: 32 },
  },
  "privacy.retentionDays": {
    title: "Keep the click log for",
    about: "Older lines of the click log are deleted. Totals don’t change. 0 means forever.",
    takes: "a whole number of days from 0 (forever) to 36,500",
    default: 0,
    group: "privacy",
    control: days,
    isOwnersHere: true,
  },
  "privacy.respectDnt": {
    title: "Respect “do not track”",
    about: "Visitors who ask not to be tracked get no tracking pixels.",
    takes: "true or false",
    default: true,
    group: "privacy",
    control: onOff,
    isOwnersHere: true,
  },
  "targets.ask": {
    title: "Request destination pages",
    about:
      "Waypost requests destination pages to read their title and to check whether they can be shown in a frame. Destinations then see this computer’s IP address.",
    takes: "true or false",
    default: true,
    group: "privacy",
    control: onOff,
    isOwnersHere: true,
  },
  "backup.folder": {
    title: "Second backup folder",
    about:
      "Waypost saves a copy of everything in this folder once a day. Choose a USB stick or a synced folder, for example. Leave blank for no second folder.",
    takes: "the full path of a folder, or empty",
    default: "",
    group: "data",
    control: { kind: "text", rule: "folder", isAddress: true, placeholder: "/media/stick/waypost" },
    isGuarded: true,
  },
  "clicks.maxBytes": {
    title: "Size of the click log",
    about: "When the click log grows larger, its oldest months are deleted. Totals don’t change.",
    takes: atLeastMiB,
    default: 5 * 2 ** 30,
    group: "data",
    control: bytes,
    isOwnersHere: true,
  },
  "history.days": {
    title: "Keep History for",
    about:
      "You can view and undo changes for this many days. 0 means no time limit, only the maximum size.",
    takes: "a whole number of days from 0 (until the maximum size) to 36,500",
    default: 365,
    group: "data",
    control: days,
    isOwnersHere: true,
  },
  "history.maxBytes": {
    title: "Size of History",
    about:
      "When History grows larger, its oldest changes are deleted. The latest change always stays.",
    takes: atLeastMiB,
    default: 2 ** 28,
    group: "data",
    control: bytes,
    isOwnersHere: true,
  },
} as const satisfies Readonly<Record<string, SettingRow>>;

type Table = typeof settingsTable;
export type SettingName = keyof Table;

/** Null: off, or none. */
export type SettingValue = string | number | boolean | null;

interface ValueOfKind {
  switch: boolean;
  number: number;
  bytes: number;
  channel: number;
  door: number | null;
  text: string;
  colour: string;
  timeZone: string;
  domain: string;
}

type ValueOf<C extends Control> = C extends { readonly options: readonly (infer Option)[] }
  ? Option
  : C extends { readonly rule: "baseUrl" }
    ? string | null
    : C["kind"] extends keyof ValueOfKind
      ? ValueOfKind[C["kind"]]
      : never;

/** A value of every setting. */
export type SettingValues = {
  readonly [Name in SettingName]: ValueOf<Table[Name]["control"]>;
};

// Object.keys forgets which keys they are.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const settingNames = Object.keys(settingsTable) as readonly SettingName[];

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingsTable, name);
}

export function settingRow(name: SettingName): SettingRow {
  return settingsTable[name];
}

/** The settings of a group, in their order. */
export function settingsIn(group: SettingGroupName): readonly SettingName[] {
  return settingNames.filter((name) => settingsTable[name].group === group);
}
