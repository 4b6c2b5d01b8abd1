import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  nat,
  oneof,
  record,
  sample,
  subarray,
  tuple,
} from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { LinkListItem } from "../../../src/contract/resources/links.ts";
import { serverForAll } from "../../support/testServer.ts";
import { createOwner } from "./owner.ts";

const start = Date.UTC(2026, 0, 1);
let now = start;
const owner = createOwner(() => server);

const tags = ["Spring", "sale", "بهار", "two words"] as const;
const services = ["bitly", "Yourls"] as const;
const moments = ["2026-01-01 00:20:00", "2026-01-01 00:40", "2026-01-01T01:00:00Z"] as const;
const url = constantFrom("https://b.example/x", "http://a.example/Y", "https://A.example/z");

const fields = record(
  {
    tags: subarray([...tags]),
    archived: boolean(),
    status: constantFrom("public", "private"),
    type: constantFrom("direct", "frame", "splash"),
    channel: constantFrom(1, 2),
    campaign: constantFrom(1, 2),
    source: record({ service: constantFrom(...services), id: constant("1") }),
    expiry: constantFrom("2026-01-01 00:10:00", "2026-01-01 02:00:00", "2030-01-01 00:00:00"),
    description: constantFrom("for spring", "nothing"),
  },
  { requiredKeys: [] },
);

type Change = (ids: readonly number[]) => Promise<unknown>;

/** What somebody does between two looks at the list. */
const change: Arbitrary<Change> = oneof(
  tuple(url, fields).map(
    ([address, given]): Change =>
      () =>
        owner.add("url", { url: address, ...given }),
  ),
  tuple(nat(), url, fields).map(
    ([which, address, given]): Change =>
      (ids) =>
        owner.update("url", idAt(ids, which), { url: address, ...given }),
  ),
  nat().map(
    (which): Change =>
      (ids) =>
        owner.remove("url", idAt(ids, which)),
  ),
  nat().map((which): Change => async (ids) => {
    const { alias } = await owner.details("url", idAt(ids, which));
    await server.visit(`/${alias}`);
  }),
);

const query = record(
  {
    q: constantFrom("spring", "a.example"),
    channel: constantFrom("1", "2"),
    campaign: constantFrom("1", "2"),
    type: constantFrom("direct", "frame", "splash"),
    status: constantFrom("public", "private"),
    tag: subarray(["SPRING", "sale", "بهار", "nobody"], { minLength: 1, maxLength: 2 }),
    archived: constantFrom("true", "false", "all"),
    expired: constantFrom("true", "false"),
    expiresBefore: constantFrom(...moments),
    protected: constantFrom("true", "false"),
    madeAfter: constantFrom(...moments),
    madeBefore: constantFrom(...moments),
    minClicks: constantFrom("0", "1", "2"),
    maxClicks: constantFrom("0", "1"),
    noClicksSince: constantFrom(...moments),
    source: constantFrom("bitly", "YOURLS", "nowhere", "Bitly:1", "yourls:2"),
    order: constantFrom("date", "click", "alias", "url", "expiry", "lastclick", "other"),
    direction: constantFrom("asc", "desc"),
    limit: constantFrom("3", "1000"),
    page: constantFrom("1", "2"),
  },
  { requiredKeys: [] },
);
type Query = typeof query extends Arbitrary<infer Sent> ? Sent : never;

function idAt(ids: readonly number[], which: number): number {
  return ids[which % ids.length] ?? 0;
}

/** Timestamps of the service are in UTC here. */
const at = (moment: string) =>
  Date.parse(moment.endsWith("Z") ? moment : `${moment.replace(" ", "T")}Z`);

/** The filter once more, over what the list answers, without any index. */
function matches(link: LinkListItem, sent: Query): boolean {
  const words = [link.longurl, link.alias, link.description, ...link.tags];
  const fold = (text: string) => text.toLowerCase();
  const isExpired = link.expiry !== null && at(link.expiry) <= now;
  const lastClick = link.lastclick === null ? -Infinity : at(link.lastclick);
  const conditions: Readonly<Record<string, (value: string) => boolean>> = {
    q: (value) => words.some((text) => fold(text).includes(value)),
    channel: (value) => link.channel.includes(Number(value)),
    campaign: (value) => link.campaign === Number(value),
    type: (value) => link.type === value,
    status: (value) => link.status === value,
    archived: (value) => value === "all" || String(link.archived) === value,
    expired: (value) => String(isExpired) === value,
    expiresBefore: (value) => link.expiry !== null && at(link.expiry) < at(value),
    protected: (value) => String(link.password) === value,
    madeAfter: (value) => at(link.date) >= at(value),
    madeBefore: (value) => at(link.date) < at(value),
    minClicks: (value) => link.clicks >= Number(value),
    maxClicks: (value) => link.clicks <= Number(value),
    noClicksSince: (value) => lastClick < at(value),
    source(value) {
      const [service = "", id] = value.split(":");
      const { source } = link;
      const isThere = source !== null && fold(source.service) === fold(service);
      return isThere && (id === undefined || source.id === id);
    },
  };
  const { tag = [], archived = "false", ...rest } = sent;
  const given = Object.entries<string>({ ...rest, archived });
  return (
    tag.every((one) => link.tags.some((other) => fold(one) === fold(other))) &&
    given.every(([name, value]) => conditions[name]?.(value) ?? true)
  );
}

function keyOf(link: LinkListItem, order: string): string | number | null {
  switch (order) {
    case "click":
      return link.clicks;
    case "alias":
      return link.alias.toLowerCase();
    case "url":
      return link.longurl.replace(/^https?:\/\//, "").toLowerCase();
    case "expiry":
      return link.expiry;
    case "lastclick":
      return link.lastclick;
    default:
      return link.id;
  }
}

function sorted(links: readonly LinkListItem[], { order = "date", direction }: Query) {
  const isUp =
    (direction ?? (["alias", "url", "expiry"].includes(order) ? "asc" : "desc")) === "asc";
  const turn = isUp ? 1 : -1;
  return links.toSorted((one, other) => {
    const [a, b] = [keyOf(one, order), keyOf(other, order)];
    if (a === null || b === null)
      return Number(a === null) - Number(b === null) || turn * (one.id - other.id);
    if (a === b) return turn * (one.id - other.id);
    return a < b ? -turn : turn;
  });
}

async function list(sent: Query) {
  const pairs = Object.entries(sent).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  const { data } = await owner.call("GET", `/api/urls?${new URLSearchParams(pairs).toString()}`);
  return data as { readonly result: number; readonly urls: readonly LinkListItem[] };
}

const server = serverForAll({ clock: () => (now += 1000) });
beforeAll(async () => {
  for (const name of ["one", "two"]) {
    await owner.add("channel", { name });
    await owner.add("campaign", { name });
  }
  for (const given of sample(fields, { seed: 1, numRuns: 60 })) {
    now += 60_000;
    await owner.add("url", { url: "https://example.org/", ...given });
  }
  await owner.add("url", { url: "https://example.org/", password: "open sesame" });
});

test("what a list answers is what a plain look through all links finds, whatever changes meanwhile", async () => {
  await assert(
    asyncProperty(change, array(query, { minLength: 3, maxLength: 3 }), async (does, queries) => {
      const before = await list({ archived: "all", limit: "1000" });
      await does(before.urls.map(({ id }) => id));
      const { urls } = await list({ archived: "all", limit: "1000" });
      for (const sent of queries) {
        const answer = await list(sent);
        const expected = sorted(
          urls.filter((link) => matches(link, sent)),
          sent,
        );
        const limit = Number(sent.limit ?? 15);
        const first = (Number(sent.page ?? 1) - 1) * limit;
        expect({ sent, result: answer.result, urls: answer.urls.map(({ id }) => id) }).toEqual({
          sent,
          result: expected.length,
          urls: expected.slice(first, first + limit).map(({ id }) => id),
        });
      }
    }),
    { numRuns: 80, seed: 20_260_101 },
  );
}, 30_000);
