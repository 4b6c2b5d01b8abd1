import { expect, test } from "vitest";
import {
  settingGroups,
  settingNames,
  settingsIn,
} from "../../../src/contract/server/settingsTable.ts";

test("each setting stands in one group", () => {
  const shown = settingGroups.flatMap((group) => settingsIn(group));
  expect(shown.toSorted()).toEqual(settingNames.toSorted());
});
