// After a change of resources/icon.svg: node scripts/renderIcon.mjs makes every picture that packages and trays show.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import { icns, ico } from "./iconFiles.mjs";
import { projectDir } from "./say.mjs";

const resources = join(projectDir, "resources");
const drawing = readFileSync(join(resources, "icon.svg"), "utf8");

function render(/** @type {string} */ svg, /** @type {number} */ width) {
  return new Resvg(svg, { fitTo: { mode: "width", value: width } }).render().asPng();
}

/** The drawing without the air around a part of it; the numbers are those of icon.svg. */
function cropped(/** @type {string} */ svg, /** @type {number} */ edge) {
  return svg.replace(
    'viewBox="0 0 1024 1024"',
    `viewBox="${edge} ${edge} ${1_024 - 2 * edge} ${1_024 - 2 * edge}"`,
  );
}

/** Where links are dark, so is the sign. */
function darkened(/** @type {string} */ svg) {
  return svg.replace("#e8743b", "#8d867b").replaceAll("#efe9dd", "#8d867b");
}

/** macOS takes the shape of a template and colours it itself: black, on nothing. */
function template(/** @type {string} */ svg, opacity = 1) {
  return svg
    .replace(/<rect [^>]*>/, "")
    .replace("<g ", `<g opacity="${opacity}" `)
    .replaceAll(/ fill="#\w+"/g, ' fill="#000000"');
}

/** In sixteen pixels the mark needs more of the ground. */
function enlarged(/** @type {string} */ svg) {
  return svg.replace("translate(203 203) scale(25.75)", "translate(152 152) scale(30)");
}

/** Packages of Linux carry all of these, one file a size. */
const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512];
const macSizes = [32, 64, 128, 256, 512, 1_024];
const windowsSizes = [16, 24, 32, 48, 64, 128, 256];

function writeIcons() {
  mkdirSync(join(resources, "icons"), { recursive: true });
  for (const size of linuxSizes) {
    writeFileSync(join(resources, "icons", `${size}x${size}.png`), render(drawing, size));
  }
  const tight = cropped(drawing, 100);
  const pictures = (/** @type {string} */ svg, /** @type {readonly number[]} */ sizes) =>
    sizes.map((size) => ({ size, png: render(svg, size) }));
  writeFileSync(join(resources, "icon.png"), render(drawing, 1_024));
  writeFileSync(join(resources, "icon.icns"), icns(pictures(drawing, macSizes)));
  // Windows puts no air around its icons.
  writeFileSync(join(resources, "icon.ico"), ico(pictures(tight, windowsSizes)));
}

/** `@2x` and so on are found by Electron itself, by the screen's scale. */
const trayScales = [1, 1.25, 1.5, 2, 3];

function writeTrayIcons() {
  const dir = join(resources, "tray");
  mkdirSync(dir, { recursive: true });
  const tight = enlarged(cropped(drawing, 100));
  const shapes = {
    tray: tight,
    trayDark: darkened(tight),
    trayTemplate: template(cropped(drawing, 203)),
    trayDarkTemplate: template(cropped(drawing, 203), 0.4),
  };
  for (const [name, svg] of Object.entries(shapes)) {
    for (const scale of trayScales) {
      const file = scale === 1 ? `${name}.png` : `${name}@${scale}x.png`;
      writeFileSync(join(dir, file), render(svg, 16 * scale));
    }
  }
}

writeIcons();
writeTrayIcons();
