import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { contractEnglish } from "../../../src/renderer/i18n/contractEnglish.ts";
import { createCountryNames } from "../../../src/renderer/i18n/countryNames.ts";
import { createFormat } from "../../../src/renderer/i18n/format.ts";
import { type Language, preferencesFor } from "../../../src/renderer/i18n/preferences.ts";
import { typedMoment } from "../../../src/renderer/i18n/typedMoment.ts";

/** The key of a text that stands twice, or how that begins; or what the holes of a text are filled with. */
type Given = string | Readonly<Record<string, string | number>>;

/** What the window says in the language of a run, found by what it says in English. */
export interface Say {
  /** As it is on screen, numbers and names filled in: `say("Import 59 links")`, `say("Delete {{name}}", { name })`. */
  (english: string, given?: Given): string;
  /** Contains it, whatever fills the holes that nothing was given for: `say.like("Edit {{name}}")`. */
  like(english: string, given?: Given): RegExp;
  number(value: number): string;
  /** A part of a whole, 0 to 1. */
  share(value: number): string;
  /** A timestamp of the contract as a day and a time. */
  moment(timestamp: string): string;
  day(timestamp: string): string;
  /** The same as it is typed, year first. */
  typed(timestamp: string): string;
}

type Values = Readonly<Record<string, string>>;

/** A place of the catalogues, and what its holes are filled with. */
interface Place {
  readonly key: string;
  readonly values: Values;
}

const renderer = fileURLToPath(new URL("../../../src/renderer/", import.meta.url));
const hole = /\{\{(\w+)\}\}/g;

function readJson(file: string): object {
  return JSON.parse(readFileSync(join(renderer, file), "utf8"));
}

function textsOf(words: object, before = ""): (readonly [string, string])[] {
  return Object.entries(words).flatMap(([name, inner]) =>
    typeof inner === "string"
      ? [[`${before}${name}`, inner] as const]
      : textsOf(inner, `${before}${name}.`),
  );
}

export function catalogueOf(language: Language): ReadonlyMap<string, string> {
  const files = readdirSync(renderer, { recursive: true, encoding: "utf8" });
  const own = files.filter((name) => name.endsWith(`words.${language}.json`));
  const messages =
    language === "en" ? contractEnglish : readJson(join("i18n", `messages.${language}.json`));
  return new Map([
    ...[join("i18n", `${language}.json`), ...own].flatMap((file) => textsOf(readJson(file))),
    ...textsOf(messages),
  ]);
}

/** What the window says in English: texts by their keys. */
export const english = catalogueOf("en");
const texts = new Set(english.values());

const isHole = (value: string) => /^\{\{\w+\}\}$/.test(value);

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/** An expression for a template: `put` says what stands for each hole. */
function patternOf(template: string, put: (name: string) => string): string {
  return template
    .split(hole)
    .map((part, place) => (place % 2 === 0 ? escaped(part) : put(part)))
    .join("");
}

const fillable = [...english]
  // Of a template without words of its own nothing can be told.
  .filter(([, said]) => said.includes("{{") && /\p{L}{2}/u.test(said.replaceAll(hole, "")))
  .map(([key, template]) => ({
    key,
    letters: template.replaceAll(hole, "").length,
    names: [...template.matchAll(hole)].map(([, name]) => name ?? ""),
    pattern: new RegExp(
      `^${patternOf(template, (name) => (name === "formatted" ? String.raw`([\d,]+)` : String.raw`(\{\{\w+\}\}|[^{]+?)`))}$`,
    ),
  }));

/** Where a text stands as it is, or else as what comes of a template: of those the one with the most letters holds. */
function placesOf(text: string, under: string): readonly Place[] {
  const exact = [...english].filter(([key, value]) => value === text && key.startsWith(under));
  return exact.length > 0 ? exact.map(([key]) => ({ key, values: {} })) : filledPlaces(text, under);
}

function filledPlaces(text: string, under: string): readonly Place[] {
  const fitting = fillable.filter(
    ({ key, pattern }) => key.startsWith(under) && pattern.test(text),
  );
  const most = Math.max(...fitting.map(({ letters }) => letters));
  return fitting
    .filter(({ letters }) => letters === most)
    .map(({ key, names, pattern }) => {
      const values = pattern.exec(text)?.slice(1) ?? [];
      const word = values.find(
        (value) => texts.has(value) || (/^\d.* /.test(value) && filledPlaces(value, "").length > 0),
      );
      // Whether it is the name of something or a word of the window's, the spec has to say.
      if (word !== undefined)
        throw new Error(`Say what “${word}” is: ${english.get(key)}, { ${names.join()} }`);
      const filled = names.map((name, at) => [name, values[at] ?? ""] as const);
      // What is written as a hole is left open.
      return { key, values: Object.fromEntries(filled.filter(([, value]) => !isHole(value))) };
    });
}

function numberOf(value: string): number | null {
  return /^[\d,]+$/.test(value) ? Number(value.replaceAll(",", "")) : null;
}

/** A text that isn't in the catalogues, or is there with two meanings, fails the spec that asks for it. */
export function translateTo(language: Language): Say {
  const words = catalogueOf(language);
  const preferences = preferencesFor(language);
  const format = createFormat(preferences);
  const plural = new Intl.PluralRules(language);
  const countryIn = createCountryNames(language);
  const persianCountryIn = createCountryNames("fa");

  function templateAt({ key, values }: Place): string {
    const base = /^(.+)_(?:one|other)$/.exec(key)?.[1];
    const count = Object.values(values)
      .map(numberOf)
      .find((number) => number !== null);
    const own = base === undefined || count === undefined || count === null;
    return words.get(own ? key : `${base}_${plural.select(count)}`) ?? "";
  }

  /** Countries are no words of the app's, but it says them. */
  function elsewhere(text: string): string | null {
    return persianCountryIn(text) === text ? null : countryIn(text);
  }

  function find(
    text: string,
    given: Given,
  ): { readonly template: string; readonly values: Values } {
    const said = texts.has(text) ? null : elsewhere(text);
    if (said !== null) return { template: said, values: {} };
    const under = typeof given === "string" ? given : "";
    const filled = Object.fromEntries(
      Object.entries(typeof given === "string" ? {} : given).map(([name, value]) => [
        name,
        String(value),
      ]),
    );
    const places = placesOf(text, under).map(({ key, values }) => ({
      key,
      values: { ...values, ...filled },
    }));
    const [first, ...others] = new Map(places.map((place) => [templateAt(place), place]));
    if (others.length > 0) {
      const keys = places.map(({ key }) => key).join(", ");
      throw new Error(`“${text}” has more than one meaning: ${keys}`);
    }
    if (first === undefined) throw new Error(`The catalogues don’t have “${text}” ${under}`);
    return { template: first[0], values: first[1].values };
  }

  function shown(value: string): string {
    const number = numberOf(value);
    return number === null ? value : format.number(number);
  }

  function say(text: string, given: Given = ""): string {
    const { template, values } = find(text, given);
    return template.replaceAll(hole, (_, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`Nothing was given for {{${name}}} of “${text}”.`);
      return shown(value);
    });
  }

  return Object.assign(say, {
    like(text: string, given: Given = "") {
      const { template, values } = find(text, given);
      const put = (name: string) => {
        const value = values[name];
        return value === undefined ? ".+" : escaped(shown(value));
      };
      return new RegExp(patternOf(template, put), "u");
    },
    number: (value: number) => format.number(value),
    share: (value: number) => format.share(value),
    moment: (value: Parameters<typeof format.moment>[0]) => format.moment(value),
    day: (value: Parameters<typeof format.day>[0]) => format.day(value),
    typed: (timestamp: string) => typedMoment(timestamp, preferences),
  });
}
