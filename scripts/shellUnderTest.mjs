import { hasDisplay } from "./desktop.mjs";
import { findElectron } from "./electronBinary.mjs";
import { SetupFailed } from "./say.mjs";

/**
 * What the shell's specs run in: real Electron where it and a display are there, else the stand-in.
 * WAYPOST_SHELL=electron (the release workflow) or =stand-in insists on one of them.
 * @returns {{ kind: "real Electron", binary: string } | { kind: "stand-in" }}
 */
export function shellUnderTest(env = process.env) {
  const wish = env["WAYPOST_SHELL"];
  if (wish === "stand-in") return { kind: "stand-in" };
  const binary = hasDisplay(process.platform, env) ? findElectron() : null;
  if (binary !== null) return { kind: "real Electron", binary };
  if (wish === "electron") {
    throw new SetupFailed("WAYPOST_SHELL=electron, but there is no Electron binary or no display.");
  }
  return { kind: "stand-in" };
}
