import { beforeAll, expect, test, describe } from "vitest";
import { serverForAll } from "../../support/testServer.ts";
import { createOwner } from "./owner.ts";

describe("record lists", () => {
  const owner = createOwner(() => server);
  const url = "https://example.com/";

  /** Three channels, campaigns and tags with one, two and three links, of which the fewest have the most clicks. */
  const server = serverForAll({ settings: { verifyDomains: "false" } });
  beforeAll(async () => {
    for (const [place, word] of ["banana", "Apple", "cherry"].entries()) {
      const starred = place === 0;
      const channel = await owner.add("channel", { name: word, starred, description: "fruit" });
      const campaign = await owner.add("campaign", { name: word, public: place === 2 });
      for (let number = 0; number <= place; number += 1) {
        const custom = `${word}-${number}`;
        await owner.add("url", { url, custom, channel, campaign, tags: [word] });
      }
      for (let visit = 0; visit < 3 - place; visit += 1) await server.visit(`/${word}-0`);
      await owner.add("bio", {
        name: word,
        custom: `page-${9 - place}`,
        links: Array.from({ length: place }, () => ({ title: word, url })),
        status: place === 1 ? "public" : "private",
      });
    }
  });

  /** As many links as its place use each. */
  beforeAll(async () => {
    for (const [place, name] of ["banana", "Apple", "cherry"].entries()) {
      const tag = `T-${place}`;
      const pixel = await owner.add("pixel", {
        type: place === 0 ? "tiktok" : "reddit",
        name,
        tag,
      });
      const splash = await owner.add("splash", { name });
      const type = place === 1 ? "contact" : "message";
      const overlay = await owner.add("overlay", { type, name });
      const domain = `https://${name.toLowerCase()}.example.com`;
      await owner.add("domain", { domain });
      for (let number = 0; number < place; number += 1) {
        await owner.add("url", {
          url,
          pixels: [pixel],
          type: String(splash),
          archived: number > 0,
        });
        await owner.add("url", { url, type: `overlay-${overlay}`, domain });
      }
    }
  });

  const lists = {
    channels: ["/api/channels", "name"],
    campaigns: ["/api/campaigns", "name"],
    tags: ["/api/tags", "tag"],
    bios: ["/api/bio", "name"],
    pixels: ["/api/pixels", "name"],
    splash: ["/api/splash", "name"],
    cta: ["/api/overlay", "name"],
    domains: ["/api/domains", "domain"],
  } as const;

  async function names(key: keyof typeof lists, query: string): Promise<string[]> {
    const [path, called] = lists[key];
    const { data } = await owner.call("GET", `${path}?${query}`);
    return data[key].map((item: Record<string, string>) => item[called]);
  }

  test.each<[keyof typeof lists, string, string]>([
    ["channels", "", "cherry Apple banana"],
    ["channels", "order=name", "Apple banana cherry"],
    ["channels", "order=name&direction=desc", "cherry banana Apple"],
    ["channels", "order=links", "cherry Apple banana"],
    ["channels", "order=clicks", "banana Apple cherry"],
    ["channels", "order=clicks&direction=asc&limit=1&page=2", "Apple"],
    ["channels", "order=date&direction=asc", "banana Apple cherry"],
    ["channels", "direction=asc", "banana Apple cherry"],
    ["channels", "order=nonsense", "cherry Apple banana"],
    ["channels", "starred=true", "banana"],
    ["channels", "starred=false&order=name&q=fruit", "Apple cherry"],
    ["campaigns", "", "cherry Apple banana"],
    ["campaigns", "order=name", "Apple banana cherry"],
    ["campaigns", "order=links&direction=asc", "banana Apple cherry"],
    ["campaigns", "order=clicks", "banana Apple cherry"],
    ["campaigns", "public=true", "cherry"],
    ["campaigns", "public=false&order=name", "Apple banana"],
    ["tags", "", "Apple banana cherry"],
    ["tags", "direction=desc", "cherry banana Apple"],
    ["tags", "order=links", "cherry Apple banana"],
    ["tags", "order=clicks", "banana Apple cherry"],
    ["tags", "order=clicks&q=e", "Apple cherry"],
    ["bios", "order=name", "Apple banana cherry"],
    ["bios", "order=alias", "cherry Apple banana"],
    ["bios", "order=links", "cherry Apple banana"],
    ["bios", "status=public", "Apple"],
    ["bios", "status=private&order=name", "banana cherry"],
    ["pixels", "order=name", "Apple banana cherry"],
    ["pixels", "order=links", "cherry Apple banana"],
    ["pixels", "order=type", "Apple cherry banana"],
    ["pixels", "type=reddit&direction=asc", "Apple cherry"],
    ["pixels", "unused=true", "banana"],
    ["pixels", "unused=false&q=an", ""],
    ["splash", "order=links&direction=asc", "banana Apple cherry"],
    ["splash", "unused=false", "cherry Apple"],
    ["cta", "type=contact", "Apple"],
    ["cta", "type=message&order=name", "banana cherry"],
    ["cta", "order=links", "cherry Apple banana"],
    [
      "domains",
      "order=domain",
      "https://apple.example.com https://banana.example.com https://cherry.example.com",
    ],
    ["domains", "order=links&limit=1", "https://cherry.example.com"],
    ["domains", "answering=true", ""],
  ])("the list of %s with %j is %s", async (key, query, expected) => {
    expect(await names(key, query)).toEqual(expected.split(" ").filter(Boolean));
  });

  test("they say how many links are in each, and how often those were followed", async () => {
    const of = (list: Record<string, unknown>[]) =>
      list.map(({ links, clicks }) => [links, clicks]).toReversed();
    const expected = [
      [1, 3],
      [2, 2],
      [3, 1],
    ];
    expect(of(await owner.list("channel"))).toEqual(expected);
    expect(of(await owner.list("campaign"))).toEqual(expected);
    const { data } = await owner.call("GET", "/api/tags?order=links");
    expect(of(data.tags)).toEqual(expected);
    const [channel] = await owner.list("channel");
    expect(await owner.call("GET", `/api/channel/${channel.id}/details`)).toEqual({
      error: 0,
      details: channel,
    });
  });

  test("bio pages are chosen by their domain and a channel, and a domain that isn't there is said", async () => {
    const [page] = await owner.list("bio");
    const [channel] = await owner.list("channel");
    await owner.call("POST", `/api/channel/${channel.id}/assign/bio/${page.id}`);
    expect(await names("bios", `channel=${channel.id}`)).toEqual([page.name]);
    expect(await names("bios", `domain=${encodeURIComponent(server.shortBase)}`)).toHaveLength(3);
    expect(await owner.refusal("GET", "/api/bio?domain=nobody.example")).toEqual([
      400,
      "domain must be a registered domain or the server's own address.",
    ]);
  });

  test("the items of a channel can be those of one type", async () => {
    const channel = await owner.add("channel", { name: "mixed" });
    const link = await owner.add("url", { url, channel });
    const code = await owner.add("qr", { type: "text", data: "hello" });
    await owner.call("POST", `/api/channel/${channel}/assign/qr/${code}`);
    const items = async (query: string) =>
      (await owner.call("GET", `/api/channel/${channel}?${query}`)).data.items.map(
        (item: { type: string; id: number }) => [item.type, item.id],
      );
    expect(await items("type=links")).toEqual([["links", link]]);
    expect(await items("type=qr")).toEqual([["qr", code]]);
    expect(await items("type=bio")).toEqual([]);
    expect(await items("")).toHaveLength(2);
    expect(await owner.refusal("GET", `/api/channel/${channel}?type=cars`)).toEqual([
      400,
      "type must be one of links, bio, qr.",
    ]);
  });
});

describe("views", () => {
  const owner = createOwner(() => server);

  const server = serverForAll({ clock: () => Date.UTC(2026, 5, 1, 12) });

  const keep = (view: object) => owner.call("POST", "/api/views", view);
  const list = async (query = "") => (await owner.call("GET", `/api/views${query}`)).data.views;

  test("a view is kept under its name, and one of the same kind and name takes its place", async () => {
    const { id } = await keep({ name: "Spring", query: { q: "spring", tag: ["Sale", "بهار"] } });
    const mapping = { name: "Spring", kind: "mapping", query: { "Long URL": "url" } };
    const { id: other } = await keep(mapping);
    expect(await list()).toEqual([
      { id: other, date: "2026-06-01 12:00:00", ...mapping },
      {
        id,
        date: "2026-06-01 12:00:00",
        name: "Spring",
        kind: "links",
        query: { q: "spring", tag: ["Sale", "بهار"] },
      },
    ]);
    expect(await keep({ name: "SPRING", query: { q: "summer" } })).toEqual({
      error: 0,
      change: expect.any(Number),
      id,
    });
    expect(await list("?kind=links")).toMatchObject([
      { id, name: "SPRING", query: { q: "summer" } },
    ]);
    expect(await list("?kind=mapping")).toMatchObject([{ id: other }]);
    expect(await list("?q=no+such")).toEqual([]);
    await owner.call("DELETE", `/api/views/${id}`);
    await owner.call("DELETE", `/api/views/${other}`);
    expect(await list()).toEqual([]);
    expect(await owner.refusal("DELETE", `/api/views/${id}`)).toEqual([
      404,
      "View does not exist.",
    ]);
  });

  test("a view takes at most 16,384 characters as JSON, of numbers, too", async () => {
    const view = (count: number, number: number) => {
      const entries = Array.from({ length: count }, (_, at) => [`k${at}`, Array(100).fill(number)]);
      return { name: "Large", kind: "parameters", query: Object.fromEntries(entries) };
    };
    expect((await owner.call("POST", "/api/views", view(75, 1))).error).toBe(0);
    const { status, body } = await server.api("POST", "/api/views", view(75, 1.5));
    expect([status, body.faults]).toMatchObject([400, [{ field: "query", code: "long" }]]);
  });

  test("what isn't a view is refused by the name of what is wrong", async () => {
    const refused = async (view: object) => (await owner.refusal("POST", "/api/views", view))[1];
    expect(await refused({ query: {} })).toContain("name is required");
    expect(await refused({ name: "a", query: {}, colour: "red" })).toContain("colour");
    expect(await refused({ name: "a", query: { q: { deep: 1 } } })).toContain("query.q");
    expect(await refused({ name: "a", query: { minClicks: "many" } })).toContain("query.minClicks");
    expect(await refused({ name: "a", query: { direction: "up" } })).toContain("query.direction");
    expect(await refused({ name: "a", kind: "qr", query: {} })).toContain("kind");
  });
});
