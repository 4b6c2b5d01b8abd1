import { expect, onTestFinished, test, vi } from "vitest";
import { createLinks } from "../../../../src/server/features/links/service.ts";
import { createDocument } from "../../../../src/server/store/tables/tables.ts";
import { testApp } from "../../../support/app.ts";
import { countTurns } from "../../../support/turns.ts";
import { link } from "../../store/records.ts";

test("a look for a link that can be reused gives others their turn", async () => {
  const { links } = createDocument();
  const url = "https://example.org/";
  for (let id = 1; id <= 1000; id += 1) {
    links.put(link(id, { url, name: id === 1 ? "Wanted" : "Other" }));
  }
  const service = createLinks(
    testApp({
      store: { links },
      fieldReader: { read: () => ({ name: "Wanted" }) },
      clock: () => 0,
    }),
  );
  let time = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (time += 10));
  onTestFinished(() => clock.mockRestore());
  const turns = countTurns();
  const { id } = await service.add({ url, plain: {} }, { reuses: true });
  const taken = turns();
  expect(id).toBe(1);
  // Each look at the clock finds the time of a piece over.
  expect(taken).toBeGreaterThanOrEqual(90);
});
