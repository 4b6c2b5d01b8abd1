import { hostInAddress } from "../server/http/hosts.ts";
import type { Listener } from "../server/http/listener.ts";
import type { OpenDoors } from "../server/http/startListeners.ts";
import type { ServerOptions } from "./options.ts";
import {
  noProxies,
  type Proxies,
  readProxies,
} from "../server/features/settings/trustedProxies.ts";
import type { SettingsStore } from "../server/features/settings/settingsStore.ts";
import {
  newestBases,
  prefixOf,
  type Settings,
  type SettingTexts,
} from "../server/features/settings/settings.ts";

/** The settings as they are now, with the addresses that came of them. */
export function liveSettings(
  { get }: Pick<SettingsStore, "get">,
  doors: OpenDoors,
  addresses: () => Addresses,
): Settings {
  const proxiesOf = createProxiesOf();
  return {
    get,
    host: get("host"),
    port: doors.service.port,
    guiPort: doors.gui?.port ?? null,
    guiUrl:
      doors.gui === null ? null : `${originOf({ ...doors.gui, host: doors.gui.browserHost })}/`,
    get pageName() {
      return get("page.name");
    },
    get pageColor() {
      return get("page.color");
    },
    get respectDnt() {
      return get("privacy.respectDnt");
    },
    get geoProvider() {
      return get("geo.provider");
    },
    get proxies() {
      return proxiesOf(get("geo.proxies"));
    },
    get baseUrl() {
      return addresses().baseUrl;
    },
    get publicPort() {
      return addresses().publicPort;
    },
    get publicUrl() {
      return addresses().publicUrl;
    },
    get shortBase() {
      return addresses().shortBase;
    },
    get prefix() {
      return addresses().prefix;
    },
    get formerPrefixes() {
      return addresses().formerPrefixes;
    },
    get formerBases() {
      return addresses().formerBases;
    },
  };
}

/** Read anew only when the text is another: every visit asks. */
function createProxiesOf(): (text: string) => Proxies {
  let known: string | undefined;
  let proxies = noProxies;
  return (text) => {
    if (text !== known) {
      known = text;
      proxies = readProxies(text) ?? noProxies;
    }
    return proxies;
  };
}

/** What the command line says, by setting. Its own options go before `--set`. */
export function textsOf(given: ServerOptions): SettingTexts {
  const { port, publicPort, guiPort, host, baseUrl } = given;
  return {
    ...given.settings,
    ...(port === undefined ? {} : { port }),
    ...(publicPort === undefined || publicPort === null ? {} : { publicPort }),
    ...(guiPort === undefined ? {} : { guiPort: guiPort ?? "off" }),
    ...(host === undefined ? {} : { host }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  };
}

const wildcardNames: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };

/** Where the service is reached: what can be another while it runs. */
export type Addresses = Pick<
  Settings,
  "baseUrl" | "publicPort" | "publicUrl" | "shortBase" | "prefix" | "formerPrefixes" | "formerBases"
>;

const originOf = ({ host, port }: Pick<Listener, "host" | "port">) =>
  `http://${wildcardNames[host] ?? hostInAddress(host)}:${port}`;

/** @param base what short addresses are printed with; null: the service door's own address */
export function addressesOf(
  base: string | null,
  doors: OpenDoors,
  known: readonly string[],
): Addresses {
  const prefix = prefixOf(base);
  const baseUrl = originOf(doors.service) + prefix;
  const shortBase = base ?? baseUrl;
  const formerBases = newestBases([...known.filter((one) => one !== shortBase), shortBase]);
  const prefixes = new Set(formerBases.map(prefixOf));
  prefixes.delete("");
  prefixes.delete(prefix);
  return {
    baseUrl,
    publicPort: doors.public?.port ?? null,
    publicUrl: doors.public === null ? null : originOf(doors.public) + prefix,
    shortBase,
    prefix,
    formerPrefixes: [...prefixes].toSorted((a, b) => b.length - a.length),
    formerBases,
  };
}

/** The addresses of this moment; another object after each change. */
export interface LiveAddresses {
  now(): Addresses;
  /** What short addresses are printed with; null: the service door's own address. */
  base(): string | null;
  /** What they would be with another base; null: the service door's own address. */
  with(base: string | null): Addresses;
  /** Prints short addresses with another base from now on. */
  use(base: string | null): void;
  /** The public door was opened or closed. */
  look(): void;
  /** Answers below a path too as long as `work` takes. */
  answeringBelow<Result>(prefix: string, work: () => Promise<Result>): Promise<Result>;
  /** Told of each change. */
  onChange(listener: () => void): void;
}

export function createAddresses(
  base: string | null,
  doors: OpenDoors,
  known: readonly string[],
): LiveAddresses {
  const listeners: (() => void)[] = [];
  let present = base;
  let now = addressesOf(base, doors, known);
  const change = (next: Addresses) => {
    now = next;
    for (const listener of listeners) listener();
  };
  const look = () => change(addressesOf(present, doors, now.formerBases));

  return {
    now: () => now,
    base: () => present,
    with: (other) => addressesOf(other, doors, now.formerBases),
    use(other) {
      present = other;
      look();
    },
    look,
    async answeringBelow(prefix, work) {
      if (prefix === "" || [now.prefix, ...now.formerPrefixes].includes(prefix)) return work();
      now = { ...now, formerPrefixes: [prefix, ...now.formerPrefixes] };
      return work().finally(look);
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
