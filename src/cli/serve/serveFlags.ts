import { isIP } from "node:net";
import { resolve } from "node:path";
import type { ServerOptions } from "../../server/index.ts";
import { CommandFailed, exitCodes } from "../exitCodes.ts";

/** Flags of `waypost serve` as they stand on the command line. */
export interface ServeFlags {
  readonly data?: string;
  readonly port?: string;
  readonly publicPort?: string;
  readonly guiPort?: string;
  readonly host?: string;
  readonly baseUrl?: string;
  readonly rateLimit?: string;
  readonly dialect?: string;
  /** False with `--no-gui`. */
  readonly gui: boolean;
  readonly json?: boolean;
  readonly set?: readonly string[];
}

function wrong(message: string): CommandFailed {
  return new CommandFailed(exitCodes.wrongUse, message);
}

function port(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (number <= 65_535) return number;
  throw wrong(`${flag} takes a port from 0 (any free one) to 65535, not "${value}".`);
}

function host(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const isName = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(value);
  const isNumeric = /^[\d.]+$/.test(value);
  if (isIP(value) !== 0 || (isName && !isNumeric)) return value;
  throw wrong(`--host takes an address of this computer such as 127.0.0.1, not "${value}".`);
}

/** The public address: scheme, host and maybe a path prefix; without a trailing slash. */
function baseUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.parse(value);
  const isAddress =
    url !== null &&
    /^https?:\/\//i.test(value) &&
    /^https?:$/.test(url.protocol) &&
    url.username === "" &&
    url.password === "" &&
    !/[?#]/.test(value);
  if (isAddress) return url.href.replace(/\/+$/, "");
  throw wrong(
    `--base-url takes an address such as https://example.org or https://example.org/s, not "${value}".`,
  );
}

function dataDir(value: string | undefined, otherwise: () => string): string {
  if (value === undefined) return otherwise();
  if (value.trim() === "") throw wrong("--data takes a folder, and its name is empty.");
  return resolve(value);
}

function rateLimit(value: string | undefined): Record<string, string> {
  if (value === undefined) return {};
  if (/^[1-9]\d{0,9}$/.test(value)) return { rateLimit: value };
  throw wrong(`--rate-limit takes the requests a minute, a whole number from 1, not "${value}".`);
}

function dialect(value: string | undefined): Record<string, string> {
  if (value === undefined) return {};
  if (value === "document" || value === "vendor") return { dialect: value };
  throw wrong(`--dialect takes document or vendor, not "${value}".`);
}

function settings(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^([A-Za-z][\w.]*)=(.*)$/s.exec(pair) ?? [];
      if (name === undefined || value === undefined) {
        throw wrong(`--set takes name=value, for example geo.provider=cloudflare, not "${pair}".`);
      }
      return [name, value];
    }),
  );
}

function refuseSharedPorts(ports: Readonly<Record<string, number | undefined>>): void {
  const seen = new Map<number, string>();
  for (const [flag, number] of Object.entries(ports)) {
    if (number === undefined || number === 0) continue;
    const other = seen.get(number);
    if (other !== undefined) throw wrong(`${other} and ${flag} name the same port, ${number}.`);
    seen.set(number, flag);
  }
}

/** What the flags ask for; throws {@link CommandFailed} with the one flag that makes no sense. */
export function serverOptions(flags: ServeFlags, defaultDataDir: () => string): ServerOptions {
  const servicePort = port("--port", flags.port);
  const publicPort = port("--public-port", flags.publicPort);
  const guiPort = port("--gui-port", flags.guiPort);
  if (!flags.gui && guiPort !== undefined)
    throw wrong("--gui-port and --no-gui exclude each other.");
  refuseSharedPorts({ "--port": servicePort, "--public-port": publicPort, "--gui-port": guiPort });
  const address = host(flags.host);
  const publicAddress = baseUrl(flags.baseUrl);
  return {
    dataDir: dataDir(flags.data, defaultDataDir),
    ...(servicePort === undefined ? {} : { port: servicePort }),
    ...(publicPort === undefined ? {} : { publicPort }),
    ...(flags.gui ? (guiPort === undefined ? {} : { guiPort }) : { guiPort: null }),
    ...(address === undefined ? {} : { host: address }),
    ...(publicAddress === undefined ? {} : { baseUrl: publicAddress }),
    settings: {
      ...settings(flags.set ?? []),
      ...rateLimit(flags.rateLimit),
      ...dialect(flags.dialect),
    },
  };
}
