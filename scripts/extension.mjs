import {
  cpSync,
  createWriteStream,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { build } from "vite";
import { ZipFile } from "yazl";
import { projectDir } from "./say.mjs";

const source = join(projectDir, "extension");
const built = join(projectDir, "out", "extension");

/** @returns {{ version: string }} */
const packageFile = () => JSON.parse(readFileSync(join(projectDir, "package.json"), "utf8"));

/** Builds the browser extension along with the rest: `out/extension`, which a browser loads as it is. */
export function extension() {
  return {
    name: "waypost-extension",
    apply: /** @type {const} */ ("build"),
    closeBundle: () => buildExtension(built),
  };
}

/** The signpost of the program's icon, in the colors of the page. @returns {string} */
export function markOf(/** @type {string} */ icon) {
  const [post, arm, other] = [...icon.matchAll(/<path d="([^"]+)"/g)].map(([, d]) => d);
  const path = (/** @type {string | undefined} */ d, color = "currentColor") =>
    `<path d="${d}" fill="${color}" />`;
  return `<svg viewBox="0 0 24 24" class="mark" aria-hidden="true">${path(post)}${path(arm, "var(--accent)")}${path(other)}</svg>`;
}

/** Puts the mark where pages have its comment. */
const drawMark = {
  name: "waypost-mark",
  transformIndexHtml: (/** @type {string} */ html) =>
    html.replace(
      "<!-- mark -->",
      markOf(readFileSync(join(projectDir, "resources", "icon.svg"), "utf8")),
    ),
};

export async function buildExtension(/** @type {string} */ outDir) {
  await build({
    root: source,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    base: "./",
    plugins: [drawMark],
    build: {
      outDir,
      emptyOutDir: true,
      target: ["chrome121", "firefox128"],
      // Stores read what they are sent.
      minify: false,
      modulePreload: false,
      rolldownOptions: {
        input: {
          popup: join(source, "popup.html"),
          options: join(source, "options.html"),
          background: join(source, "src", "background.ts"),
        },
        output: {
          entryFileNames: "[name].js",
          chunkFileNames: "[name].js",
          assetFileNames: "[name][extname]",
        },
      },
    },
  });
  const manifest = JSON.parse(readFileSync(join(source, "manifest.json"), "utf8"));
  const { version } = packageFile();
  const text = JSON.stringify({ ...manifest, version }, undefined, 2);
  writeFileSync(join(outDir, "manifest.json"), `${text}\n`);
  cpSync(join(source, "_locales"), join(outDir, "_locales"), { recursive: true });
  mkdirSync(join(outDir, "icons"), { recursive: true });
  for (const size of Object.keys(manifest.icons)) {
    const icon = join(projectDir, "resources", "icons", `${size}x${size}.png`);
    cpSync(icon, join(outDir, "icons", `${size}.png`));
  }
}

/** The extension as stores take it. @returns {Promise<string>} its file */
export async function zipExtension() {
  const zip = new ZipFile();
  for (const entry of readdirSync(built, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // One package of the same sources is like another.
    const name = path.slice(built.length + 1).replaceAll("\\", "/");
    zip.addFile(path, name, { mtime: new Date(2020, 0, 1), mode: 0o100644 });
  }
  zip.end();
  const dist = join(projectDir, "dist");
  mkdirSync(dist, { recursive: true });
  const file = join(dist, `waypost-extension-${packageFile().version}.zip`);
  await pipeline(zip.outputStream, createWriteStream(file));
  return file;
}
