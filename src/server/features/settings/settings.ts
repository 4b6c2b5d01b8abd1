import { isIP } from "node:net";
import { isAbsolute, resolve } from "node:path";
import { readProxies, type Proxies } from "./trustedProxies.ts";

/** Settings of the service by dotted name, and what they may be. */

export interface Settings {
  /** Requests a minute for each API key. */
  readonly rateLimit: number;
  readonly dialect: Dialect;
  /** IANA name; timestamps are rendered in it and days begin in it. */
  readonly timeZone: string;
  /** Whose forwarded headers the public door believes. */
  readonly geoProvider: GeoProvider;
  /** From whom it takes them. */
  readonly proxies: Proxies;
  readonly verifyDomains: boolean;
  /** Whether the targets of links are asked for their titles and whether they may be framed. */
  readonly askTargets: boolean;
  /** Bytes of the files of click lines; the oldest months go first. What they add up to stays. */
  readonly clicksMaxBytes: number;
  readonly historyDays: number;
  readonly historyMaxBytes: number;
  /** Days after which the lines of clicks are deleted; 0: never. What they add up to stays. */
  readonly retentionDays: number;
  /** Characters of the aliases that the service makes up. */
  readonly aliasLength: number;
  /** Whether the public door serves the API. */
  readonly publicApi: boolean;
  /** The owner's name on visitors' pages; empty: none. */
  readonly pageName: string;
  /** The accent of visitors' pages, `#RRGGBB`; empty: the service's own. */
  readonly pageColor: string;
  /** Whether visitors who ask not to be tracked are sent no pixels. */
  readonly respectDnt: boolean;
  /** Where daily backups are copied to as well; empty: nowhere. */
  readonly backupFolder: string;
  /** The address the doors listen on. */
  readonly host: string;
  /** Ports as they were taken, never 0. */
  readonly port: number;
  readonly publicPort: number | null;
  readonly guiPort: number | null;
  /** Where scripts reach the service, prefix included, no trailing slash. */
  readonly baseUrl: string;
  readonly publicUrl: string | null;
  /** The GUI's address, without its key. */
  readonly guiUrl: string | null;
  /** What short addresses are printed with. */
  readonly shortBase: string;
  /** Path below which every door answers too: "" or "/s". */
  readonly prefix: string;
  /** Paths of former bases, below which they go on answering. */
  readonly formerPrefixes: readonly string[];
  /** Every base that short addresses were ever printed with, the present one last. */
  readonly formerBases: readonly string[];
}

export type Dialect = "document" | "vendor";
/** `forwarded` is the last hop of `X-Forwarded-For`, as a proxy of one's own writes it. */
export type GeoProvider = "none" | "cloudflare" | "forwarded";

/** A setting that doesn't exist or can't be that; the message names it and is for the owner. */
export class BadSetting extends Error {
  override readonly name = "BadSetting";
  /** Completes a sentence that begins with the setting's name. */
  readonly says: string;
  constructor(message: string, says: string) {
    super(message);
    this.says = says;
  }
}

/** How one setting is read from text; undefined: it can't be that. */
interface Definition<Value> {
  /** What it is for, in a sentence. */
  readonly meaning: string;
  /** Whether a change waits for the next start. */
  readonly needsRestart: boolean;
  /** It opens this computer to others or sends data elsewhere: only its owner sets it, no restored file. */
  readonly isGuarded?: true;
  readonly otherwise: Value | (() => Value);
  /** Completes "must be …". */
  readonly expected: string;
  readonly read: (text: string) => Value | undefined;
}

/** What every setting says of itself, whatever its values. */
type About = Pick<Definition<unknown>, "meaning" | "needsRestart" | "isGuarded">;

function live(meaning: string): About {
  return { meaning, needsRestart: false };
}

function atStart(meaning: string): About {
  return { meaning, needsRestart: true };
}

function guarded(about: About): About {
  return { ...about, isGuarded: true };
}

function oneOf<const Values extends readonly string[]>(
  about: About,
  values: Values,
  otherwise: Values[number],
): Definition<Values[number]> {
  return {
    ...about,
    otherwise,
    expected: values.join(" or "),
    read: (text) => values.find((value) => value === text),
  };
}

function yesOrNo(about: About, otherwise: boolean): Definition<boolean> {
  return {
    ...about,
    otherwise,
    expected: "true or false",
    read: (text) => ({ true: true, "1": true, false: false, "0": false })[text],
  };
}

function wholeNumber(text: string, least: number, most: number): number | undefined {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}

const port = (text: string) => wholeNumber(text, 0, 65_535);

function portOrOff(about: About, otherwise: number | null): Definition<number | null> {
  return {
    ...about,
    otherwise,
    expected: "a port (0 to 65535, 0 for a free one) or off",
    read: (text) => (text === "off" ? null : port(text)),
  };
}

function timeZoneNamed(text: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Scheme, host and port of a domain, or empty. */
function domainOrNone(text: string): string | undefined {
  if (text.trim() === "") return "";
  const address = base(text.trim());
  return address !== undefined && new URL(address).pathname === "/" ? address : undefined;
}

/** A numeric address, or a name that isn't meant as one. */
function listeningHost(text: string): string | undefined {
  const isName = /^\w([\w-]*\w)?(\.\w([\w-]*\w)?)*$/.test(text) && !/^[\d.]+$/.test(text);
  return isName || (isIP(text) !== 0 && !text.includes("%")) ? text : undefined;
}

/** An address without query, user and trailing slash. */
function base(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { origin, pathname, search, hash, username, password } = new URL(text);
  const path = pathname.replace(/\/+$/, "");
  const isPlain = search + hash + username + password === "" && /^(\/[\w.~-]+)*$/.test(path);
  return isPlain && !/^\/(api|\.well-known)(\/|$)/i.test(path) ? origin + path : undefined;
}

/** `#RRGGBB` in upper case, or empty. */
function colour(text: string): string | undefined {
  if (text === "" || /^#[\da-f]{6}$/i.test(text)) return text.toUpperCase();
  if (/^#[\da-f]{3}$/i.test(text)) return text.replaceAll(/[^#]/g, "$&$&").toUpperCase();
  const shares = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/i.exec(text)?.slice(1);
  if (shares === undefined || shares.some((share) => Number(share) > 255)) return undefined;
  return `#${shares.map((share) => Number(share).toString(16).padStart(2, "0")).join("")}`.toUpperCase();
}

/** Without what stands for other names in it, or empty. */
function folderPath(text: string): string | undefined {
  if (text.trim() === "") return "";
  return isAbsolute(text) && !text.includes("\0") ? resolve(text) : undefined;
}

const definitions = {
  rateLimit: {
    ...guarded(live("Requests that the API key may make in a minute")),
    otherwise: 30,
    expected: "a whole number from 1 to 1000000000",
    read: (text: string) => wholeNumber(text, 1, 1_000_000_000),
  },
  dialect: oneOf(
    live("How lists answer: as the contract says, or as clients expect that compare strictly"),
    ["document", "vendor"],
    "document",
  ),
  timeZone: {
    ...atStart("The time zone in which moments are shown and days begin"),
    // Some systems name a zone that doesn't exist.
    otherwise: () => timeZoneNamed(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? "UTC",
    expected: "a time zone such as Europe/Berlin",
    read: timeZoneNamed,
  },
  "geo.provider": oneOf(
    guarded(live("Whose headers are believed to say where a visitor comes from")),
    ["none", "cloudflare", "forwarded"],
    "none",
  ),
  "geo.proxies": {
    ...guarded(live("From which further addresses such headers are taken, besides this computer")),
    otherwise: "",
    expected: "addresses or networks with commas between them, such as 10.0.0.2, 2001:db8::/64",
    read: (text: string) => (readProxies(text) === null ? undefined : text),
  },
  verifyDomains: yesOrNo(
    guarded(live("Whether a branded domain must point here before it is taken")),
    true,
  ),
  "targets.ask": yesOrNo(
    live("Whether the targets of links are asked for their title and whether they may be framed"),
    true,
  ),
  "public.api": yesOrNo(guarded(atStart("Whether the API answers at the public door too")), false),
  "page.name": {
    ...live("The owner's name on visitors' pages"),
    otherwise: "",
    expected: "at most 80 characters",
    read: (text: string) => (text.trim().length <= 80 ? text.trim() : undefined),
  },
  "page.color": {
    ...live("The colour of visitors' pages"),
    otherwise: "",
    expected: "a colour such as #AD4518, or empty",
    read: colour,
  },
  "clicks.maxBytes": {
    ...live(
      "How many bytes the files of single clicks may have; the oldest months go first, sums stay",
    ),
    otherwise: 5 * 2 ** 30,
    expected: "a whole number of bytes from 1048576 (1 MiB)",
    read: (text: string) => wholeNumber(text, 2 ** 20, Number.MAX_SAFE_INTEGER),
  },
  "history.days": {
    ...live("For how many days what was changed can be seen and taken back"),
    otherwise: 365,
    expected: "a whole number of days from 0 (as many as fit) to 36500",
    read: (text: string) => wholeNumber(text, 0, 36_500),
  },
  "history.maxBytes": {
    ...live("How many bytes the history of changes may have; the oldest changes go first"),
    otherwise: 2 ** 28,
    expected: "a whole number of bytes from 1048576 (1 MiB)",
    read: (text: string) => wholeNumber(text, 2 ** 20, Number.MAX_SAFE_INTEGER),
  },
  "privacy.respectDnt": yesOrNo(
    live("Whether visitors who ask not to be tracked are sent no tracking pixels"),
    true,
  ),
  "privacy.retentionDays": {
    ...live("After how many days the lines of single clicks are deleted; sums stay"),
    otherwise: 0,
    expected: "a whole number of days from 0 (for ever) to 36500",
    read: (text: string) => wholeNumber(text, 0, 36_500),
  },
  "backup.folder": {
    ...guarded(
      live(
        "A second folder for the daily backups, such as one on a stick or one that another program syncs",
      ),
    ),
    otherwise: "",
    expected: "the whole path of a folder, or empty",
    read: folderPath,
  },
  "links.domain": {
    ...live("The domain of links that are made in the window"),
    otherwise: "",
    expected: "a domain such as https://go.example.org, or empty",
    read: domainOrNone,
  },
  "links.expiryDays": {
    ...live("After how many days links that are made in the window expire"),
    otherwise: 0,
    expected: "a whole number of days from 0 (never) to 36500",
    read: (text: string) => wholeNumber(text, 0, 36_500),
  },
  "links.channel": {
    ...live("The channel that links made in the window are put into"),
    otherwise: 0,
    expected: "the number of a channel, or 0",
    read: (text: string) => wholeNumber(text, 0, Number.MAX_SAFE_INTEGER),
  },
  "links.aliasLength": {
    ...live("How many characters a made-up alias has"),
    otherwise: 6,
    expected: "a whole number from 4 to 32",
    read: (text: string) => wholeNumber(text, 4, 32),
  },
  host: {
    ...guarded(
      atStart(
        "The address to listen on; one beyond this computer is taken by the doors whose ports are named",
      ),
    ),
    otherwise: "127.0.0.1",
    expected: "an address to listen on",
    read: listeningHost,
  },
  port: {
    ...guarded(atStart("The port of the API and the short links")),
    otherwise: 4080,
    expected: "a port (0 to 65535, 0 for a free one)",
    read: port,
  },
  publicPort: portOrOff(guarded(atStart("The port where a tunnel brings visitors")), null),
  guiPort: portOrOff(guarded(atStart("The port of the window in a browser")), 4082),
  baseUrl: {
    ...atStart("The public address that short links are printed with"),
    otherwise: null,
    expected: "an address that begins with http:// or https://, without query",
    read: base,
  } as Definition<string | null>,
} satisfies Record<string, Definition<unknown>>;

type Definitions = typeof definitions;
export type SettingName = keyof Definitions;

/** Settings as chosen, before the doors are open. */
export type Choices = {
  readonly [Name in SettingName]: Definitions[Name] extends Definition<infer Value> ? Value : never;
};

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(definitions, name);
}

function definitionOf(name: string): Definition<unknown> {
  if (!isSettingName(name)) {
    const known = Object.keys(definitions).join(", ");
    const message = `There is no setting "${name}". The settings are ${known}.`;
    throw new BadSetting(message, `is not a setting. The settings are ${known}`);
  }
  return definitions[name];
}

/** What a text says of a setting; undefined: it can't be that. */
export function readSetting<Name extends SettingName>(
  name: Name,
  text: string,
): Choices[Name] | undefined {
  // The definition of the name is the one that reads it; the compiler sees all of them.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return definitions[name].read(text) as Choices[Name] | undefined;
}

function readOne(name: string, text: string, place: string): unknown {
  const { read, expected } = definitionOf(name);
  const value = read(text);
  if (value === undefined) {
    const says = `must be ${expected}, not "${text}"`;
    throw new BadSetting(`Setting "${name}" ${says}${place}.`, says);
  }
  return value;
}

/** Settings by name, as text. */
export type SettingTexts = Readonly<Record<string, string | number | boolean>>;

/** Settings that somebody has said somewhere. */
export interface SettingSource {
  readonly origin: Exclude<SettingOrigin, "default">;
  readonly texts: SettingTexts;
  /** The file that they stand in. */
  readonly file?: string;
}

/** Where a setting's value comes from: the command line of this run, the kept settings, or nowhere. */
export type SettingOrigin = "flag" | "file" | "default";

/** The first of `sources` that names a setting decides it; then its default does. */
export function chooseSettings(...sources: readonly SettingSource[]): Choices {
  const chosen: Record<string, unknown> = {};
  for (const name of settingNames) chosen[name] = defaultOf(name);
  for (const { texts, file } of sources.toReversed()) {
    const place = file === undefined ? "" : `: it stands in ${file}`;
    for (const [name, text] of Object.entries(texts)) {
      chosen[name] = readOne(name, String(text), place);
    }
  }
  // Each name was read by its own definition; a loop over all of them can't say so.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return chosen as Choices;
}

const doorSettings = ["port", "publicPort", "guiPort"] as const;
type DoorSetting = (typeof doorSettings)[number];

/** Two doors that are to have one port; 0 is another one for each. */
export function sharedPort(
  choices: Readonly<Record<DoorSetting, number | null | undefined>>,
): { readonly doors: readonly DoorSetting[]; readonly number: number } | undefined {
  for (const door of doorSettings) {
    const number = choices[door];
    const doors = doorSettings.filter((other) => choices[other] === number);
    const isNamed = number !== null && number !== undefined && number !== 0;
    if (isNamed && doors.length > 1) return { doors, number };
  }
  return undefined;
}

/** Refuses to start with one port for two doors: the second would find it taken by the first. */
export function checkPorts(choices: Choices, sources: readonly SettingSource[]): void {
  const shared = sharedPort(choices);
  if (shared === undefined) return;
  const { doors, number } = shared;
  const says = `are both ${number}, and each needs a port of its own`;
  const stands = doors.flatMap((door) => {
    const { file } = sources.find(({ texts }) => Object.hasOwn(texts, door)) ?? {};
    return file === undefined
      ? []
      : [`${door} is kept in ${file}; to give it up: "waypost settings unset ${door}".`];
  });
  const [way = `Name another one for ${doors.at(-1)} on the command line.`] = stands.toReversed();
  throw new BadSetting(`${doors.join(" and ")} ${says}. ${way}`, says);
}

/** Which source decides a setting. */
export function originOf(name: SettingName, sources: readonly SettingSource[]): SettingOrigin {
  return sources.find(({ texts }) => Object.hasOwn(texts, name))?.origin ?? "default";
}

/** What is kept for a value as somebody sent it; refuses a name or a value that can't be. */
export function settingText(name: string, sent: string | number | boolean): string {
  const text = String(sent);
  readOne(name, text, "");
  return text;
}

/** Whether a restored file leaves a setting as it is unless its owner asks for it by name. */
export function isGuarded(name: string): boolean {
  return isSettingName(name) && aboutSetting(name).isGuarded === true;
}

/** Refuses a name that no setting has. */
export function checkSettingName(name: string): void {
  definitionOf(name);
}

// Object.keys forgets which keys they are.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const settingNames = Object.keys(definitions) as readonly SettingName[];

export function aboutSetting(name: SettingName): About & { readonly expected: string } {
  return definitions[name];
}

export function defaultOf(name: SettingName): SettingValue {
  const { otherwise } = definitions[name];
  return typeof otherwise === "function" ? otherwise() : otherwise;
}

/** Null: off, or none. */
export type SettingValue = string | number | boolean | null;

/** The path of a base address: "" or "/s". */
export function prefixOf(baseUrl: string | null): string {
  return baseUrl === null ? "" : new URL(baseUrl).pathname.replace(/\/$/, "");
}
