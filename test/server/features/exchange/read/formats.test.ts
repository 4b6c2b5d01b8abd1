import { expect, test } from "vitest";
import { importFormats } from "../../../../../src/contract/imports.ts";
import { formats } from "../../../../../src/server/features/exchange/read/formats.ts";

test("what a file can be read as is what can be asked for, in the same order", () => {
  expect(formats).toEqual(importFormats);
});
