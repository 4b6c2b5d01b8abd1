import { readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { contrastOf } from "../../../src/renderer/ui/inputs/colours.ts";

const css = readFileSync(
  new URL("../../../src/renderer/theme/tokens.css", import.meta.url),
  "utf8",
);

/** Colours by name, of the first block that a selector opens. */
function tokensOf(selector: string): Readonly<Record<string, string>> {
  const from = css.indexOf(`${selector} {`);
  const block = css.slice(from, css.indexOf("}", from));
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name, colour]),
  );
}

const light = tokensOf(":root");
const schemes = {
  light,
  dark: { ...light, ...tokensOf(':root[data-mantine-color-scheme="dark"]') },
};

/** What is read, and on what. */
const texts: Readonly<Record<string, readonly string[]>> = {
  ink: ["paper", "sheet", "wash", "accent-wash", "danger-wash", "caution-wash", "mark"],
  "ink-soft": ["paper", "sheet", "wash", "accent-wash", "caution-wash"],
  "accent-text": ["paper", "sheet", "wash", "accent-wash"],
  accent: ["sheet"],
  good: ["paper", "sheet", "wash", "good-wash"],
  danger: ["paper", "sheet", "wash", "danger-wash"],
  caution: ["paper", "sheet", "wash", "caution-wash"],
  "on-accent": ["accent", "accent-strong"],
  "on-danger": ["danger", "danger-strong"],
  paper: ["ink"],
};

/** Lines and signs that say something, which need less. */
const signs: Readonly<Record<string, readonly string[]>> = {
  accent: ["paper", "wash"],
  "line-strong": ["paper", "sheet"],
  data: ["paper", "sheet"],
  "data-before": ["paper", "sheet"],
};

test("the faces together weigh 200 kB at most", () => {
  const faces = readFileSync(
    new URL("../../../src/renderer/theme/fonts.css", import.meta.url),
    "utf8",
  );
  const files = [...faces.matchAll(/url\("([^"]+)"\)/g)].map(([, file]) => file ?? "");
  const weights = files
    .filter((file) => !file.includes("arabic"))
    .map((file) => statSync(new URL(`../../../node_modules/${file}`, import.meta.url)).size);
  expect(weights).toHaveLength(5);
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(200_000);
});

for (const [scheme, tokens] of Object.entries(schemes))
  for (const [least, pairs] of [
    [4.5, texts],
    [3, signs],
  ] as const)
    test(`${scheme}: ${least} to 1 between ${Object.keys(pairs).join(", ")} and what they stand on`, () => {
      const poor = Object.entries(pairs).flatMap(([front, backs]) =>
        backs
          .map((back) => ({
            pair: `${front} on ${back}`,
            contrast: contrastOf(tokens[front] ?? "", tokens[back] ?? ""),
          }))
          .filter(({ contrast }) => contrast === null || contrast < least),
      );
      expect(poor).toEqual([]);
    });
