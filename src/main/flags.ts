import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { StartFailed, type ServerOptions } from "../server/index.ts";

/**
 * The flags of `waypost serve` that mean something to a window. Chromium's own switches come on the
 * same line, so unknown flags are not ours to judge.
 * @param given the arguments after the program
 */
export function readFlags(given: readonly string[], defaultDataDir: () => string): ServerOptions {
  const flags = parse(given);
  const port = portOf("--port", flags.port);
  const publicPort = portOf("--public-port", flags.publicPort);
  return {
    dataDir: flags.data === undefined ? defaultDataDir() : resolve(flags.data),
    // The window has app://waypost; a second way in would be one more thing to guard.
    guiPort: null,
    settings: {
      ...Object.fromEntries(flags.set.map(settingOf)),
      ...(flags.rateLimit === undefined ? {} : { rateLimit: flags.rateLimit }),
      ...(flags.dialect === undefined ? {} : { dialect: flags.dialect }),
    },
    ...(port === undefined ? {} : { port }),
    ...(publicPort === undefined ? {} : { publicPort }),
    ...(flags.host === undefined ? {} : { host: flags.host }),
    ...(flags.baseUrl === undefined ? {} : { baseUrl: flags.baseUrl }),
  };
}

function parse(given: readonly string[]) {
  const { values } = parseArgs({
    args: [...given],
    strict: false,
    options: {
      data: { type: "string" },
      port: { type: "string" },
      "public-port": { type: "string" },
      host: { type: "string" },
      "base-url": { type: "string" },
      "rate-limit": { type: "string" },
      dialect: { type: "string" },
      set: { type: "string", multiple: true },
    },
  });
  const text = (name: keyof typeof values) => {
    const value = values[name];
    if (value === undefined || typeof value === "string") return value;
    throw new StartFailed(`--${name} needs a value.`);
  };
  return {
    data: text("data"),
    port: text("port"),
    publicPort: text("public-port"),
    host: text("host"),
    baseUrl: text("base-url"),
    rateLimit: text("rate-limit"),
    dialect: text("dialect"),
    set: [values.set ?? []].flat().map(String),
  };
}

function portOf(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  throw new StartFailed(`${flag} takes a port from 0 (any free one) to 65535, not "${value}".`);
}

function settingOf(pair: string): readonly [name: string, value: string] {
  const at = pair.indexOf("=");
  if (at > 0) return [pair.slice(0, at), pair.slice(at + 1)];
  throw new StartFailed(
    `--set takes name=value, for example geo.provider=cloudflare, not "${pair}".`,
  );
}
