import { resolve } from "node:path";
import { StartFailed } from "../server/http/startFailed.ts";
import type { ServerOptions } from "./options.ts";
import { isRefusedByBrowsers } from "../server/features/settings/browserPorts.ts";
import { readSetting, sharedPort } from "../server/features/settings/settings.ts";

/** The flags of a start as they stand on the command line, of a terminal or of the window. */
export interface StartFlags {
  readonly data?: string | undefined;
  readonly port?: string | undefined;
  readonly publicPort?: string | undefined;
  readonly guiPort?: string | undefined;
  readonly host?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly rateLimit?: string | undefined;
  readonly dialect?: string | undefined;
  /** False: no GUI door. */
  readonly gui: boolean;
  /** `name=value` of settings. */
  readonly set?: readonly string[] | undefined;
}

/** A flag that makes no sense; the message names it and is for the owner. */
export class BadFlag extends StartFailed {}

const aPort = "a port from 1 to 65535, or 0 for any free port";

/** A door that browsers come to themselves; a tunnel goes to any port. */
function browsersPort(flag: "--port" | "--gui-port", text: string | undefined) {
  const port = valueOf(flag, text);
  if (port === undefined || !isRefusedByBrowsers(port)) return port;
  throw new BadFlag(`${flag} ${port} is a port that browsers refuse to open. Choose another port.`);
}

/** The setting that says what a flag may be, and what the flag takes in words. */
const flagsOfSettings = {
  "--port": { setting: "port", takes: aPort },
  // Without a value that closes the door: a flag that isn't given does.
  "--public-port": { setting: "port", takes: aPort },
  "--gui-port": { setting: "port", takes: aPort },
  "--host": { setting: "host", takes: "an address of this computer such as 127.0.0.1" },
  "--base-url": {
    setting: "baseUrl",
    takes: "an address such as https://example.org or https://example.org/s",
  },
  "--rate-limit": {
    setting: "rateLimit",
    takes: "a whole number of requests per minute, from 1 to 1,000,000,000",
  },
  "--dialect": { setting: "dialect", takes: "document or vendor" },
} as const;
type Flag = keyof typeof flagsOfSettings;

function valueOf<Name extends Flag>(flag: Name, text: string | undefined) {
  if (text === undefined) return undefined;
  const { setting, takes } = flagsOfSettings[flag];
  const value = readSetting<(typeof flagsOfSettings)[Name]["setting"]>(setting, text);
  if (value === undefined) throw new BadFlag(`${flag} takes ${takes}, not "${text}".`);
  return value;
}

function dataDir(text: string | undefined, otherwise: () => string): string {
  if (text === undefined) return otherwise();
  if (text.trim() === "") throw new BadFlag("--data needs the name of a folder.");
  return resolve(text);
}

function settingOf(pair: string): readonly [name: string, text: string] {
  const [, name, text] = /^([A-Za-z][\w.]*)=(.*)$/s.exec(pair) ?? [];
  if (name !== undefined && text !== undefined) return [name, text];
  throw new BadFlag(`--set takes name=value, such as geo.provider=cloudflare, not "${pair}".`);
}

/** The flag that names a door's port. */
export const doorFlags = {
  port: "--port",
  publicPort: "--public-port",
  guiPort: "--gui-port",
} as const;

/** What the flags ask for; throws {@link BadFlag} with the one flag that makes no sense. */
export function readStartFlags(flags: StartFlags, defaultDataDir: () => string): ServerOptions {
  const port = browsersPort("--port", flags.port);
  const publicPort = valueOf("--public-port", flags.publicPort);
  const guiPort = browsersPort("--gui-port", flags.guiPort);
  if (!flags.gui && guiPort !== undefined) {
    throw new BadFlag("--gui-port and --no-gui can't be combined.");
  }
  const shared = sharedPort({ port, publicPort, guiPort });
  if (shared !== undefined) {
    const names = shared.doors.map((door) => doorFlags[door]).join(" and ");
    throw new BadFlag(`${names} have the same port, ${shared.number}.`);
  }
  const host = valueOf("--host", flags.host);
  const baseUrl = valueOf("--base-url", flags.baseUrl);
  const { rateLimit, dialect } = flags;
  valueOf("--rate-limit", rateLimit);
  valueOf("--dialect", dialect);
  return {
    dataDir: dataDir(flags.data, defaultDataDir),
    ...(port !== undefined && { port }),
    ...(publicPort !== undefined && { publicPort }),
    ...(guiPort !== undefined && { guiPort }),
    ...(!flags.gui && { guiPort: null }),
    ...(host !== undefined && { host }),
    ...(typeof baseUrl === "string" && { baseUrl }),
    settings: {
      ...Object.fromEntries((flags.set ?? []).map(settingOf)),
      ...(rateLimit !== undefined && { rateLimit }),
      ...(dialect !== undefined && { dialect }),
    },
  };
}
