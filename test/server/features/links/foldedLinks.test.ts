import { expect, test } from "vitest";
import type { App } from "../../../../src/server/common/context.ts";
import { createFoldedLinks } from "../../../../src/server/features/links/linkSearch.ts";
import { createDocument } from "../../../../src/server/store/tables/tables.ts";
import { link } from "../../store/records.ts";

test("folded words are kept up to a number of characters, and make room when a link goes", () => {
  const { links } = createDocument();
  for (let id = 1; id <= 4; id += 1) links.put(link(id));
  let folded: number[] = [];
  const wordsOfLink = ({ id }: { readonly id: number }) => {
    folded.push(id);
    return ["a".repeat(99)];
  };
  const app = { store: { links }, wordsOfLink, clock: () => 1 } as unknown as App;
  const foldedLink = createFoldedLinks(app, 250);
  const search = () => {
    folded = [];
    for (const one of links.values()) expect(foldedLink(one)).toHaveLength(100);
    return folded;
  };
  expect(search()).toEqual([1, 2, 3, 4]);
  expect(search()).toEqual([3, 4]);
  links.remove(1);
  expect(search()).toEqual([3, 4]);
  expect(search()).toEqual([4]);
  links.put(link(2, { name: "changed" }));
  expect(search()).toEqual([2, 4]);
});
