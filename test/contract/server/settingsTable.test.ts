import { expect, test } from "vitest";
import {
  sectionNames,
  settingNames,
  settingsIn,
  shownSections,
} from "../../../src/contract/server/settingsTable.ts";

test("each setting stands in one section", () => {
  const shown = sectionNames.flatMap((section) => settingsIn(section));
  expect(shown.toSorted()).toEqual(settingNames.toSorted());
});

test("a browser has no desktop to speak of", () => {
  expect(shownSections(true)).toEqual(sectionNames);
  expect(shownSections(false)).toEqual(sectionNames.filter((name) => name !== "desktop"));
});
