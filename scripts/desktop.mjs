import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { posix } from "node:path";

/**
 * @param {NodeJS.Platform} platform
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export function hasDisplay(platform, env) {
  if (platform === "win32" || platform === "darwin") return true;
  return Boolean(env["DISPLAY"]) || Boolean(env["WAYLAND_DISPLAY"]);
}

/**
 * @param {NodeJS.Platform} platform
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {(file: string) => boolean} [isThere]
 * @returns {{ command: string, args: string[] } | null} what opens an address in the owner's browser
 */
export function browserOpener(platform, env, isThere = existsSync) {
  if (platform === "darwin") return { command: "open", args: [] };
  if (platform === "win32") return { command: "rundll32", args: ["url.dll,FileProtocolHandler"] };
  if (!hasDisplay(platform, env)) return null;
  const opener = (env["PATH"] ?? "")
    .split(":")
    .map((folder) => posix.join(folder, "xdg-open"))
    .find(isThere);
  return opener === undefined ? null : { command: opener, args: [] };
}

/** @returns {boolean} whether there was something to open it with */
export function openInBrowser(/** @type {string} */ address) {
  const opener = browserOpener(process.platform, process.env);
  if (opener === null) return false;
  const child = spawn(opener.command, [...opener.args, address], {
    detached: true,
    stdio: "ignore",
  });
  child.on("error", () => {});
  child.unref();
  return true;
}
