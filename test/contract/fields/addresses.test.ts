import { expect, test } from "vitest";
import { addressesIn } from "../../../src/contract/fields/addresses.ts";
import { address } from "../../../src/contract/fields/fields.ts";

const three = ["http://example.org/a", "https://example.org/b", "https://example.org/c?d=1,2"];

test.each([" ", "\n", "\r\n\t"])("addresses with %j between them are several", (between) => {
  expect(addressesIn(` ${three.join(between)}\n`)).toEqual(three);
});

test("addresses without a scheme are several too", () => {
  expect(addressesIn("example.org/a example.org/b")).toEqual([
    "https://example.org/a",
    "https://example.org/b",
  ]);
});

test("one address is not several, and neither is a text", () => {
  for (const text of ["", "https://example.org/a", "https://example.org/a b", "not an address"]) {
    expect(addressesIn(text)).toBeUndefined();
  }
  expect(addressesIn("https://example.org/?u=https://example.org/b")).toBeUndefined();
});

test("a field of one address takes no second one after a blank", () => {
  expect(address.safeParse("https://example.org/a b").success).toBe(true);
  const { error } = address.safeParse(three.join(" "));
  expect(error?.issues[0]?.message).toBe("must be one address, not several");
});
