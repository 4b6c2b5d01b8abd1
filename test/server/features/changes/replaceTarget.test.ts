import { expect, test, vi } from "vitest";
import { createReplacer } from "../../../../src/server/features/changes/replaceTarget.ts";
import { link } from "../../store/records.ts";

test("of a link whose addresses get too long, none of the long ones is read", () => {
  const url = `https://a.example/${"a".repeat(8_000)}`;
  const countries = Array.from({ length: 100 }, () => ({ country: "DE", url }));
  const replace = createReplacer({ part: "text", from: "a", to: "b".repeat(8_000) });
  const parse = vi.spyOn(URL, "parse");
  expect(replace({ ...link(1), url, countries })).toMatchObject({ field: "url" });
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});

test("a long value is written out once, however many parameters it replaces", () => {
  const url = `https://a.example/?${"a&".repeat(4_000)}a`;
  const encode = vi.spyOn(globalThis, "encodeURIComponent");
  const replace = createReplacer({ part: "parameter", from: "a", to: "一".repeat(8_000) });
  expect(replace({ ...link(1), url })).toMatchObject({ field: "url" });
  expect(encode).toHaveBeenCalledTimes(1);
  encode.mockRestore();
});
