import { expect, test } from "vitest";
import { inLanguage, preferencesFor } from "../../../src/renderer/i18n/preferences.ts";

test("another language brings its digits and calendar, and leaves density, keys and pins", () => {
  const chosen = {
    ...preferencesFor("en"),
    density: "compact",
    singleKeys: false,
    pins: ["tag:spring"],
  } as const;
  expect(inLanguage({ ...chosen, pins: [...chosen.pins] }, "fa")).toEqual({
    ...preferencesFor("fa"),
    density: "compact",
    singleKeys: false,
    pins: ["tag:spring"],
  });
});
