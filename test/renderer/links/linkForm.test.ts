import { expect, test } from "vitest";
import { bounds } from "../../../src/contract/fields.ts";
import {
  addBodyOf,
  backBodyOf,
  emptyValues,
  isAlias,
  linkResolver,
  type LinkValues,
  updateBodyOf,
} from "../../../src/renderer/links/linkForm.ts";

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
      name: "Spring",
      expiry: "2027-01-02 03:04:00",
      isPublic: true,
      // Written before the preview was switched off again.
      metatitle: "Title",
    }),
  ).toEqual({
    url,
    custom: "spring",
    name: "Spring",
    expiry: "2027-01-02 03:04:00",
    status: "public",
  });
});

const before: LinkValues = {
  ...emptyValues,
  url,
  custom: "spring",
  name: "Spring",
  hasPreview: true,
  metatitle: "Title",
  expiry: "2027-01-02 03:04:05",
};

test("an edit sends what changed, with what it was when it was read", () => {
  expect(updateBodyOf({ ...before, name: "Summer" }, before, false)).toEqual({
    url,
    name: "Summer",
    expect: { url, name: "Spring" },
  });
  expect(
    updateBodyOf({ ...before, hasPreview: false, expiry: "", isPublic: true }, before, false),
  ).toEqual({
    url,
    status: "public",
    clear: ["expiry", "metatitle"],
    expect: { url, expiry: "2027-01-02 03:04:05", metatitle: "Title", status: "private" },
  });
  expect(updateBodyOf({ ...before, removePassword: true, type: "frame" }, before, true)).toEqual({
    url,
    type: "frame",
    clear: ["password"],
    expect: { url, type: "direct", password: true },
  });
});

test("an edit is taken back by its former values, as long as its own are still there", () => {
  const after = { ...before, url: "example.net", name: "", password: "secret" };
  expect(backBodyOf(after, before, false)).toEqual({
    url,
    name: "Spring",
    clear: ["password"],
    expect: { url: "https://example.net", name: "", password: true },
  });
  // What the password was before is known to nobody.
  expect(backBodyOf({ ...before, password: "other" }, before, true)).toBeNull();
});

test("what is wrong is told by field, empty texts are not", async () => {
  expect(await faults({})).toEqual([]);
  expect(await faults({ url: "" })).toEqual(["url"]);
  expect(await faults({ url: "ftp://example.org" })).toEqual(["url"]);
  expect(await faults({ description: "x".repeat(bounds.text + 1) })).toEqual(["description"]);
  expect(await faults({ custom: "a b" })).toEqual(["custom"]);
  expect(await faults({ expiry: "2027-02-30 00:00:00" })).toEqual(["expiry"]);
});

test("an alias has 3 to 100 letters and digits of any script", () => {
  for (const alias of ["", "abc", "بهار", "a-b_c", "x".repeat(100)])
    expect(isAlias(alias)).toBe(true);
  for (const alias of ["ab", "a b", "a/b", "x".repeat(101)]) expect(isAlias(alias)).toBe(false);
});

test("tags are one a line in the form and a list on the wire; an archived link says so", () => {
  const given = { ...emptyValues, url, tags: "Spring\nTwo words", isArchived: true };
  expect(addBodyOf(given)).toEqual({ url, tags: ["Spring", "Two words"], archived: true });
  const former = { ...given, custom: "kept" };
  const after = { ...former, tags: "", isArchived: false };
  expect(updateBodyOf(after, former, false)).toEqual({
    url,
    tags: [],
    archived: false,
    expect: { url, tags: ["Spring", "Two words"], archived: true },
  });
  expect(backBodyOf(after, former, false)).toEqual({
    url,
    tags: ["Spring", "Two words"],
    archived: true,
    expect: { url, tags: [], archived: false },
  });
});
