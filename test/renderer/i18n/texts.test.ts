import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";

const renderer = fileURLToPath(new URL("../../../src/renderer/", import.meta.url));

/** Attributes that somebody reads or hears. */
const spoken = new Set([
  "alt",
  "aria-description",
  "aria-label",
  "aria-roledescription",
  "aria-valuetext",
  "description",
  "error",
  "label",
  "placeholder",
  "title",
]);

/** What is the same in every language: what is typed, and names. */
const anyLanguage =
  /^(https?:\/\/\S*|#[\dA-F]{6}|[A-Z]|PNG|SVG|CSV|API|QR|npm start|,? ?(Electron|Chromium|Node)|MIT|IP Geolocation by DB-IP)$/;

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

/** Texts that stand in the code instead of the catalogues. */
function textsIn(node: Node): string[] {
  const found: string[] = [];
  if (node.type === "JSXText") found.push(String(node["value"]));
  if (node.type === "JSXAttribute" && isNode(node["name"]) && isNode(node["value"])) {
    const { name, value } = node as unknown as { name: Node; value: Node };
    if (value.type === "Literal" && spoken.has(String(name["name"]))) {
      found.push(String(value["value"]));
    }
  }
  for (const child of Object.values(node).flat()) if (isNode(child)) found.push(...textsIn(child));
  return found;
}

test("every text of the window stands in the catalogues", () => {
  const files = readdirSync(renderer, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".tsx"),
  );
  expect(files.length).toBeGreaterThan(80);
  const outside = files.flatMap((name) => {
    const { program, errors } = parseSync(name, readFileSync(join(renderer, name), "utf8"));
    expect([name, errors]).toEqual([name, []]);
    return textsIn(program as unknown as Node)
      .map((text) => text.trim())
      .filter((text) => /\p{L}/u.test(text) && !anyLanguage.test(text))
      .map((text) => `${name}: ${text}`);
  });
  expect(outside).toEqual([]);
});
