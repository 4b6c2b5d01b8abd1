import { expect, test } from "vitest";
import {
  refuseSharedNames,
  renameNamesakes,
} from "../../../../src/server/store/document/sharedNames.ts";
import { createDocument } from "../../../../src/server/store/tables/tables.ts";
import { countReads, spelling } from "../countReads.ts";
import { link } from "../records.ts";

const count = 4_000;
/** Reads of a record's fields for each record; by the square it would be thousands. */
const most = 200;

type NameOf = (id: number) => { readonly alias: string; readonly domain?: number };

/** A document with links whose fields are counted as they are read. */
function countedLinks(nameOf: NameOf) {
  const document = createDocument();
  const { counted, reads } = countReads();
  for (let id = 1; id <= count; id += 1) document.links.put(counted(link(id, nameOf(id))));
  return { document, reads };
}

test.each([
  ["names that differ in case alone", (id: number) => ({ alias: spelling(id) })],
  ["one name on many domains", (id: number) => ({ alias: "spring", domain: id })],
  [
    "names alike on two domains",
    (id: number) => ({ alias: spelling(id), ...(id % 2 === 0 && { domain: 7 }) }),
  ],
] as const)("the work doesn't grow with the square of %s", (_, nameOf: NameOf) => {
  const { document, reads } = countedLinks(nameOf);
  refuseSharedNames(document, "waypost.json");
  for (let id = 1; id <= count; id += 1) {
    const { alias, domain } = nameOf(id);
    expect(document.links.byAlias(alias, domain)?.id).toBe(id);
    expect(document.links.spelled(alias, domain)).toHaveLength(1);
  }
  expect(document.links.withAlias(nameOf(1).alias)).toHaveLength(count);
  for (let id = 1; id <= count; id += 1) document.links.remove(id);
  expect(document.links.byAlias(nameOf(1).alias, nameOf(1).domain)).toBeUndefined();
  expect(reads() / count).toBeLessThan(most);
});

test("renaming thousands of records of one name takes no work by the square, and none shares a name after", () => {
  const { document, reads } = countedLinks(() => ({ alias: "spring" }));
  const renamed = renameNamesakes(document);
  expect(renamed).toHaveLength(count - 1);
  expect(document.links.get(1)?.alias).toBe("spring");
  expect(document.links.get(2)?.alias).toBe("spring-2");
  expect(document.links.get(count)?.alias).toBe(`spring-${count}`);
  refuseSharedNames(document, "waypost.json");
  expect(reads() / count).toBeLessThan(most);
});
