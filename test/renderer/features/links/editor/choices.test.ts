import { expect, test } from "vitest";
import {
  countryChoices,
  countryCodeOf,
  countryCodes,
  foundFirst,
  languageChoices,
} from "../../../../../src/renderer/features/links/editor/choices.ts";
import { openingOf, typeOf } from "../../../../../src/renderer/features/links/editor/linkType.ts";
import { countryCode, countryName } from "../../../../../src/server/visitor/countryNames.ts";

test("every country that is offered is one that the service takes, and none is missing", () => {
  expect(countryCodes.filter((code) => countryCode(code) !== code)).toEqual([]);
  expect(countryCodes.length).toBeGreaterThan(240);
  // As answers name them.
  expect(countryCodes.filter((code) => countryCodeOf(countryName(code)) !== code)).toEqual([]);
});

test("countries and languages are found by their names in either language", () => {
  const found = (choices: ReturnType<typeof countryChoices>, typed: string) =>
    foundFirst(choices, typed).map(({ value }) => value);
  expect(found(countryChoices("en"), "ایران")).toContain("IR");
  expect(found(countryChoices("fa"), "germ")).toContain("DE");
  expect(found(languageChoices("fa"), "persian")).toEqual(["fa"]);
  expect(found(languageChoices("en"), "عربي")).toContain("ar");
});

test("what begins with what was typed comes before what merely contains it", () => {
  const labels = (typed: string) =>
    foundFirst(countryChoices("en"), typed).map(({ label }) => label);
  expect(labels("Ger")[0]).toBe("Germany");
  expect(labels("Ger")).toContain("Algeria");
  expect(foundFirst(countryChoices("fa"), "ger")[0]?.value).toBe("DE");
  expect(labels("united k")).toEqual(["United Kingdom"]);
  expect(labels("")).toHaveLength(countryCodes.length);
});

test("how a link opens is read from its type, and written back", () => {
  for (const type of ["direct", "frame", "splash", "7", "overlay-3", "overlay-"])
    expect(typeOf(openingOf(type))).toBe(type);
});
