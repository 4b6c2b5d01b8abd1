import { expect, test } from "vitest";
import { createLanguages } from "../../../src/server/visitor/languages.ts";

const { read } = createLanguages();

test.each([
  ["de-DE,de;q=0.9,en;q=0.8", ["de", "en"]],
  ["en;q=0.3, fa-IR;q=0.9", ["fa", "en"]],
  ["en-GB", ["en"]],
  ["zh_Hant_TW", ["zh"]],
  ["*", []],
  ["de;q=0, en", ["en"]],
  ["de;q=x, en", ["en"]],
  ["", []],
  [",,;q=1,\u00e4,<script>", []],
  ["EN;Q=0.5,FR", ["fr", "en"]],
])("%j reads %j", (header, languages) => {
  expect(read(header)).toEqual(languages);
});
