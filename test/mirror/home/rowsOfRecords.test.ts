import * as fc from "fast-check";
import { expect, test } from "vitest";
import { mostCampaignLinks } from "../../../src/contract/server/edge.ts";
import { keys, readRow } from "../../../src/mirror/wire/rows.ts";
import type { LimitOf } from "../../../src/mirror/home/rowsOfRecords/aliasRow.ts";
import { createLinkStates } from "../../../src/mirror/home/rowsOfRecords/linkStates.ts";
import { createRowsOfRecords } from "../../../src/mirror/home/rowsOfRecords/rowsOfRecords.ts";
import { black, white } from "../../../src/server/features/qr/qrDrawing.ts";
import type {
  BioPageRecord,
  CampaignRecord,
  Collection,
  LinkRecord,
  QrCodeRecord,
  RecordOf,
} from "../../../src/server/store/records.ts";
import type { Table } from "../../../src/server/store/store.ts";
import { createDocument, tableOf } from "../../../src/server/store/tables/tables.ts";
import { runs } from "../../support/full.ts";

const createdAt = "2026-03-01T00:00:00Z";
const link = (id: number, given: Partial<LinkRecord> = {}): LinkRecord => ({
  id,
  alias: `link-${id}`,
  url: "https://example.com/",
  createdAt,
  ...given,
});

function mirrored() {
  const document = createDocument();
  document.account.put({
    id: 1,
    username: "maker",
    formerUsernames: ["owner"],
    email: "maker@example.com",
    status: "pro",
    registeredAt: createdAt,
    expiresAt: createdAt,
  });
  const table = <C extends Collection>(collection: C) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    tableOf(document, collection) as unknown as Table<RecordOf<C>>;
  const settings = {
    shortBase: "https://go.example.org",
    formerBases: ["http://127.0.0.1:4080", "https://go.example.org"],
    prefix: "",
    formerPrefixes: [],
    port: 4080,
    publicPort: 4081,
    pageName: "Maker",
    pageColor: "#ad4518",
    respectDnt: true,
  };
  const store = {
    ...document,
    table,
    secrets: { apiKey: "key", hashKey: "AAAA", cookieKey: "cookie" },
  };
  const source = createRowsOfRecords({
    store,
    statistics: {
      clicksOf: (id) => id * 10,
      scans: { clicksOf: (id) => id, of: () => expect.unreachable(), history: () => [] },
    },
    qrCodes: {
      designWith: ({ code }) => ({
        payload: `${settings.shortBase}/q/${code}`,
        foreground: black,
        background: white,
        logo: null,
      }),
    },
    pictures: { stored: () => Promise.resolve(null) },
    settings,
    home: () => null,
  });
  return { document, source, settings, store };
}

/** Every row that there is now. */
function walked(source: ReturnType<typeof mirrored>["source"]): Map<string, string> {
  const found = [...source.keys()];
  expect(found).toHaveLength(new Set(found).size);
  return new Map(
    found.flatMap((key) => {
      const row = source.row(key);
      return row === null ? [] : [[key, row] as const];
    }),
  );
}

test("what is told of changes keeps up the very rows that a walk over everything finds", () => {
  const id = fc.integer({ min: 1, max: 5 });
  const maybe = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { nil: undefined });
  const alias = fc.constantFrom("a", "A", "b", "بهار", "۵", "5");
  const change = fc.oneof(
    fc.record({
      what: fc.constant("links" as const),
      id,
      alias,
      url: fc.constantFrom("https://example.com/", "nowhere"),
      domain: maybe(fc.integer({ min: 1, max: 2 })),
      campaign: maybe(fc.integer({ min: 1, max: 2 })),
      password: maybe(fc.constant("scrypt$")),
      expiresAt: maybe(fc.constant(createdAt)),
      pixels: maybe(fc.constantFrom([1], [1, 2])),
      type: maybe(
        fc.constantFrom(
          { kind: "splash" as const, id: 1 },
          { kind: "splash" as const },
          { kind: "overlay" as const, id: 2 },
        ),
      ),
    }),
    fc.record({ what: fc.constant("bioPages" as const), id, alias, name: fc.constant("Bio") }),
    fc.record({
      what: fc.constant("campaigns" as const),
      id: fc.integer({ min: 1, max: 2 }),
      name: fc.constantFrom("Spring", "Autumn"),
      slug: alias,
      isPublic: maybe(fc.constant(true as const)),
      linkOrder: maybe(fc.constantFrom([1], [3, 1])),
    }),
    fc.record({ what: fc.constant("qrCodes" as const), id, code: alias }),
    fc.record({ what: fc.constantFrom("splashPages", "overlays", "pixels", "domains"), id }),
    fc.record({ what: fc.constantFrom("settings", "base"), id: fc.integer({ min: 1, max: 3 }) }),
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(change, fc.boolean()), { minLength: 1, maxLength: 25 }),
      (changes) => {
        const { document, source, settings } = mirrored();
        const kept = walked(source);
        source.watch((told) => {
          for (const key of told) {
            const row = source.row(key);
            if (row === null) kept.delete(key);
            else kept.set(key, row);
          }
        });
        for (const [{ what, ...given }, goes] of changes) {
          if (what === "base") {
            settings.shortBase = `https://go${given.id}.example.org`;
            source.siteChanged();
          } else if (goes) {
            tableOf(document, what).remove(given.id);
          } else {
            tableOf(document, what).put(recordOf(what, given));
          }
          expect(kept).toEqual(walked(source));
        }
      },
    ),
    { numRuns: runs(200) },
  );
});

/** A whole record with what a change says of it. */
function recordOf(collection: Collection, given: { readonly id: number }) {
  const { id } = given;
  const own = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const whole: Partial<Record<Collection, object>> = {
    overlays: { type: "message", name: "Banner", message: "Hello" },
    pixels: { type: "gtmpixel", name: "Pixel", tag: "GTM-1" },
    splashPages: { name: "Splash", title: "Wait" },
    domains: { domain: `https://d${id}.example.org` },
    qrCodes: { type: "link", data: "https://example.com/" },
    settings: { id: 1, isDark: true },
  };
  return {
    id,
    createdAt,
    ...whole[collection],
    ...own,
    ...(collection === "settings" && { id: 1 }),
  };
}

test("a campaign with a link that starts later is one that only newer copies read", () => {
  const { document, source } = mirrored();
  document.campaigns.put({ id: 1, name: "Spring", slug: "spring", isPublic: true, createdAt });
  const rowNow = () => readRow.campaign(source.row(keys.campaign(1)) ?? "");
  document.links.put(link(1, { campaign: 1, maxClicks: 3 }));
  expect(rowNow()).toMatchObject({ v: 1, links: [{ id: 1, isLocked: true }] });
  document.links.put(link(2, { campaign: 1, startsAt: createdAt }));
  expect(rowNow()).toMatchObject({ v: 2, links: [{ id: 2, startsAt: createdAt }, { id: 1 }] });
});

test("of a locked link, parameters go with the addresses before and after it, and without them stay", () => {
  const { document, source } = mirrored();
  const parameters = [{ name: "utm_source", value: "mail" }];
  const before = { startsAt: createdAt, beforeUrl: "https://example.com/soon" };
  document.links.put(link(1, { maxClicks: 3, parameters, ...before }));
  document.links.put(link(2, { maxClicks: 3, parameters }));
  const linkOf = (id: number) =>
    readRow.alias(source.row(keys.alias(undefined, `link-${id}`)) ?? "")?.links[0];
  expect(linkOf(1)).toMatchObject({ ...before, parameters, isLocked: true });
  expect(linkOf(2)).not.toHaveProperty("parameters");
});

test("each row is what the edge reads, and nothing in it is the owner's alone", () => {
  const { document, source } = mirrored();
  const secret = "SECRET";
  const campaign: CampaignRecord = {
    id: 1,
    name: "Spring",
    slug: "Spring",
    isPublic: true,
    createdAt,
  };
  document.campaigns.put(campaign);
  document.campaigns.put({ id: 2, name: secret, slug: "hidden", createdAt });
  document.splashPages.put({ id: 1, name: secret, title: "Wait", delay: 3, createdAt });
  document.splashPages.put({ id: 2, name: "Unused", title: secret, createdAt });
  document.pixels.put({ id: 1, type: "gtmpixel", name: secret, tag: "GTM-1", createdAt });
  document.overlays.put({ id: 1, type: "message", name: secret, message: "Hello", createdAt });
  document.links.put(
    link(1, {
      alias: "Shop",
      campaign: 1,
      type: { kind: "splash", id: 1 },
      pixels: [1],
      name: secret,
      description: secret,
      tags: [secret],
      channels: [7],
      source: { service: secret, id: "1" },
      framing: { allowed: true, checkedAt: createdAt },
    }),
  );
  document.links.put(
    link(2, {
      alias: "shop",
      campaign: 1,
      password: secret,
      url: `https://example.com/${secret}`,
      metaDescription: secret,
      metaTitle: "Members",
    }),
  );
  document.links.put(link(3, { type: { kind: "overlay", id: 1 }, campaign: 2, domain: 4 }));
  document.links.put(link(4, { alias: "broken", url: "nowhere" }));
  const code: QrCodeRecord = {
    id: 1,
    code: "Ab12",
    type: "link",
    data: "https://example.com/",
    name: secret,
    caption: secret,
    createdAt,
  };
  document.qrCodes.put(code);
  const bio: BioPageRecord = {
    id: 1,
    alias: "SHOP",
    name: "Shop",
    links: [{ title: "Here", url: "https://example.com/" }],
    channels: [7],
    createdAt,
  };
  document.bioPages.put(bio);

  const rows = walked(source);
  expect([...rows.keys()].toSorted()).toEqual(
    [
      keys.site,
      keys.alias(undefined, "shop"),
      keys.alias(4, "link-3"),
      keys.campaign(1),
      keys.slug("spring"),
      keys.qr("ab12"),
      keys.splashPage(1),
      keys.overlay(1),
      keys.pixel(1),
    ].toSorted(),
  );
  expect([...rows.values()].join("\n")).not.toContain(secret);
  const row = (key: string) => rows.get(key) ?? "";
  expect(readRow.site(row(keys.site))).toMatchObject({
    ports: [4080, 4081],
    usernames: ["maker", "owner"],
    visitorKey: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(readRow.alias(row(keys.alias(undefined, "shop")))).toEqual({
    v: 1,
    links: [
      {
        id: 1,
        alias: "Shop",
        url: "https://example.com/",
        type: { kind: "splash", id: 1 },
        framing: { allowed: true },
        pixels: [1],
      },
      { id: 2, alias: "shop", metaTitle: "Members", isLocked: true },
    ],
    bioPages: [{ id: 1, alias: "SHOP", name: "Shop", links: bio.links }],
  });
  expect(readRow.alias(row(keys.alias(4, "link-3")))?.links[0]).toMatchObject({ domain: 4 });
  expect(readRow.campaign(row(keys.campaign(1)))).toEqual({
    v: 1,
    id: 1,
    name: "Spring",
    links: [
      { id: 2, alias: "shop", isLocked: true },
      { id: 1, alias: "Shop" },
    ],
  });
  expect(readRow.slug(row(keys.slug("spring")))?.campaigns).toEqual([{ id: 1, slug: "Spring" }]);
  expect(readRow.qr(row(keys.qr("ab12")))?.codes[0]?.svg).toContain("<svg ");
  expect(readRow.splashPage(row(keys.splashPage(1)))).toEqual({
    v: 1,
    id: 1,
    title: "Wait",
    delay: 3,
  });
  expect(readRow.overlay(row(keys.overlay(1)))).toEqual({
    v: 1,
    id: 1,
    type: "message",
    message: "Hello",
  });
  expect(readRow.pixel(row(keys.pixel(1)))).toEqual({
    v: 1,
    id: 1,
    type: "gtmpixel",
    tag: "GTM-1",
  });
  expect(source.clicksOf(keys.alias(undefined, "shop"))).toBe(30);
});

test("what else stays at home is told with its reason, as long as it does", async () => {
  const { document, source } = mirrored();
  const campaign = (id: number): CampaignRecord => ({
    id,
    name: `Campaign ${id}`,
    slug: `slug-${id}`,
    createdAt,
  });
  for (const id of [1, 2, 3]) document.campaigns.put({ ...campaign(id), isPublic: true });
  for (let id = 0; id <= mostCampaignLinks; id += 1) {
    document.links.put(link(id + 1, { campaign: 1 }));
  }
  // Three bytes a letter.
  const letters = "ກ".repeat(90);
  for (let id = 20_000; id < 23_500; id += 1) {
    document.links.put(link(id, { alias: `${letters}${id}`, campaign: 2 }));
  }
  document.links.put(link(30_000, { campaign: 3 }));
  const code = (id: number, given: Partial<QrCodeRecord> = {}): QrCodeRecord => ({
    id,
    code: `code-${id}`,
    type: "text",
    data: "Hello",
    name: `Code ${id}`,
    createdAt,
    ...given,
  });
  document.qrCodes.put(code(1));
  document.qrCodes.put(
    code(2, { logo: { source: "https://example.org/logo.png", file: "kept/gone.png" } }),
  );
  walked(source);
  await new Promise((resolve) => setImmediate(resolve));
  walked(source);
  const told = () => source.atHome().map(({ kind, id, reason }) => [kind, id, reason]);
  expect(told()).toEqual([
    ["campaign", 1, "links"],
    ["campaign", 2, "list"],
    ["picture", 2, "logo"],
  ]);
  document.links.remove(1);
  source.row(keys.campaign(1));
  expect(told()).not.toContainEqual(["campaign", 1, "links"]);
  document.links.put(link(1, { campaign: 1 }));
  source.row(keys.campaign(1));
  expect(told()).toContainEqual(["campaign", 1, "links"]);
  document.campaigns.put(campaign(1));
  document.campaigns.remove(2);
  document.qrCodes.put(code(2));
  for (const key of [keys.campaign(1), keys.campaign(2), keys.qr("code-2")]) source.row(key);
  expect(told()).toEqual([]);
});

test("a link says where it stands, and why", () => {
  const { document, store } = mirrored();
  const waiting = new Map<string, "soon" | "budget" | "problem">();
  const limitOf: LimitOf = ({ id, maxClicks: most }) => {
    if (most === undefined) return undefined;
    return id === 8 ? { most, from: 0, generation: 1 } : "home";
  };
  const states = createLinkStates({
    store,
    limits: { belongsThere: ({ id }) => id > 6, limitOf },
    waits: (key) => waiting.get(key) ?? null,
    waiting: () => waiting.size,
  });
  const long = `https://example.com/${"x".repeat(10_000)}`;
  document.links.put(link(1));
  document.links.put(link(2, { password: "scrypt$" }));
  document.links.put(
    link(3, { countries: Array.from({ length: 100 }, () => ({ country: "IR", url: long })) }),
  );
  document.links.put(link(4));
  waiting.set(keys.alias(undefined, "link-4"), "budget");
  expect(states.counts()).toEqual({ synced: 1, pending: 1, localOnly: 2 });
  expect([1, 2, 3, 4, 5].map((id) => states.of(id))).toEqual([
    { state: "synced", reason: null },
    { state: "localOnly", reason: "password" },
    { state: "localOnly", reason: "tooLarge" },
    { state: "pending", reason: "budget" },
    undefined,
  ]);
  document.links.put(link(2));
  document.links.remove(3);
  expect(states.counts()).toEqual({ synced: 2, pending: 1, localOnly: 0 });
  for (const id of [6, 7, 8]) document.links.put(link(id, { maxClicks: 3 }));
  expect([6, 7, 8].map((id) => states.of(id))).toEqual([
    { state: "localOnly", reason: "limit" },
    { state: "pending", reason: null },
    { state: "synced", reason: null },
  ]);
});
