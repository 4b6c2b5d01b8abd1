import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sentenceCode } from "../../../src/contract/sentences.ts";
import { say, sentenceCodes } from "../../../src/server/sentences/sentences.ts";

test("a sentence says its values", () => {
  expect(say("row.cells", { cells: 4, columns: 3 })).toEqual({
    code: "row.cells",
    values: { cells: 4, columns: 3 },
    message: "The row has 4 cells, and the table 3 columns: is a cell with a comma not in quotes?",
  });
});

test("a value is nothing but text, whatever it looks like", () => {
  expect(say("row.date", { cell: "{cell} $& {most}" }).message).toBe(
    "“{cell} $& {most}” is no date.",
  );
});

test("callers know every code", () => {
  expect([...sentenceCode.options].toSorted()).toEqual([...sentenceCodes].toSorted());
});

/** Codes of a catalogue, the forms of a count being one. */
function codesIn(language: "en" | "fa"): string[] {
  const file = new URL(
    `../../../src/renderer/i18n/sentences/words.${language}.json`,
    import.meta.url,
  );
  const { sentences } = JSON.parse(readFileSync(file, "utf8"));
  return Object.entries(sentences as Record<string, object | string>).flatMap(([group, words]) =>
    typeof words === "string" || group === "job"
      ? []
      : Object.keys(words).map((name) => `${group}.${name.replace(/_(one|other)$/, "")}`),
  );
}

test.each(["en", "fa"] as const)(
  "no code is without words in %s, and no words without a code",
  (language) => {
    expect([...new Set(codesIn(language))].toSorted()).toEqual(
      sentenceCodes.filter((code) => code !== "record.fault").toSorted(),
    );
  },
);

/** `{name}` or `{{name}}`, as each side writes what stands for a value. */
function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{+(\w+)\}+/g)].map(([, name = ""]) => name))].toSorted();
}

test.each(["en", "fa"] as const)(
  "words in %s name no value that their sentence hasn't",
  (language) => {
    const file = new URL(
      `../../../src/renderer/i18n/sentences/words.${language}.json`,
      import.meta.url,
    );
    const { sentences } = JSON.parse(readFileSync(file, "utf8"));
    const source = readFileSync(
      new URL("../../../src/server/sentences/sentences.ts", import.meta.url),
      "utf8",
    );
    const templates = new Map(
      [...source.matchAll(/^ {2}"([\w.]+)":\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/gm)].map(
        ([, code = "", text = ""]) => [code, namesIn(text)],
      ),
    );
    expect([...templates.keys()].toSorted()).toEqual([...sentenceCodes].toSorted());
    const strangers = Object.entries(sentences as Record<string, Record<string, string>>)
      .filter(([group, words]) => typeof words === "object" && group !== "job")
      .flatMap(([group, words]) =>
        Object.entries(words).flatMap(([name, text]) => {
          const code = `${group}.${name.replace(/_(one|other)$/, "")}`;
          return namesIn(text)
            .filter((value) => templates.get(code)?.includes(value) !== true)
            .map((value) => `${code}: ${value}`);
        }),
      );
    expect(strangers).toEqual([]);
  },
);
