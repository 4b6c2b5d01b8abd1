import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "./say.mjs";

/** Where Electron's binary keeps its fuses: a marker, the version, their number, one byte each. */
const fuseWire = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";

/**
 * Makes what the packager wants of an Electron for Linux: an executable with fuses, its version, its
 * licences. A package with it is whole but for Electron itself, so that it can be looked into, and
 * what it starts is a line that says so.
 * @param {string} dir
 */
export function makeStubElectron(dir) {
  const manifest = readFileSync(join(projectDir, "node_modules/electron/package.json"), "utf8");
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "version"), JSON.parse(manifest).version);
  writeFileSync(join(dir, "LICENSE"), "");
  writeFileSync(join(dir, "LICENSES.chromium.html"), "");
  const script = "#!/bin/sh\necho 'This package was made without Electron.' >&2\nexit 1\n";
  const fuses = [Buffer.from(fuseWire), Buffer.from([1, 9]), Buffer.from("0".repeat(9))];
  writeFileSync(join(dir, "electron"), Buffer.concat([Buffer.from(script), ...fuses]));
  chmodSync(join(dir, "electron"), 0o755);
}
