import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isFull } from "../../../support/full.ts";
import { carriers, openRoundTrips, type RoundTrips } from "./roundTrips.ts";

/** Of each way. `npm run torture` takes a thousand of each. */
const stores = isFull ? 200 : 50;

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
