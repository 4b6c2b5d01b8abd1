import { expect, test } from "vitest";
import { addLinkBody } from "../../../../../src/contract/resources/links.ts";
import {
  generatedPassword,
  passwordStrength,
} from "../../../../../src/renderer/features/links/editor/passwordStrength.ts";

test("a password under eight characters is weak, one of a few letters never strong", () => {
  expect(passwordStrength("")).toBeNull();
  expect(passwordStrength("abc4567")).toBe("short");
  expect(passwordStrength("abc45678")).toBe("fair");
  expect(passwordStrength("گذرواژه")).toBe("short");
  expect(passwordStrength("aaaaaaaaaaaaaaaa")).toBe("fair");
  expect(passwordStrength("kb-7yqm-w3tz-x9")).toBe("strong");
});

test("a generated password is strong, taken by the contract, and another one each time", () => {
  const made = Array.from({ length: 50 }, generatedPassword);
  expect(new Set(made).size).toBe(50);
  expect(new Set(made.map(passwordStrength))).toEqual(new Set(["strong"]));
  for (const password of made)
    expect(addLinkBody.safeParse({ url: "https://example.org/", password }).success).toBe(true);
});
