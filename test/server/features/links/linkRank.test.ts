import { expect, test } from "vitest";
import { createLinkRank } from "../../../../src/server/features/links/linkRank.ts";

test.each([
  ["the alias itself", { alias: "Spring" }, 0],
  ["the beginning of the alias", { alias: "spring-letter" }, 1],
  ["a word of the title", { alias: "a", name: "The spring letter" }, 2],
  ["the title that the page has, where it has no other", { alias: "a", fetchedTitle: "Spring" }, 2],
  ["the middle of a word of the title", { alias: "a", name: "Offspring" }, 3],
  ["a title that nothing shows", { alias: "a", name: "Sale", metaTitle: "Spring" }, 5],
  ["the beginning of a tag", { alias: "a", name: "Sale", tags: ["new", "springtime"] }, 4],
  ["anything else", { alias: "a", name: "Sale" }, 5],
] as const)("a search ranks %s", (_, link, rank) => {
  const { tags = [], ...texts }: { readonly alias: string; readonly tags?: readonly string[] } =
    link;
  expect(createLinkRank("spring")({ ...texts, tags: [...tags] })).toBe(rank);
});

test("a search ranks punctuation and letters of Arabic script as it finds them", () => {
  expect(createLinkRank("lp a")({ alias: "LP-a" })).toBe(0);
  expect(createLinkRank("كتاب")({ alias: "کتاب‌ها" })).toBe(1);
});
