import { expect, test } from "vitest";
import { bounds } from "../../src/contract/fields.ts";
import {
  addBodyOf,
  emptyValues,
  fieldsNamedIn,
  isAlias,
  linkResolver,
  type LinkValues,
  updateBodyOf,
} from "../../src/renderer/links/linkForm.ts";

const url = "https://example.org/";

async function faults(values: Partial<LinkValues>, before: LinkValues | null = null) {
  const resolved = await linkResolver(before)({ ...emptyValues, url, ...values }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  return Object.keys(resolved.errors);
}

test("a new link sends only what was given", () => {
  expect(addBodyOf({ ...emptyValues, url: "example.org" })).toEqual({ url: "https://example.org" });
  expect(
    addBodyOf({
      ...emptyValues,
      url,
      custom: "spring",
      expiry: "2027-01-02T03:04",
      isPublic: true,
    }),
  ).toEqual({ url, custom: "spring", expiry: "2027-01-02 03:04:00", status: "public" });
});

test("an edit empties what was emptied and leaves the rest", () => {
  const before: LinkValues = {
    ...emptyValues,
    url,
    custom: "spring",
    metatitle: "Title",
    expiry: "2027-01-02T03:04:05",
  };
  expect(updateBodyOf({ ...before, metatitle: "", expiry: "" }, before)).toEqual({
    url,
    custom: "spring",
    clear: ["metatitle", "expiry"],
  });
  expect(updateBodyOf({ ...before, removePassword: true, type: "frame" }, before)).toEqual({
    url,
    custom: "spring",
    metatitle: "Title",
    expiry: "2027-01-02 03:04:05",
    type: "frame",
    clear: ["password"],
  });
});

test("what is wrong is told by field, empty texts are not", async () => {
  expect(await faults({})).toEqual([]);
  expect(await faults({ url: "" })).toEqual(["url"]);
  expect(await faults({ url: "ftp://example.org" })).toEqual(["url"]);
  expect(await faults({ description: "x".repeat(bounds.text + 1) })).toEqual(["description"]);
  expect(await faults({ custom: "a b" })).toEqual(["custom"]);
  expect(await faults({ expiry: "2027-02-30T00:00" })).toEqual(["expiry"]);
});

test("an alias has 3 to 100 letters and digits of any script", () => {
  for (const alias of ["", "abc", "بهار", "a-b_c", "x".repeat(100)])
    expect(isAlias(alias)).toBe(true);
  for (const alias of ["ab", "a b", "a/b", "x".repeat(101)]) expect(isAlias(alias)).toBe(false);
});

test("the fields that a failure names are found", () => {
  expect(fieldsNamedIn("url must be a full address; expiry must be a date.")).toEqual([
    "url",
    "expiry",
  ]);
  expect(fieldsNamedIn("Something went wrong.")).toEqual([]);
});
