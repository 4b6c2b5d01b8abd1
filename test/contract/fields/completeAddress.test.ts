import { expect, test } from "vitest";
import { completeAddress } from "../../../src/contract/fields/completeAddress.ts";

test("a bare host is completed, anything else is left as it was typed", () => {
  expect(completeAddress(" example.org/spring?x=1 ")).toBe("https://example.org/spring?x=1");
  expect(completeAddress("نمونه.ایران")).toBe("https://نمونه.ایران");
  expect(completeAddress("http://example.org")).toBe("http://example.org");
  expect(completeAddress("javascript:alert(1)")).toBe("javascript:alert(1)");
  expect(completeAddress("hello")).toBe("hello");
});
