import { isIP } from "node:net";
import { isAbsolute, resolve } from "node:path";
import {
  type Control,
  isSettingName,
  type SettingName,
  settingNames,
  settingRow,
  type SettingValue,
  type SettingValues,
  type TextRule,
} from "../../../contract/server/settingsTable.ts";
import { isHexColor } from "../../../util/contrast.ts";
import { type Proxies, readProxies } from "./trustedProxies.ts";

/** The settings as they are now, and what the service made of them. */
export interface Settings {
  get<Name extends SettingName>(name: Name): SettingValues[Name];
  /** For visits, which read the same from the rows of an always-on copy. */
  readonly pageName: string;
  readonly pageColor: string;
  readonly respectDnt: boolean;
  readonly geoProvider: GeoProvider;
  /** From whom forwarded headers are taken. */
  readonly proxies: Proxies;
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

export type Dialect = SettingValues["dialect"];
/** `forwarded` is the last hop of `X-Forwarded-For`, as a proxy of one's own writes it. */
export type GeoProvider = SettingValues["geo.provider"];

/** A setting that doesn't exist or can't be that; the message names it and is for the owner. */
export class BadSetting extends Error {
  override readonly name = "BadSetting";
  /** Completes a sentence that begins with the setting's name. */
  readonly detail: string;
  constructor(message: string, detail: string) {
    super(message);
    this.detail = detail;
  }
}

function wholeNumber(text: string, least: number, most: number): number | undefined {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
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

/** A tunnel's random name each day for more than ten years. */
const mostBases = 5_000;

/** What short addresses were printed with, the latest last; of too many the latest stay known. */
export function newestBases(bases: readonly string[]): string[] {
  return [...new Set(bases)].slice(-mostBases);
}

/** Whether an address is one that short addresses can begin with, as it is kept. */
export function isBase(address: string): boolean {
  return base(address) === address;
}

/** `#RRGGBB` in upper case, or empty. */
function colour(text: string): string | undefined {
  if (text === "" || isHexColor(text)) return text.toUpperCase();
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

/** Undefined: the rule refuses the text. */
const textRules: Readonly<Record<TextRule, (text: string) => string | undefined>> = {
  baseUrl: base,
  folder: folderPath,
  host: listeningHost,
  name: (text) => (text.trim().length <= 80 ? text.trim() : undefined),
  proxies: (text) => (readProxies(text) === null ? undefined : text),
};

/** Undefined: the control doesn't take the text. */
function valueIn(control: Control, text: string): SettingValue | undefined {
  switch (control.kind) {
    case "switch":
      return { true: true, "1": true, false: false, "0": false }[text];
    case "choice":
      return control.options.find((option) => option === text);
    case "number":
      return wholeNumber(text, control.least, control.most);
    case "bytes":
      return wholeNumber(text, 2 ** 20, Number.MAX_SAFE_INTEGER);
    case "channel":
      return wholeNumber(text, 0, Number.MAX_SAFE_INTEGER);
    case "door":
      return text === "off" ? null : wholeNumber(text, 0, 65_535);
    case "text":
      return textRules[control.rule](text);
    case "colour":
      return colour(text);
    case "timeZone":
      return timeZoneNamed(text);
    case "domain":
      return domainOrNone(text);
  }
}

/** What is wrong with a name; the names of all settings are long, and needed once. */
export function unknownSetting(isListed: boolean): string {
  return isListed
    ? `is not a setting. The settings are ${settingNames.join(", ")}`
    : "is not a setting";
}

function checkedName(name: string): SettingName {
  if (isSettingName(name)) return name;
  const message = `There is no setting "${name}". The settings are ${settingNames.join(", ")}.`;
  throw new BadSetting(message, unknownSetting(true));
}

/** What a text says of a setting; undefined: it can't be that. */
export function readSetting<Name extends SettingName>(
  name: Name,
  text: string,
): SettingValues[Name] | undefined {
  // The control of the name is the one that reads it; the compiler sees all of them.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return valueIn(settingRow(name).control, text) as SettingValues[Name] | undefined;
}

function readOne(name: string, text: string, place: string): unknown {
  const { control, takes } = settingRow(checkedName(name));
  const value = valueIn(control, text);
  if (value === undefined) {
    const detail = `must be ${takes}, not "${text}"`;
    throw new BadSetting(`Setting "${name}" ${detail}${place}.`, detail);
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
export function chooseSettings(...sources: readonly SettingSource[]): SettingValues {
  const chosen: Record<string, unknown> = {};
  for (const name of settingNames) chosen[name] = defaultOf(name);
  for (const { texts, file } of sources.toReversed()) {
    const place = file === undefined ? "" : `: it's set in ${file}`;
    for (const [name, text] of Object.entries(texts)) {
      chosen[name] = readOne(name, String(text), place);
    }
  }
  // Each name was read by its own definition; a loop over all of them can't say so.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return chosen as SettingValues;
}

/** Settings that stay what they are; those that aren't given are their defaults. */
export function fixedSettings(values: Partial<SettingValues>): Pick<Settings, "get"> {
  const all: SettingValues = { ...chooseSettings(), ...values };
  return { get: (name) => all[name] };
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
export function checkPorts(choices: SettingValues, sources: readonly SettingSource[]): void {
  const shared = sharedPort(choices);
  if (shared === undefined) return;
  const { doors, number } = shared;
  const detail = `are both ${number}, but each needs its own port`;
  const stands = doors.flatMap((door) => {
    const { file } = sources.find(({ texts }) => Object.hasOwn(texts, door)) ?? {};
    return file === undefined
      ? []
      : [`${door} is set in ${file}. To reset it: "waypost settings unset ${door}".`];
  });
  const [way = `Choose another port for ${doors.at(-1)} on the command line.`] =
    stands.toReversed();
  throw new BadSetting(`${doors.join(" and ")} ${detail}. ${way}`, detail);
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

/** Refuses a name that no setting has. */
export function checkSettingName(name: string): void {
  checkedName(name);
}

export function defaultOf(name: SettingName): SettingValue {
  // Some systems name a zone that doesn't exist.
  return name === "timeZone"
    ? (timeZoneNamed(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? "UTC")
    : settingRow(name).default;
}

/** The path of a base address: "" or "/s". */
export function prefixOf(baseUrl: string | null): string {
  return baseUrl === null ? "" : new URL(baseUrl).pathname.replace(/\/$/, "");
}
