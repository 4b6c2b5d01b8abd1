import { expect, onTestFinished, test, vi } from "vitest";
import { mostOf } from "../../../../src/server/common/mostOf.ts";
import { planRestore } from "../../../../src/server/features/backups/restorePlan.ts";
import { countReads } from "../../store/countReads.ts";
import { countTurns } from "../../../support/turns.ts";
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

test("forms that visitors have answered since a backup stay with what was written", async () => {
  const store = await openForTest(newFolder());
  const createdAt = "2026-03-05T12:00:00Z";
  const form = { type: "contact", name: "Letter", position: "bottom", createdAt } as const;
  const answer = { id: 1, overlay: 2, link: 1, fields: {}, visitor: "", createdAt };
  await store.commit([
    ...[1, 2].map((id) => ({ put: "overlays" as const, record: { ...form, id } })),
    { put: "contactAnswers", record: answer },
  ]);
  const { steps } = await planRestore(store, { isIntact: true, records: new Map(), next: {} });
  expect(steps).toMatchObject([{ collection: "overlays", id: 1, change: "removed" }]);
});

test("usernames that an account had here stay known, and those of the backup come", async () => {
  const store = await openForTest(newFolder());
  const account = {
    id: 1 as const,
    email: "me@example.org",
    status: "free" as const,
    registeredAt: "2026-03-05T12:00:00Z",
    expiresAt: "2036-03-05T12:00:00Z",
  };
  const here = { ...account, username: "rose", formerUsernames: ["owner", "flora"] };
  await store.commit([{ put: "account", record: here }]);
  const restored = async (names: object) => {
    const records = new Map([["account", [{ ...account, ...names }]]]);
    return (await planRestore(store, { isIntact: true, records, next: {} })).steps[0]?.record;
  };
  expect(await restored({ username: "flora", formerUsernames: ["owner", "lily"] })).toMatchObject({
    username: "flora",
    formerUsernames: ["owner", "lily", "rose"],
  });
  expect(await restored({ username: "rose", formerUsernames: ["owner"] })).toBeUndefined();
});

test("domains and what links use are looked at in pieces", async () => {
  const store = await openForTest(newFolder());
  const count = 1_000;
  const createdAt = "2026-03-05T12:00:00Z";
  const range = Array.from({ length: count }, (_, at) => at + 1);
  const records = new Map<string, readonly { readonly id: number }[]>([
    ["domains", range.map((id) => ({ id, domain: "nothing", createdAt }))],
    ["links", [link(1)]],
  ]);
  // Each look at the clock is later than a slice takes.
  let time = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (time += 10));
  onTestFinished(() => void vi.restoreAllMocks());
  const backup = { isIntact: true, records, next: {} };
  let turns = countTurns();
  await planRestore(store, backup);
  expect(turns()).toBeGreaterThanOrEqual(2 * count);
  turns = countTurns();
  await planRestore(store, backup, new Map([["links", "all"]]));
  expect(turns()).toBeGreaterThanOrEqual(3 * count);
});

test("what is on a domain that is one of too many stays out with it", async () => {
  const store = await openForTest(newFolder());
  const createdAt = "2026-03-05T12:00:00Z";
  const domains = Array.from({ length: mostOf.domains + 1 }, (_, at) => ({
    id: at + 1,
    domain: `https://${at}.example.org`,
    createdAt,
  }));
  const links = [mostOf.domains, mostOf.domains + 1].map((id) => link(id, { domain: id }));
  const records = new Map<string, readonly { readonly id: number }[]>([
    ["domains", domains],
    ["links", links],
  ]);
  const backup = { isIntact: true, records, next: {} };
  const last = { id: mostOf.domains + 1, isLeftOut: true };
  const leftOut = [
    { ...last, collection: "links", faults: ["domain"] },
    { ...last, collection: "domains", faults: [] },
  ];
  const { unusable, steps } = await planRestore(store, backup);
  expect(unusable).toEqual(leftOut);
  expect(steps).toHaveLength(mostOf.domains + 1);
  const [first = { id: 0, domain: "", createdAt }] = domains;
  await store.commit([{ put: "domains", record: first }]);
  const only = await planRestore(store, backup, new Map([["domains", new Set([1_000, 1_001])]]));
  expect([only.unusable, only.steps.map(({ id }) => id)]).toEqual([[], [1_000, 1_001]]);
  expect((await planRestore(store, backup)).unusable).toEqual(leftOut);
});

test("a link of another folder joins no campaign, pixel or channel here that has its number", async () => {
  const store = await openForTest(newFolder());
  const [createdAt, later] = ["2026-03-05T12:00:00Z", "2026-03-06T12:00:00Z"];
  const campaign = { id: 5, name: "Mine", slug: "mine", isPublic: true as const, createdAt };
  const channels = [1, 2].map((id) => ({ id, name: `Mine ${id}`, color: "#ff0000", createdAt }));
  await store.commit([
    { put: "campaigns", record: campaign },
    ...channels.map((record) => ({ put: "channels" as const, record })),
    { put: "links", record: link(2, { campaign: 5 }) },
  ]);
  const planned = async (campaigns: readonly { readonly id: number }[]) => {
    const records = new Map<string, readonly { readonly id: number }[]>([
      ["campaigns", campaigns],
      ["channels", channels.slice(1)],
      ["links", [link(1, { campaign: 5, channels: [1, 2] }), link(2, { campaign: 5, name: "a" })]],
    ]);
    const chosen = new Map([["links", new Set([1, 2])]] as const);
    const plan = await planRestore(store, { isIntact: true, records, next: {} }, chosen);
    return [plan.foreign, plan.steps.map(({ record }) => record)];
  };
  const kept = link(2, { campaign: 5, name: "a" });
  const both = { collection: "links", id: 1, faults: ["campaign", "channels"], isLeftOut: false };
  for (const theirs of [[], [{ ...campaign, createdAt: later }]]) {
    expect(await planned(theirs)).toEqual([[both], [link(1, { channels: [2] }), kept]]);
  }
  expect(await planned([campaign])).toEqual([
    [{ ...both, faults: ["channels"] }],
    [link(1, { campaign: 5, channels: [2] }), kept],
  ]);
});
