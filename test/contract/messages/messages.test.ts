import { expect, test } from "vitest";
import { message } from "../../../src/contract/messages/messages.ts";

test("a message has its code, its values and the text with the values filled in", () => {
  expect(message("row.cells", { cells: 4, columns: 3 })).toEqual({
    code: "row.cells",
    values: { cells: 4, columns: 3 },
    message:
      "The row has 4 cells, but the table has 3 columns. Is a cell with a comma not in quotes?",
  });
});

test("a value is filled in as it is, whatever it looks like", () => {
  expect(message("row.date", { cell: "{{cell}} $& {{most}}" }).message).toBe(
    "“{{cell}} $& {{most}}” isn’t a date.",
  );
});

test("the count of a message chooses its form, and thousands are marked", () => {
  expect(message("service.clicksUntold", { clicks: 1 }).message).toBe(
    "1 click was counted without a line in the click log.",
  );
  expect(message("service.clicksUntold", { clicks: 1200 }).message).toBe(
    "1,200 clicks were counted without a line in the click log.",
  );
});
