import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { bounds } from "../../../../../src/contract/fields/fields.ts";
import { addBodyOf, updateBodyOf } from "../../../../../src/renderer/ui/edit/recordBodies.ts";
import { faultsIn } from "../../../../../src/renderer/ui/edit/recordFaults.ts";
import {
  isAlias,
  linkModel,
  type LinkValues,
} from "../../../../../src/renderer/features/links/editor/linkModel.ts";

const url = "https://example.org/";

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys do for sentences here
const keys = ((key: string) => key) as TFunction;

function faults(values: Partial<LinkValues>, before: LinkValues | null = null) {
  const found = faultsIn(linkModel, { ...linkModel.empty, url, ...values }, before, keys);
  return Object.fromEntries(found);
}

test("a new link sends only what was given", () => {
  expect(addBodyOf(linkModel, { ...linkModel.empty, url: "example.org" })).toEqual({
    url: "https://example.org",
  });
  expect(
    addBodyOf(linkModel, {
      ...linkModel.empty,
      url,
      custom: "spring",
      name: "Spring",
      expiry: "2027-01-02 03:04:00",
      isPublic: true,
      tags: ["Spring", "Two words"],
      isArchived: true,
      // Written before the preview was switched off again.
      metatitle: "Title",
    }),
  ).toEqual({
    url,
    custom: "spring",
    name: "Spring",
    expiry: "2027-01-02 03:04:00",
    status: "public",
    tags: ["Spring", "Two words"],
    archived: true,
  });
});

const before: LinkValues = {
  ...linkModel.empty,
  url,
  custom: "spring",
  name: "Spring",
  hasPreview: true,
  metatitle: "Title",
  expiry: "2027-01-02 03:04:05",
  tags: ["Spring"],
};

test("an edit sends what changed, with what it was when it was read", () => {
  expect(updateBodyOf(linkModel, { ...before, name: "Summer" }, before)).toEqual({
    url,
    name: "Summer",
    expect: { url, name: "Spring" },
  });
  expect(
    updateBodyOf(
      linkModel,
      { ...before, hasPreview: false, expiry: "", isPublic: true, tags: [], custom: "" },
      before,
    ),
  ).toEqual({
    url,
    status: "public",
    clear: ["metatitle", "tags", "expiry"],
    expect: {
      url,
      expiry: "2027-01-02 03:04:05",
      metatitle: "Title",
      status: "private",
      tags: ["Spring"],
    },
  });
  const guarded = { ...before, hasPassword: true };
  expect(
    updateBodyOf(linkModel, { ...guarded, removePassword: true, type: "frame" }, guarded),
  ).toEqual({
    url,
    type: "frame",
    clear: ["password"],
    expect: { url, type: "direct", password: true },
  });
  expect(updateBodyOf(linkModel, { ...before, password: "secret" }, before)).toEqual({
    url,
    password: "secret",
    expect: { url, password: false },
  });
});

test("what is wrong is told by field, in the window's words; empty texts are not", () => {
  expect(faults({})).toEqual({});
  expect(faults({ url: "" })).toEqual({ url: "faults.needed" });
  expect(faults({ url: "ftp://example.org" })).toEqual({ url: "faults.url" });
  expect(faults({ description: "x".repeat(bounds.text + 1) })).toEqual({
    description: "faults.long",
  });
  expect(faults({ custom: "a b" })).toEqual({ custom: "faults.aliasLetters" });
  expect(faults({ expiry: "2027-02-30 00:00:00" })).toEqual({ expiry: "faults.expiry" });
  expect(faults({ tags: ["x".repeat(bounds.tag + 1)] })).toEqual({ "tags[0]": "faults.long" });
  // A name from before the rules were as they are is no fault of an edit that leaves it.
  expect(faults({ custom: "a b" }, { ...before, custom: "a b" })).toEqual({});
});

test("an alias has 3 to 100 letters and digits of any script", () => {
  for (const alias of ["", "abc", "بهار", "a-b_c", "x".repeat(100)])
    expect(isAlias(alias)).toBe(true);
  for (const alias of ["ab", "a b", "a/b", "x".repeat(101)]) expect(isAlias(alias)).toBe(false);
});
