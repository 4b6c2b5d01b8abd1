import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

function read(language: string): Map<string, string> {
  const file = new URL(`../../../src/renderer/i18n/${language}.json`, import.meta.url);
  return new Map(flatten(JSON.parse(readFileSync(file, "utf8")), ""));
}

function flatten(catalogue: Catalogue, prefix: string): [key: string, text: string][] {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === "string" ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );
}

/** The names that a text has filled in. */
function places(text: string): string[] {
  return (text.match(/\{\{\w+\}\}/g) ?? []).toSorted();
}

const english = read("en");
const persian = read("fa");

test("both catalogues have the same keys, and every text says something", () => {
  expect([...persian.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  for (const text of [...english.values(), ...persian.values()]) expect(text.trim()).not.toBe("");
});

test("a text has the same places to fill in, in both languages", () => {
  const placesOf = (catalogue: Map<string, string>) =>
    [...catalogue].map(([key, text]) => [key, places(text)]);
  expect(Object.fromEntries(placesOf(persian))).toEqual(Object.fromEntries(placesOf(english)));
});
