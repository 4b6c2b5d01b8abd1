import { beforeAll, expect, test } from "vitest";
import { createInstance, type TFunction } from "i18next";
import type { ChangeSet } from "../../../../src/contract/changes/changes.ts";
import { changeText } from "../../../../src/renderer/features/changes/changeWords.ts";
import history from "../../../../src/renderer/features/changes/words.en.json" with { type: "json" };
import window from "../../../../src/renderer/i18n/en.json" with { type: "json" };
import type { Format } from "../../../../src/renderer/i18n/format.ts";

let t: TFunction;
beforeAll(async () => {
  t = await createInstance().init({
    lng: "en",
    resources: { en: { translation: { ...window, ...history } } },
    interpolation: { escapeValue: false },
  });
});

const format = {
  number: String,
  counted: (count: number) => ({ count, formatted: String(count) }),
} as unknown as Format;
const isolates = /[\u2066-\u2069]/g;

function said(set: Partial<ChangeSet>, counts: Partial<ChangeSet["records"][number]>): string {
  const records = [{ kind: "links" as const, added: 0, changed: 0, removed: 0, ...counts }];
  const whole = { by: "window", operation: "updateLink", undoes: null, ...set, records };
  return changeText(whole as ChangeSet, t, format).replaceAll(isolates, "");
}

test.each([
  [{ name: "spring" }, { changed: 1 }, "1 link changed: spring"],
  [{ archived: true, name: "spring" }, { changed: 1 }, "1 link archived: spring"],
  [{ archived: true }, { changed: 3 }, "3 links archived"],
  [{ archived: false }, { changed: 1 }, "1 link unarchived"],
])("%o of %o is “%3$s”", (set, counts, text) => {
  expect(said(set, counts)).toBe(text);
});

test("an undo is called by what it took back", () => {
  const undoes = 21;
  expect(said({ undoes, name: "spring" }, { removed: 1 })).toBe("Undone: 1 link added: spring");
  expect(said({ undoes, name: "spring" }, { added: 1 })).toBe("Undone: 1 link deleted: spring");
  expect(said({ undoes, archived: false }, { changed: 2 })).toBe("Undone: 2 links archived");
});
