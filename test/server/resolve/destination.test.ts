import * as fc from "fast-check";
import { expect, test } from "vitest";
import { destination } from "../../../src/server/resolve/destination.ts";

const source = [{ name: "utm_source", value: "letter" }];

test.each([
  ["https://example.com/", "https://example.com/?utm_source=letter"],
  ["https://example.com/?a=1", "https://example.com/?a=1&utm_source=letter"],
  ["https://example.com/?", "https://example.com/?utm_source=letter"],
  ["https://example.com/?a=1&", "https://example.com/?a=1&utm_source=letter"],
  ["https://example.com/#part", "https://example.com/?utm_source=letter#part"],
  ["https://example.com/?a=1#part?b", "https://example.com/?a=1&utm_source=letter#part?b"],
])("%s with a parameter is %s", (address, expected) => {
  expect(destination(address, source)).toBe(expected);
});

test("an address without parameters stays as it is", () => {
  expect(destination("https://example.com/?a=1#b", [])).toBe("https://example.com/?a=1#b");
});

test("names and values are escaped, also those that can break a header or an address", () => {
  expect(
    destination("https://example.com/", [
      { name: "a b", value: "1&2=3#4" },
      { name: "r", value: "\r\nX: 1" },
      { name: "q", value: "it's ‹ünïcode›" },
      { name: "half", value: "\ud800" },
    ]),
  ).toBe(
    "https://example.com/?a%20b=1%262%3D3%234&r=%0D%0AX%3A%201&q=it%27s%20%E2%80%B9%C3%BCn%C3%AFcode%E2%80%BA&half=%EF%BF%BD",
  );
});

test("any parameter can be read back, and the address needs no further normalising", () => {
  const parameter = fc.record({
    name: fc.string({ unit: "grapheme", minLength: 1 }),
    value: fc.string({ unit: "grapheme" }),
  });
  fc.assert(
    fc.property(fc.array(parameter), fc.webUrl({ withQueryParameters: true }), (added, address) => {
      const normalised = new URL(address).href;
      const result = destination(normalised, added);
      const read = [...new URL(result).searchParams].slice(-added.length || Infinity);
      expect(read).toEqual(added.map(({ name, value }) => [name, value]));
      expect(new URL(result).href).toBe(result);
    }),
  );
});
