import { expect, test } from "vitest";
import { Invalid } from "../../../src/server/common/problems.ts";

test("a failure is one sentence, and one that asks ends as a question", () => {
  expect(new Invalid({ url: "is required", custom: "is taken" }).message).toBe(
    "url is required; custom is taken.",
  );
  expect(new Invalid({ "": "The row is too long: is a quote not closed there?" }).message).toBe(
    "The row is too long: is a quote not closed there?",
  );
});
