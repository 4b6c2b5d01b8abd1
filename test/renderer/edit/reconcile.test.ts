import { expect, test } from "vitest";
import { reconcile } from "../../../src/renderer/edit/reconcile.ts";

const read = { url: "one", name: "one", note: "one" };

test("a form follows what others change, and keeps what its user changed", () => {
  const mine = { ...read, name: "mine" };
  const present = { ...read, url: "theirs" };
  expect(reconcile(read, mine, present)).toEqual({
    base: { url: "theirs", name: "one", note: "one" },
    mine: { url: "theirs", name: "mine", note: "one" },
    theirs: {},
  });
});

test("where both changed a field, the other's value is told; the same change is no conflict", () => {
  const mine = { ...read, name: "mine", note: "same" };
  const present = { ...read, name: "theirs", note: "same" };
  expect(reconcile(read, mine, present)).toEqual({
    base: { url: "one", name: "one", note: "same" },
    mine: { url: "one", name: "mine", note: "same" },
    theirs: { name: "theirs" },
  });
});

test("lists and objects are compared by what they say", () => {
  const base = { tags: ["one"], name: "" };
  const met = reconcile(base, { tags: ["one"], name: "mine" }, { tags: ["one"], name: "" });
  expect(met).toEqual({ base, mine: { tags: ["one"], name: "mine" }, theirs: {} });
  expect(
    reconcile(base, { tags: ["mine"], name: "" }, { tags: ["theirs"], name: "" }).theirs,
  ).toEqual({ tags: ["theirs"] });
});
