import { expect, test } from "vitest";
import {
  joined,
  splitAddress,
  withParameters,
} from "../../../../../src/renderer/features/links/editor/parameters.ts";
import { destination, encodedParameters } from "../../../../../src/server/resolve/parameters.ts";

test("an address is taken apart: its campaign parameters here, everything else as it was", () => {
  expect(
    splitAddress(
      "https://example.org/a%20b?x=1&utm_source=news+letter&UTM_Medium=%D9%86&y#part?utm_z=1",
    ),
  ).toEqual({
    url: "https://example.org/a%20b?x=1&y#part?utm_z=1",
    parameters: [
      { name: "utm_source", value: "news letter" },
      { name: "utm_medium", value: "ن" },
    ],
  });
  expect(splitAddress("https://example.org/?utm_source=a&utm_term=").url).toBe(
    "https://example.org/",
  );
  expect(splitAddress("https://example.org/?utm=1&a=%zz")).toEqual({
    url: "https://example.org/?utm=1&a=%zz",
    parameters: [],
  });
});

test("the address that is shown is the one that the service leads to", () => {
  const parameters = [
    { name: "utm_source", value: "it's نو & more" },
    { name: "b", value: "" },
  ];
  for (const address of [
    "https://example.org/",
    "https://example.org/?a=1",
    "https://example.org/?",
    "https://example.org/?a=1&#top",
    "https://example.org/#a?b",
  ]) {
    expect(withParameters(address, parameters)).toBe(
      destination(address, encodedParameters(parameters)),
    );
    expect(withParameters(address, [])).toBe(address);
  }
});

test("of each name there is one: what comes later holds", () => {
  expect(
    joined(
      [
        { name: "a", value: "1" },
        { name: "b", value: "2" },
      ],
      [{ name: "a", value: "3" }],
    ),
  ).toEqual([
    { name: "b", value: "2" },
    { name: "a", value: "3" },
  ]);
});
