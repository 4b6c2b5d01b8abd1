import { expect, test } from "vitest";
import { shownFields } from "../../../../../src/renderer/features/exchange/imports/shownFields.ts";

const columns = (...fields: (string | null)[]) => ({
  columns: fields.map((field) => ({ name: "a column", example: "", field })),
});

test("the first rows have the columns that the file has, in one order", () => {
  const file = columns("campaign", "url", "custom", "expiry", null, "channel");
  expect(shownFields(file)).toEqual(["channel", "campaign", "expiry"]);
  expect(shownFields(columns("url"))).toEqual([]);
});
