import { isbot } from "isbot";
import { createBoundedCache } from "./boundedCache.ts";
import { headerLengths } from "./headerLengths.ts";
import { UAParser } from "my-ua-parser";
import {
  deviceEntries,
  type DeviceGroup,
  type DeviceName,
  deviceRows,
} from "../../contract/fields/devices.ts";
import { botName, isPreviewFetcher } from "./bots.ts";

/** What a `User-Agent` header says. Undefined: it doesn't say. */
export interface UserAgent {
  /** The program's name; undefined: a person's browser. */
  readonly bot: string | undefined;
  /** A named fetcher of link previews; always a bot as well. */
  readonly isPreview: boolean;
  /** The app's name where an app opened the link in a browser of its own. */
  readonly browser: string | undefined;
  readonly os: string | undefined;
  readonly device: DeviceName | undefined;
  readonly deviceGroup: DeviceGroup | undefined;
}

export interface UserAgents {
  /** Of a `User-Agent` header, already bounded. */
  readonly read: (header: string) => UserAgent;
}

/** Parsing costs more than a redirect: each header is parsed once while it is in use. */
export function createUserAgents(): UserAgents {
  return { read: createBoundedCache({ size: 20_000, longest: headerLengths.userAgent }, parse) };
}

function parse(header: string): UserAgent {
  const isPreview = isPreviewFetcher(header);
  // Each part by itself: engine and processor, which nobody asks for, take a third of the time.
  const parser = new UAParser(header);
  const [browser, os, device] = [parser.getBrowser(), parser.getOS(), parser.getDevice()];
  const name = deviceName(header, os.name, device.model);
  return {
    bot: isPreview || header.trim() === "" || isbot(header) ? botName(header) : undefined,
    isPreview,
    browser: inAppBrowser(header) ?? browser.name,
    os: name === "ipad" ? "iOS" : systemName(os.name),
    device: name,
    deviceGroup:
      deviceGroup(name, device.type) ?? (/\bX11\b/u.test(header) ? "desktop" : undefined),
  };
}

function systemName(os: string | undefined): string | undefined {
  if (os === "Mac OS") return "macOS";
  if (os === "Chromium OS") return "ChromeOS";
  return os;
}

/** Systems that are a Linux with a desktop, as the parser names them. */
const linuxes =
  /^(?:Linux|Ubuntu|Debian|Fedora|CentOS|RedHat|SUSE|Arch|Gentoo|Mint|Mageia|Mandriva|Slackware|Manjaro|Linspire|Deepin|Elementary OS|PCLinuxOS|Zenwalk|Raspbian)$/iu;

function deviceName(
  header: string,
  os: string | undefined,
  model: string | undefined,
): DeviceName | undefined {
  if (os === undefined) return undefined;
  if (os === "iOS") return model === "iPad" ? "ipad" : "iphone";
  if (os === "Mac OS") return isDisguisedIpad(header) ? "ipad" : "mac";
  if (os.startsWith("Android")) return "android";
  if (linuxes.test(os)) return "linux";
  return deviceEntries.find(([, { system }]) => system === os)?.[0];
}

/**
 * An iPad asks for desktop pages under a Mac's name. The browsers and web views that only exist on
 * iOS give it away; its plain Safari can't be told from a Mac's by what it sends.
 */
function isDisguisedIpad(header: string): boolean {
  return /\b(?:Mobile|CriOS|FxiOS|EdgiOS|OPiOS|OPT|GSA|DuckDuckGo)\//u.test(header);
}

type DeviceRow = Partial<(typeof deviceEntries)[number][1]>;

function deviceGroup(
  name: DeviceName | undefined,
  type: string | undefined,
): DeviceGroup | undefined {
  const { group, usualGroup }: DeviceRow = name === undefined ? {} : deviceRows[name];
  return group ?? (type === "mobile" || type === "tablet" ? type : usualGroup);
}

/**
 * Apps that open links in a browser of their own, by what they add to the user agent; the first
 * that fits counts. Some say nothing (Telegram on iPhones): those are web views like any other.
 */
const apps: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bOrca-Android\b|\bMessenger(?:Lite)?ForiOS\b/u, "Messenger"],
  [/\bBarcelona \d/u, "Threads"],
  [/\bInstagram \d/u, "Instagram"],
  [/\bFBA[NV]\/|\bFB_IAB\//u, "Facebook"],
  [/\bmusical_ly|\btrill_\d|\bBytedanceWebview\//u, "TikTok"],
  [/\bLinkedInApp\b/u, "LinkedIn"],
  [/\bSnapchat\//u, "Snapchat"],
  [/\bTelegram(?:-Android|-iOS)?\//u, "Telegram"],
  [/\bMicroMessenger\//u, "WeChat"],
  [/\bLine\/\d/u, "LINE"],
  [/\bTwitter(?:Android\b| for i(?:Phone|Pad)\b)/u, "X"],
  [/\[Pinterest\//u, "Pinterest"],
  [/\bKAKAOTALK\b/u, "KakaoTalk"],
  [/\bViber\/\d/u, "Viber"],
  [/\bReddit\/\d/u, "Reddit"],
  [/\bDiscord\/\d/u, "Discord"],
  [/\bGSA\/\d/u, "Google app"],
];

/** Undefined: a browser of its own. */
function inAppBrowser(header: string): string | undefined {
  return apps.find(([pattern]) => pattern.test(header))?.[1];
}
