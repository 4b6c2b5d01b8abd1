// `npm run package -- --dir`: the program as a folder, also with no network; without --dir, its packages.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findElectron } from "./electronBinary.mjs";
import { zipExtension } from "./extension.mjs";
import { assertNode24 } from "./node24.mjs";
import { run } from "./processes.mjs";
import { projectDir, runScript, say } from "./say.mjs";
import { writeSbom } from "./sbom.mjs";
import { exitAtOnce, listenForStops } from "./stops.mjs";
import { makeStubElectron } from "./stubElectron.mjs";

listenForStops(exitAtOnce);
await runScript(async () => {
  assertNode24();
  const flags = process.argv.slice(2);
  const electron = electronFor(flags);
  const builder = join(projectDir, "node_modules", "electron-builder", "cli.js");
  const config = electron === null ? [] : [`--config.electronDist=${electron.dir}`];
  const { code } = await run(process.execPath, [
    builder,
    ...flags,
    ...config,
    // A package goes where its maker brings it; the release workflow does that by itself.
    "--publish=never",
  ]);
  if (electron !== null) electron.end();
  if (code === 0) say(`the browser extension is ${await zipExtension()}.`);
  if (code === 0) say(`what the packages are made of is listed in ${writeSbom()}.`);
  return code ?? 1;
});

/**
 * The Electron that a package is made with, and says which. Null: electron-builder fetches it, as it
 * fetches the tools that make an AppImage or an installer.
 */
function electronFor(/** @type {readonly string[]} */ flags) {
  const binary = findElectron();
  if (binary !== null && process.platform !== "darwin") {
    say(`packaging with the Electron of ${dirname(binary)}.`);
    return { dir: dirname(binary), end() {} };
  }
  if (!flags.includes("--dir") || process.platform !== "linux") return null;
  const dir = mkdtempSync(join(tmpdir(), "waypost-electron-"));
  makeStubElectron(dir);
  say(
    "Electron isn't here (npx install-electron fetches it): the package is made with a stub in its " +
      "place. Everything else is in it; it doesn't start.",
  );
  return { dir, end: () => rmSync(dir, { recursive: true, force: true }) };
}
