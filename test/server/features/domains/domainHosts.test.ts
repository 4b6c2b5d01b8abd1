import { expect, onTestFinished, test, vi } from "vitest";
import { createDomainHosts } from "../../../../src/server/features/domains/domainHosts.ts";
import { createDocument } from "../../../../src/server/store/tables/tables.ts";

test("a change of one domain reads that domain's address, and no other", () => {
  const { domains } = createDocument();
  const createdAt = "2026-03-05T12:00:00Z";
  const domain = (id: number, name = `https://${id}.example.org`) => ({
    id,
    domain: name,
    createdAt,
  });
  for (let id = 1; id <= 1_000; id += 1) domains.put(domain(id));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one table that is asked for
  const hosts = createDomainHosts({ table: () => domains as never });
  const parse = vi.spyOn(URL, "parse");
  onTestFinished(() => void vi.restoreAllMocks());
  domains.put(domain(5, "https://new.example.org"));
  domains.remove(6);
  domains.put(domain(1_001, "https://7.example.org"));
  domains.remove(7);
  const ids = ["new", "5", "6", "7", "8"].map(
    (name) => hosts.ofHost(`${name}.example.org`)?.id ?? null,
  );
  expect(ids).toEqual([5, null, null, 1_001, 8]);
  expect(parse.mock.calls.length).toBeLessThan(20);
});
