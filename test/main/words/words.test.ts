import { expect, test } from "vitest";
import { english, type WordKey } from "../../../src/main/words/english.ts";
import { persian } from "../../../src/main/words/persian.ts";
import { createReader, languageOf, translateTo } from "../../../src/main/words/words.ts";
import { memorySettings } from "../memorySettings.ts";

const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

test("every text stands in both languages, with the same places to fill in", () => {
  const keys = Object.keys(english) as WordKey[];
  expect(Object.keys(persian).toSorted()).toEqual(keys.toSorted());
  for (const key of keys) {
    expect(persian[key].trim()).not.toBe("");
    expect({ key, places: places(persian[key]) }).toEqual({ key, places: places(english[key]) });
    expect(english[key] + persian[key]).not.toMatch(/['"]/);
  }
});

test("numbers are written in the reader's digits, and addresses keep their direction", () => {
  expect(translateTo("en")("port.taken", { taken: 4080 })).toBe(
    "Port 4080 is in use by another program",
  );
  expect(translateTo("fa")("port.taken", { taken: 4080 })).toContain("۴۰۸۰");
  expect(translateTo("fa")("tray.serving", { address: "127.0.0.1:4080" })).toContain(
    "\u2068127.0.0.1:4080\u2069",
  );
});

test("the shell speaks the system's language until the window says another", () => {
  expect(languageOf(["fa-IR", "en"])).toBe("fa");
  expect(languageOf(["de-DE", "fa"])).toBe("en");
  expect(languageOf([])).toBe("en");
  const settings = memorySettings();
  const reader = createReader(settings, () => ["fa-IR"]);
  let changes = 0;
  reader.onChange(() => (changes += 1));
  expect(reader.t("menu.file")).toBe("فایل");
  reader.speak("fa");
  expect(changes).toBe(0);
  reader.speak("en");
  expect(reader.t("menu.file")).toBe("File");
  expect(changes).toBe(1);
  expect(createReader(settings, () => ["fa-IR"]).t("menu.file")).toBe("File");
});
