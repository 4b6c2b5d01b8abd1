import { expect, test } from "vitest";
import {
  breakdownCsv,
  createTotals,
} from "../../../../src/server/features/exchange/write/clickForms.ts";

test("a formula in a referrer is marked, also after a semicolon and with a full-width sign", () => {
  const totals = createTotals();
  totals.add("referrers", "x;=1+1", 2);
  totals.add("referrers", "＝1+1", 1);
  expect(breakdownCsv(totals, "referrers", false)).toBe(
    '"referrers","clicks"\r\n"x;\'=1+1",2\r\n"\'＝1+1",1\r\n',
  );
});
