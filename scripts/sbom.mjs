import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { shippedLicences } from "./licences.mjs";
import { projectDir } from "./say.mjs";

/**
 * @typedef {{ "bom-ref": string, name: string, version: string, scope?: string, properties?: unknown }} Component
 * @typedef {{ bomFormat: string, specVersion: string, metadata: { component: Component & { type: string } },
 *   components: Component[], dependencies: { ref: string, dependsOn?: string[] }[] }} Sbom
 */

/** What npm says of the lockfile, in CycloneDX. It asks no registry. */
function lockedSbom() {
  // The npm that started us, where one did.
  const self = process.env["npm_execpath"];
  const isScript = self !== undefined && /npm-cli\.c?js$/.test(self);
  const asked = ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"];
  const text = execFileSync(
    isScript ? process.execPath : "npm",
    isScript ? [self, ...asked] : asked,
    {
      cwd: projectDir,
      encoding: "utf8",
      maxBuffer: 64 * 2 ** 20,
      stdio: ["ignore", "pipe", "ignore"],
      // Node refuses to start npm.cmd without a shell.
      shell: !isScript && process.platform === "win32",
    },
  );
  /** @type {Sbom} */
  const sbom = JSON.parse(text);
  return sbom;
}

/**
 * The bill of materials of what is shipped. npm knows which packages are for development only, but not
 * that the window's libraries among them are bundled into the build.
 * @returns {Sbom}
 */
export function makeSbom() {
  const shipped = new Set(
    shippedLicences().packages.map(({ name, version }) => `${name}@${version}`),
  );
  const { metadata, components, dependencies, ...rest } = lockedSbom();
  const kept = components.filter(({ name, version }) => shipped.has(`${name}@${version}`));
  const root = metadata.component;
  const refs = new Set([root["bom-ref"], ...kept.map((component) => component["bom-ref"])]);
  return {
    ...rest,
    // npm names the project by its folder.
    metadata: { ...metadata, component: { ...root, type: "application", name: "waypost" } },
    components: kept.map(({ properties: _marks, ...component }) => ({
      ...component,
      scope: "required",
    })),
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({
        ref,
        dependsOn: dependsOn.filter((one) => refs.has(one)),
      })),
  };
}

/** Writes it beside the packages; answers where. */
export function writeSbom() {
  /** @type {{ version: string }} */
  const { version } = JSON.parse(readFileSync(join(projectDir, "package.json"), "utf8"));
  const dir = join(projectDir, "dist");
  const file = join(dir, `waypost-${version}.cdx.json`);
  mkdirSync(dir, { recursive: true });
  writeFileSync(file, `${JSON.stringify(makeSbom(), null, 2)}\n`);
  return file;
}
