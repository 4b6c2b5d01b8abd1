import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isFull } from "../../../support/full.ts";
import { carriers, openRoundTrips, type RoundTrips } from "./roundTrips.ts";
import {
  breakdownCsv,
  createTotals,
} from "../../../../src/server/features/exchange/write/clickForms.ts";

/** Of each way. `npm run torture` takes a thousand of each. */
const stores = isFull ? 200 : 20;

describe("links that leave for a file and come from it are the same", () => {
  let trips: RoundTrips;
  beforeAll(async () => {
    trips = await openRoundTrips();
  });
  afterAll(() => trips.close());

  test.each(carriers)("by %s", async (carrier) => {
    await expect(trips.check(carrier, stores)).resolves.toBeUndefined();
  });
});

test("a formula in a referrer is marked, also after a semicolon and with a full-width sign", () => {
  const totals = createTotals();
  totals.add("referrers", "x;=1+1", 2);
  totals.add("referrers", "＝1+1", 1);
  expect(breakdownCsv(totals, "referrers", false)).toBe(
    '"referrers","clicks"\r\n"x;\'=1+1",2\r\n"\'＝1+1",1\r\n',
  );
});
