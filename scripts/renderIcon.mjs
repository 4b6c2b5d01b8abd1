// After a change of resources/icon.svg: node scripts/renderIcon.mjs makes the picture that packages carry.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import { projectDir } from "./say.mjs";

const drawing = readFileSync(join(projectDir, "resources", "icon.svg"), "utf8");
const picture = new Resvg(drawing, { fitTo: { mode: "width", value: 1_024 } }).render();
writeFileSync(join(projectDir, "resources", "icon.png"), picture.asPng());
