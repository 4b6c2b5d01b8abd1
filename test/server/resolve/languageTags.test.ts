import { expect, test } from "vitest";
import { languageRanges } from "../../../src/server/resolve/languageTags.ts";

const tagsOf = (header: string) => languageRanges(header).map(({ tag }) => tag);

test.each([
  ["de-AT, en;q=0.8", ["de-at", "en"]],
  ["zh_Hant_TW", ["zh-hant-tw"]],
  ["en_US.UTF-8", ["en-us"]],
  ["*, english-but-longer, nonsense1", ["english-but-longer"]],
])("of %s the tags are %j", (header, tags) => {
  expect(tagsOf(header)).toEqual(tags);
});

test.each([`aa${"-".repeat(254)}`, `aa${"-a".repeat(127)}`, `aa-${"a".repeat(253)}`])(
  "a tag has five parts at most, which each condition compares: %s",
  (header) => {
    const [tag = ""] = tagsOf(header);
    expect(tag).toMatch(/^aa(-a{1,8}){0,4}$/);
  },
);
