import { expect, test } from "vitest";
import { createClickRules } from "../../../../src/server/features/exchange/clickRules.ts";
import { createKeyTable } from "../../../../src/server/features/exchange/keyTable.ts";
import type { Store } from "../../../../src/server/store/store.ts";
import { createReferrers } from "../../../../src/server/visitor/referrers.ts";
import { createUserAgents } from "../../../../src/server/visitor/userAgents.ts";
import { link } from "../../store/records.ts";

test("clicks of a registered domain count there, however many hosts the file names before", () => {
  const registered = 7;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is asked of a store
  const store = {
    links: { byAlias: (alias: string, domain = 1) => link(domain, { alias }) },
  } as unknown as Pick<Store, "links">;
  const rules = createClickRules({
    store,
    domains: { named: (host) => (host === "go.example" ? { id: registered } : null) },
    userAgents: createUserAgents(),
    referrers: createReferrers(),
    known: createKeyTable(),
    now: 1_000,
  });
  const judge = (domain: string) =>
    rules.judge({ id: domain, at: 1, alias: "spring", domain, line: 1 });
  for (let host = 0; host < 1_000; host += 1) judge(`${host}.example`);
  expect(judge("go.example")).toMatchObject({ is: "new", line: { link: registered } });
});
