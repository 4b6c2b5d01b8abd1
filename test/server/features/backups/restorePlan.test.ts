import { expect, test } from "vitest";
import { planRestore } from "../../../../src/server/features/backups/restorePlan.ts";
import { countReads } from "../../store/countReads.ts";
import { link, newFolder, openForTest } from "../../store/testFolder.ts";

test("domains of a backup aren't looked through for each of its records", async () => {
  const store = await openForTest(newFolder());
  const { counted, reads } = countReads();
  const createdAt = "2026-03-05T12:00:00Z";
  const domains = Array.from({ length: 1_000 }, (_, at) => {
    const domain = at % 2 === 0 ? `https://${at}.example.org` : "nothing";
    return counted({ id: at + 1, domain, createdAt });
  });
  const links = domains.map((_, at) => link(at + 1, { domain: at + 1 }));
  const records = new Map<string, readonly { readonly id: number }[]>([
    ["domains", domains],
    ["links", links],
  ]);
  const plan = await planRestore(store, { isIntact: true, records, next: {} });
  expect(plan.differences).toMatchObject([
    { collection: "links", added: 500 },
    { collection: "domains", added: 500 },
  ]);
  expect(plan.unusable.filter(({ collection }) => collection === "links")).toHaveLength(500);
  expect(reads() / domains.length).toBeLessThan(200);
});
