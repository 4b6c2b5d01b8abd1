/**
 * @param {NodeJS.Platform} platform
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export function hasDisplay(platform, env) {
  if (platform === "win32" || platform === "darwin") return true;
  return Boolean(env["DISPLAY"]) || Boolean(env["WAYLAND_DISPLAY"]);
}
