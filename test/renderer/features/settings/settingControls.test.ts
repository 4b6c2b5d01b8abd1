import { expect, test } from "vitest";
import {
  type SectionName,
  sectionNames,
  settingControls,
  settingsIn,
  shownSections,
} from "../../../../src/renderer/features/settings/settingControls.ts";
import english from "../../../../src/renderer/features/settings/words.en.json" with { type: "json" };
import { settingNames } from "../../../../src/server/features/settings/settings.ts";

/** A dotted name's place among the words. */
function wordsOf(name: string): unknown {
  return name
    .split(".")
    .reduce<unknown>(
      (words, part) => (words instanceof Object ? Reflect.get(words, part) : undefined),
      english.settings.of,
    );
}

test("every setting of the service has its place on the screen, and its words", () => {
  expect(Object.keys(settingControls).toSorted()).toEqual(settingNames.toSorted());
  for (const name of settingNames)
    expect([name, wordsOf(name)]).toEqual([
      name,
      { title: expect.any(String), about: expect.any(String), takes: expect.any(String) },
    ]);
});

test("each stands in one section, and no section is forgotten", () => {
  const shown = sectionNames.flatMap((section: SectionName) => settingsIn(section));
  expect(shown.toSorted()).toEqual(settingNames.toSorted());
});

test("a browser has no desktop to speak of", () => {
  expect(shownSections(true)).toEqual(sectionNames);
  expect(shownSections(false)).toEqual(sectionNames.filter((name) => name !== "desktop"));
});
