import { parseArgs } from "node:util";
import { BadFlag, readStartFlags, type ServerOptions, type StartFlags } from "../app/index.ts";

/**
 * The flags of `waypost serve` that mean something to a window. Chromium's own switches come on the
 * same line, so unknown flags are not ours to judge.
 * @param given the arguments after the program
 */
export function readFlags(given: readonly string[], defaultDataDir: () => string): ServerOptions {
  return readStartFlags(parse(given), defaultDataDir);
}

function parse(given: readonly string[]): StartFlags {
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
    throw new BadFlag(`--${name} needs a value.`);
  };
  return {
    // The window has app://waypost; a second way in would be one more thing to guard.
    gui: false,
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
