import { expect, test } from "vitest";
import { reconcile } from "../../../../src/renderer/ui/edit/reconcile.ts";

const read = { url: "one", name: "one", note: "one" };

test("a form follows what others change, and keeps what its user changed", () => {
  const mine = { ...read, name: "mine" };
  const present = { ...read, url: "remote" };
  expect(reconcile(read, mine, present)).toEqual({
    base: { url: "remote", name: "one", note: "one" },
    mine: { url: "remote", name: "mine", note: "one" },
    remote: {},
  });
});

test("where both changed a field, the other's value is told; the same change is no conflict", () => {
  const mine = { ...read, name: "mine", note: "same" };
  const present = { ...read, name: "remote", note: "same" };
  expect(reconcile(read, mine, present)).toEqual({
    base: { url: "one", name: "one", note: "same" },
    mine: { url: "one", name: "mine", note: "same" },
    remote: { name: "remote" },
  });
});

test("lists and objects are compared by what they say", () => {
  const base = { tags: ["one"], name: "" };
  const met = reconcile(base, { tags: ["one"], name: "mine" }, { tags: ["one"], name: "" });
  expect(met).toEqual({ base, mine: { tags: ["one"], name: "mine" }, remote: {} });
  expect(
    reconcile(base, { tags: ["mine"], name: "" }, { tags: ["remote"], name: "" }).remote,
  ).toEqual({ tags: ["remote"] });
});
