import { expect, test } from "vitest";
import { journalName, journalNumber } from "../../../../src/server/store/document/journalNames.ts";

test("a journal is known by the name that it is given, and by no other", () => {
  for (const number of [1, 999_999, 1_000_000]) {
    expect(journalNumber(journalName(number))).toBe(number);
  }
  for (const name of ["0000001", "1", "99999999999999999999", "000NaN"]) {
    expect(journalNumber(`journal-${name}.ndjson`)).toBeNull();
  }
});
