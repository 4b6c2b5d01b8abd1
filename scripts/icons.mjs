import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "./say.mjs";

/** The set as one file: as one file an icon it would be a third of all that an install writes. */
const iconSet = "@iconify-json/tabler";
const prefix = `${iconSet}/icons/`;

/** @typedef {{ icons: Record<string, { body: string }> }} IconSet */

/** The lines of an icon: the `d` of each path of its SVG, in a square of 24. */
export function iconPaths(/** @type {string} */ name, /** @type {IconSet} */ { icons }) {
  const body = icons[name]?.body;
  if (body === undefined) throw new Error(`${iconSet} has no icon "${name}".`);
  const paths = [...body.matchAll(/<path (?:[\w-]+="[^"]*" )*?d="([^"]+)"\/>/g)];
  const isOutline = body.includes('fill="none" stroke="currentColor"');
  if (!isOutline || body.replaceAll(/<g [^>]*>|<\/g>|<path [^>]*\/>/g, "") !== "")
    throw new Error(`The icon "${name}" is more than outlines, which outlineIcon can't draw.`);
  return paths.map(([, d = ""]) => d);
}

/** Modules `@iconify-json/tabler/icons/NAME` for the window: a React component each. */
export function iconModules() {
  /** @type {IconSet | undefined} */
  let set;
  return {
    name: "waypost-icons",
    // Before the packages are searched for a file of that name.
    enforce: /** @type {const} */ ("pre"),
    resolveId: (/** @type {string} */ id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(/** @type {string} */ id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      set ??= /** @type {IconSet} */ (
        JSON.parse(readFileSync(join(projectDir, "node_modules", iconSet, "icons.json"), "utf8"))
      );
      const paths = iconPaths(id.slice(prefix.length + 1), set);
      const drawing = join(projectDir, "src/renderer/theme/outlineIcon.tsx").replaceAll("\\", "/");
      return `import { outlineIcon } from ${JSON.stringify(drawing)};
export default /* @__PURE__ */ outlineIcon(${JSON.stringify(paths)});`;
    },
  };
}
