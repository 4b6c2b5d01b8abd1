import { parseArgs } from "node:util";

/** The flags of `waypost serve` that choose a setting. */
const settings = /** @type {const} */ ({
  port: "port",
  "public-port": "publicPort",
  "gui-port": "guiPort",
  host: "host",
  "base-url": "baseUrl",
  "rate-limit": "rateLimit",
  dialect: "dialect",
});

/** @typedef {{ flag: string, setting: string, value: string }} Asked `flag`: as it was typed */

/**
 * What a command line asks a service to be.
 * @param {readonly string[]} line
 * @returns {Asked[]}
 */
export function askedOf(line) {
  const { values } = parseArgs({
    args: [...line],
    strict: false,
    options: {
      data: { type: "string" },
      set: { type: "string", multiple: true },
      ...Object.fromEntries(Object.keys(settings).map((name) => [name, { type: "string" }])),
    },
  });
  const flags = Object.entries(settings).flatMap(([name, setting]) => {
    const value = values[name];
    return typeof value === "string" ? { flag: `--${name} ${value}`, setting, value } : [];
  });
  const noGui =
    values["no-gui"] === true ? [{ flag: "--no-gui", setting: "guiPort", value: "off" }] : [];
  const pairs = [values["set"] ?? []].flat().map((pair) => {
    const [setting = "", ...value] = String(pair).split("=");
    return { flag: `--set ${pair}`, setting, value: value.join("=") };
  });
  return [...flags, ...noGui, ...pairs];
}

/**
 * The flags that a service is not.
 * @param {readonly string[]} line
 * @param {Readonly<Record<string, string>>} held its settings, by name
 */
export function notHeld(line, held) {
  return askedOf(line)
    .filter(({ setting, value }) => !isHeld(setting, value, held[setting]))
    .map(({ flag }) => flag);
}

/**
 * @param {string} setting
 * @param {string} value
 * @param {string | undefined} held
 */
function isHeld(setting, value, held) {
  // Any free port is what it has.
  if (value === "0" && /port$/i.test(setting)) return held !== undefined && held !== "off";
  return held === (setting === "baseUrl" ? value.replace(/\/+$/, "") : value);
}
