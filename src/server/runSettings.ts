import { hostInAddress } from "./hosts.ts";
import type { Listener } from "./listeners.ts";
import type { OpenDoors } from "./openDoors.ts";
import type { ServerOptions } from "./options.ts";
import { noProxies, type Proxies, readProxies } from "./services/trustedProxies.ts";
import { type Choices, prefixOf, type Settings, type SettingTexts } from "./services/settings.ts";

/** Settings that hold at once when they are changed; the rest is what the service started with. */
export function liveSettings(settings: Settings, now: () => Choices): Settings {
  const proxiesOf = createProxiesOf();
  return {
    ...settings,
    get rateLimit() {
      return now().rateLimit;
    },
    get dialect() {
      return now().dialect;
    },
    get geoProvider() {
      return now()["geo.provider"];
    },
    get proxies() {
      return proxiesOf(now()["geo.proxies"]);
    },
    get verifyDomains() {
      return now().verifyDomains;
    },
    get askTargets() {
      return now()["targets.ask"];
    },
    get pageName() {
      return now()["page.name"];
    },
    get pageColor() {
      return now()["page.color"];
    },
    get clicksMaxBytes() {
      return now()["clicks.maxBytes"];
    },
    get historyDays() {
      return now()["history.days"];
    },
    get historyMaxBytes() {
      return now()["history.maxBytes"];
    },
    get retentionDays() {
      return now()["privacy.retentionDays"];
    },
    get aliasLength() {
      return now()["links.aliasLength"];
    },
    get backupFolder() {
      return now()["backup.folder"];
    },
    get respectDnt() {
      return now()["privacy.respectDnt"];
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

/** The choices and the addresses that came of them. */
export function settingsOf(choices: Choices, doors: OpenDoors, known: readonly string[]): Settings {
  const prefix = prefixOf(choices.baseUrl);
  const origin = ({ host, port }: Listener) =>
    `http://${wildcardNames[host] ?? hostInAddress(host)}:${port}`;
  const baseUrl = origin(doors.service) + prefix;
  const shortBase = choices.baseUrl ?? baseUrl;
  return {
    rateLimit: choices.rateLimit,
    dialect: choices.dialect,
    timeZone: choices.timeZone,
    geoProvider: choices["geo.provider"],
    proxies: readProxies(choices["geo.proxies"]) ?? noProxies,
    verifyDomains: choices.verifyDomains,
    askTargets: choices["targets.ask"],
    publicApi: choices["public.api"],
    pageName: choices["page.name"],
    pageColor: choices["page.color"],
    clicksMaxBytes: choices["clicks.maxBytes"],
    historyDays: choices["history.days"],
    historyMaxBytes: choices["history.maxBytes"],
    retentionDays: choices["privacy.retentionDays"],
    respectDnt: choices["privacy.respectDnt"],
    backupFolder: choices["backup.folder"],
    aliasLength: choices["links.aliasLength"],
    host: choices.host,
    port: doors.service.port,
    publicPort: doors.public?.port ?? null,
    guiPort: doors.gui?.port ?? null,
    baseUrl,
    publicUrl: doors.public === null ? null : origin(doors.public) + prefix,
    guiUrl: doors.gui === null ? null : `${origin(doors.gui)}/`,
    shortBase,
    prefix,
    formerBases: known.includes(shortBase) ? known : [...known, shortBase],
  };
}
