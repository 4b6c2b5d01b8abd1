import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { contractEnglish } from "../../../src/renderer/i18n/contractEnglish.ts";

interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

const renderer = new URL("../../../src/renderer/", import.meta.url);

function read(path: string): [key: string, text: string][] {
  return flatten(JSON.parse(readFileSync(new URL(path, renderer), "utf8")), "");
}

const rooms = readdirSync(fileURLToPath(renderer), { recursive: true, encoding: "utf8" })
  .filter((file) => basename(file) === "words.en.json")
  .map(dirname);

/** Everything the window says in a language; a key stands in one place. */
function wordsOf(language: string, ...further: [key: string, text: string][]): Map<string, string> {
  const all = [
    ...read(`i18n/${language}.json`),
    ...further,
    ...rooms.flatMap((room) => read(`${room}/words.${language}.json`)),
  ];
  expect(all.map(([key]) => key)).toEqual([...new Set(all.map(([key]) => key))]);
  return new Map(all);
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

/** The message of a fault is said by the fault's own words. */
const english = wordsOf(
  "en",
  ...flatten(contractEnglish, "").filter(([key]) => key !== "messages.record.fault"),
);
const persian = wordsOf("fa", ...read("i18n/messages.fa.json"));

/** What the server says by code. */
const ofServer = /^(messages|tunnelProblems|edgeProblems)\./;

test("both catalogues have the same keys, and every text says something", () => {
  expect([...persian.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  for (const text of [...english.values(), ...persian.values()]) expect(text.trim()).not.toBe("");
});

test("a text has the same places to fill in, in both languages", () => {
  const placesOf = (catalogue: Map<string, string>) =>
    [...catalogue].filter(([key]) => !ofServer.test(key)).map(([key, text]) => [key, places(text)]);
  expect(Object.fromEntries(placesOf(persian))).toEqual(Object.fromEntries(placesOf(english)));
});

test("a message in Persian has no place that the English doesn't have", () => {
  const strangers = [...persian]
    .filter(([key]) => ofServer.test(key))
    .flatMap(([key, text]) =>
      places(text)
        .filter((place) => english.get(key)?.includes(place) !== true)
        .map((place) => `${key}: ${place}`),
    );
  expect(strangers).toEqual([]);
});

test("apostrophes are typographic, as quotation marks are", () => {
  const straight = [...english, ...persian].filter(([, text]) =>
    /[\p{L}}]'[\p{L}\s]|"/u.test(text),
  );
  expect(straight.map(([key]) => key)).toEqual([]);
});
