import { afterEach, expect, test, vi } from "vitest";
import { findTop } from "../../../../src/server/features/statistics/top.ts";
import { countTurns } from "../../../support/turns.ts";
import { createDocument } from "../../../../src/server/store/tables/tables.ts";

afterEach(() => vi.restoreAllMocks());

test("others have their turn between the bio pages that are looked at", async () => {
  const { bioPages } = createDocument();
  const url = "https://go.example.org/spring";
  for (let id = 1; id <= 20; id += 1) {
    bioPages.put({
      id,
      alias: `page-${id}`,
      name: "Page",
      createdAt: "2026-03-10T12:00:00Z",
      links: [{ title: "Spring", url }],
    });
  }
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  let looked = 0;
  const app = {
    store: { bioPages, table: () => new Map() },
    ownAddresses: {
      aliasOf() {
        now += 100;
        looked += 1;
        return null;
      },
    },
  } as unknown as Parameters<typeof findTop>[0];
  const nobody = new Float64Array();
  const period = { by: "day", bounds: [0, 24] } as const;
  const turns = countTurns();
  await findTop(app, { keys: nobody, scans: nobody }, period, 10);
  expect(turns()).toBeGreaterThan(0);
  expect(looked).toBe(20);
});
