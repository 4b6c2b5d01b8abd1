/** Places of the settings screen, in their order. */
export const sectionNames = [
  "you",
  "key",
  "public",
  "edge",
  "ports",
  "links",
  "privacy",
  "look",
  "data",
  "desktop",
  "about",
] as const;
export type SectionName = (typeof sectionNames)[number];

/** A browser has no desktop around its page that Waypost could speak of. */
export function shownSections(isDesktop: boolean): readonly SectionName[] {
  return sectionNames.filter((name) => isDesktop || name !== "desktop");
}

/** How a setting is shown and changed. */
export type Control =
  | { readonly kind: "switch" }
  | { readonly kind: "choice"; readonly options: readonly string[] }
  | { readonly kind: "number"; readonly unit: "days" | "requests" | "characters" | null }
  | { readonly kind: "bytes" }
  /** `address`: runs from left to right in every language. */
  | { readonly kind: "text"; readonly isAddress: boolean; readonly placeholder: string }
  /** A port that can be closed; what is suggested where it is opened. */
  | { readonly kind: "door"; readonly suggested: number }
  | { readonly kind: "colour" | "timeZone" | "domain" | "channel" };

interface Shown {
  readonly section: SectionName;
  readonly control: Control;
}

const address = (placeholder: string) =>
  ({ kind: "text", isAddress: true, placeholder }) as const satisfies Control;
const number = (unit: "days" | "requests" | "characters" | null) =>
  ({ kind: "number", unit }) as const satisfies Control;
const onOff = { kind: "switch" } as const satisfies Control;
const bytes = { kind: "bytes" } as const satisfies Control;

/** Every setting of the service, where it stands and how it is changed; a test holds it complete. */
export const settingControls = {
  timeZone: { section: "you", control: { kind: "timeZone" } },
  "page.name": { section: "you", control: { kind: "text", isAddress: false, placeholder: "" } },
  "page.color": { section: "you", control: { kind: "colour" } },
  rateLimit: { section: "key", control: number("requests") },
  dialect: { section: "key", control: { kind: "choice", options: ["document", "vendor"] } },
  baseUrl: { section: "public", control: address("https://go.example.org") },
  "geo.provider": {
    section: "public",
    control: { kind: "choice", options: ["none", "cloudflare", "forwarded"] },
  },
  "geo.proxies": { section: "public", control: address("10.0.0.2, 2001:db8::/64") },
  verifyDomains: { section: "public", control: onOff },
  port: { section: "ports", control: number(null) },
  publicPort: { section: "ports", control: { kind: "door", suggested: 4081 } },
  guiPort: { section: "ports", control: { kind: "door", suggested: 4082 } },
  host: { section: "ports", control: address("127.0.0.1") },
  "public.api": { section: "ports", control: onOff },
  "links.domain": { section: "links", control: { kind: "domain" } },
  "links.expiryDays": { section: "links", control: number("days") },
  "links.channel": { section: "links", control: { kind: "channel" } },
  "links.aliasLength": { section: "links", control: number("characters") },
  "privacy.retentionDays": { section: "privacy", control: number("days") },
  "privacy.respectDnt": { section: "privacy", control: onOff },
  "targets.ask": { section: "privacy", control: onOff },
  "backup.folder": { section: "data", control: address("/media/stick/waypost") },
  "clicks.maxBytes": { section: "data", control: bytes },
  "history.days": { section: "data", control: number("days") },
  "history.maxBytes": { section: "data", control: bytes },
} as const satisfies Readonly<Record<string, Shown>>;

export type SettingName = keyof typeof settingControls;

export function isSettingName(name: string): name is SettingName {
  return name in settingControls;
}

export function controlOf(name: SettingName): Control {
  return settingControls[name].control;
}

/** The settings of a section, in their order. */
export function settingsIn(section: SectionName): readonly SettingName[] {
  // Object.keys forgets which keys they are.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const names = Object.keys(settingControls) as readonly SettingName[];
  return names.filter((name) => settingControls[name].section === section);
}
