import { beforeAll, describe, expect, test } from "vitest";
import { serverForAll } from "../../support/testServer.ts";
import { createOwner } from "./owner.ts";

describe("link filter", () => {
  const day = 86_400_000;
  let now = Date.UTC(2026, 0, 1, 12);
  const owner = createOwner(() => server);
  const ids = { channel: 0, campaign: 0, domain: 0, overlay: 0, splash: 0, pixel: 0 };

  /** Aliases that a query of the list finds, in its order. */
  async function found(query: string): Promise<string[]> {
    const { data } = await owner.call("GET", `/api/urls?limit=100&${query}`);
    expect(data.result).toBe(data.urls.length);
    return data.urls.map(({ alias }: { alias: string }) => alias);
  }

  const add = (custom: string, fields: object = {}) =>
    owner.add("url", { url: `https://example.com/${custom}`, custom, ...fields });

  const server = serverForAll({ clock: () => now, settings: { verifyDomains: "false" } });
  beforeAll(async () => {
    ids.channel = await owner.add("channel", { name: "Newsletter" });
    ids.campaign = await owner.add("campaign", { name: "Spring" });
    ids.domain = await owner.add("domain", { domain: "https://go.example.net" });
    ids.overlay = await owner.add("overlay", { type: "message", name: "Sale" });
    ids.pixel = await owner.add("pixel", { type: "tiktok", name: "Shop", tag: "C4A" });
    ids.splash = await owner.add("splash", { name: "Hello" });
    await add("plain", { expiry: "2026-01-03 18:00:00" });
    now += day;
    await add("Garden", {
      pixels: [ids.pixel],
      tags: ["Spring", "Sale"],
      channel: ids.channel,
      status: "public",
    });
    await add("branded", { tags: ["spring"], domain: "go.example.net", campaign: ids.campaign });
    now += day;
    await add("put-away", { archived: true, tags: ["Sale"] });
    await add("secret", { password: "open sesame", expiry: "2030-01-01 00:00:00" });
    await add("moved", { source: { service: "Bitly", id: "bit.ly/3aBcD" }, type: "frame" });
    await add("overlaid", { type: `overlay-${ids.overlay}` });
    await add("splashed", { type: String(ids.splash), url: "http://aaa.example/" });
    await server.visit("/plain");
    await server.visit("/plain");
    now += day;
    await server.visit("/branded", { host: "go.example.net" });
    await server.visit("/Garden");
  });

  const all = ["splashed", "overlaid", "moved", "secret", "branded", "Garden", "plain"];
  const without = (...some: string[]) => all.filter((alias) => !some.includes(alias));

  describe("a list of links", () => {
    test.each<[query: string, aliases: readonly string[]]>([
      ["", all],
      ["archived=false", all],
      ["archived=true", ["put-away"]],
      ["archived=all&tag=sale", ["put-away", "Garden"]],
      ["tag=SPRING", ["branded", "Garden"]],
      ["tag=spring&tag=Sale", ["Garden"]],
      ["tag=nobody-has-it", []],
      ["status=public", ["Garden"]],
      ["protected=true", ["secret"]],
      ["protected=0", without("secret")],
      ["expired=true", ["plain"]],
      ["expired=false", without("plain")],
      ["expiresBefore=2026-01-04", ["plain"]],
      ["expiresBefore=2026-01-03", []],
      ["type=direct", ["secret", "branded", "Garden", "plain"]],
      ["type=frame", ["moved"]],
      ["type=overlay", ["overlaid"]],
      ["type=splash", ["splashed"]],
      ["source=bitly", ["moved"]],
      ["source=BITLY:bit.ly/3aBcD", ["moved"]],
      ["source=bitly:3aBcD", []],
      ["source=nowhere", []],
      ["madeBefore=2026-01-02", ["plain"]],
      ["madeAfter=2026-01-02T12:00:00Z&madeBefore=2026-01-03", ["branded", "Garden"]],
      ["minClicks=1", ["branded", "Garden", "plain"]],
      ["maxClicks=0", ["splashed", "overlaid", "moved", "secret"]],
      ["minClicks=2&maxClicks=2", ["plain"]],
      ["noClicksSince=2026-01-04", without("branded", "Garden")],
      ["noClicksSince=2026-01-05", all],
      ["rising=true", ["branded", "Garden", "plain"]],
      ["rising=false", without("branded", "Garden", "plain")],
      ["q=spring", ["branded", "Garden"]],
      ["q=spring&status=private", ["branded"]],
    ])("of those that %j means", async (query, aliases) => {
      expect(await found(query)).toEqual(aliases);
    });

    test("of a channel, a campaign, a domain, a pixel, a splash page or an overlay", async () => {
      expect(await found(`channel=${ids.channel}`)).toEqual(["Garden"]);
      expect(await found(`pixel=${ids.pixel}`)).toEqual(["Garden"]);
      expect(await found(`campaign=${ids.campaign}`)).toEqual(["branded"]);
      expect(await found("domain=go.example.net")).toEqual(["branded"]);
      expect(await found(`domain=${server.shortBase}`)).toEqual(without("branded"));
      expect(await found(`type=overlay-${ids.overlay}`)).toEqual(["overlaid"]);
      expect(await found("type=overlay-99")).toEqual([]);
    });

    test.each([
      ["channel=99", "channel must be the ID of an existing channel, not 99."],
      ["campaign=99", "campaign must be the ID of an existing campaign, not 99."],
      ["pixel=99", "pixel must be the ID of an existing pixel, not 99."],
      ["channel=x", "channel must be a positive integer."],
      ["domain=nobody.example", "domain "],
      ["type=sideways", "type must be direct, frame, splash, overlay"],
      ["status=hidden", "status must be public or private."],
      ["archived=maybe", "archived must be one of true, false, all."],
      ["expired=perhaps", "expired must be true or false."],
      ["protected=2", "protected must be true or false."],
      ["madeAfter=yesterday", "madeAfter must be a date"],
      ["madeBefore=2026-13-01", "madeBefore must be a date"],
      ["noClicksSince=never", "noClicksSince must be a date"],
      ["expiresBefore=soon", "expiresBefore must be a date"],
      ["ids=1,x", "ids must be a list of at most 1,000 IDs."],
      ["minClicks=-1", "minClicks must be a whole number, 0 or more."],
      ["maxClicks=many", "maxClicks must be a whole number, 0 or more."],
      ["direction=up", "direction must be asc or desc."],
      [`tag=${"x".repeat(51)}`, "tag must be a tag of at most 50 characters"],
    ])("refuses %j by its name", async (query, message) => {
      const [status, says] = await owner.refusal("GET", `/api/urls?${query}`);
      expect([status, says.slice(0, message.length)]).toEqual([400, message]);
    });

    test("says of a choice that is none that it is one", async () => {
      const { body } = await server.api("GET", "/api/urls?archived=maybe&status=hidden");
      expect(body.faults).toMatchObject([
        { field: "status", code: "choice" },
        { field: "archived", code: "choice" },
      ]);
    });

    test.each<[query: string, aliases: readonly string[]]>([
      ["order=date&direction=asc", all.toReversed()],
      ["order=click", ["plain", "branded", "Garden", "splashed", "overlaid", "moved", "secret"]],
      [
        "order=click&direction=asc",
        ["secret", "moved", "overlaid", "splashed", "Garden", "branded", "plain"],
      ],
      ["order=alias", ["branded", "Garden", "moved", "overlaid", "plain", "secret", "splashed"]],
      [
        "order=alias&direction=desc",
        ["splashed", "secret", "plain", "overlaid", "moved", "Garden", "branded"],
      ],
      ["order=url", ["splashed", "branded", "Garden", "moved", "overlaid", "plain", "secret"]],
      ["order=expiry&limit=2", ["plain", "secret"]],
      ["order=expiry&direction=desc&limit=2", ["secret", "plain"]],
      ["order=lastclick&minClicks=1", ["branded", "Garden", "plain"]],
      ["order=whatever&tag=spring", ["branded", "Garden"]],
    ])("stands in the order of %j", async (query, aliases) => {
      const { data } = await owner.call("GET", `/api/urls?limit=100&${query}`);
      const listed = data.urls.map(({ alias }: { alias: string }) => alias);
      expect(listed).toEqual(aliases);
    });

    test("keeps its order up as links change", async () => {
      const first = async (query: string) => (await found(query))[0];
      expect(await first("order=alias")).toBe("branded");
      const id = await add("aaaa");
      expect(await first("order=alias")).toBe("aaaa");
      expect(await first("order=lastclick")).not.toBe("aaaa");
      now += 1000;
      await server.visit("/aaaa");
      expect(await first("order=lastclick")).toBe("aaaa");
      await owner.update("url", id, { url: "https://example.com/a", custom: "zzzz" });
      expect(await first("order=alias")).toBe("branded");
      expect(await first("order=alias&direction=desc")).toBe("zzzz");
      await owner.remove("url", id);
      expect(await first("order=alias&direction=desc")).toBe("splashed");
      expect(await first("order=lastclick")).not.toBe("zzzz");
    });

    test("says of each link when somebody followed it last", async () => {
      const { data } = await owner.call("GET", "/api/urls?q=plain");
      expect(data.urls[0].lastclick).toBe("2026-01-03 12:00:00");
      expect((await owner.details("url", data.urls[0].id)).lastclick).toBe("2026-01-03 12:00:00");
    });
  });

  test("rising compares the last 7 days with the 7 days before", async () => {
    await add("riser");
    const rises = async () => (await found("rising=true")).includes("riser");
    await server.visit("/riser");
    now += 6 * day;
    expect(await rises()).toBe(true);
    now += day;
    // Its one click belongs to the former week by now.
    expect(await rises()).toBe(false);
    await server.visit("/riser");
    expect(await rises()).toBe(false);
    await server.visit("/riser");
    expect(await rises()).toBe(true);
  });
});

describe("link search", () => {
  const ids: Record<string, number> = {};

  async function add(alias: string, fields: object = {}): Promise<void> {
    const { status, body } = await server.api("POST", "/api/url/add", {
      url: `https://example.org/${alias}`,
      custom: alias,
      ...fields,
    });
    expect(status).toBe(200);
    ids[alias] = body.id;
  }

  async function found(query: Readonly<Record<string, string>>): Promise<string[]> {
    const { body } = await server.api("GET", `/api/urls?${new URLSearchParams(query).toString()}`);
    const links: readonly { alias: string }[] = body.data.urls;
    expect(body.data.result).toBe(links.length);
    return links.map(({ alias }) => alias);
  }

  const server = serverForAll({ settings: { verifyDomains: "false" } });
  beforeAll(async () => {
    await add("tea-5", { url: "https://a.example/" });
    await add("menu", { name: "Tea, number 5!", url: "https://b.example/" });
    await add("coffee-5", { description: "instead of tea" });
    await add("bahar", { name: "كتاب‌هاي نوروز ۱۴۰۵", url: "https://c.example/" });
    await add("cafe", { name: "Cafe\u0301 Central", url: "https://d.example/" });
  });

  test.each<[q: string, aliases: readonly string[]]>([
    ["tea 5", ["coffee-5", "menu", "tea-5"]],
    ["5 TEA", ["coffee-5", "menu", "tea-5"]],
    ["tea-5", ["tea-5"]],
    ["tea/5", ["tea-5"]],
    ["  number   tea ", ["menu"]],
    ["tea 6", []],
    ["کتاب های", ["bahar"]],
    ["نوروز 1405", ["bahar"]],
    ["١٤٠٥ کتاب", ["bahar"]],
    ["café", ["cafe"]],
    ["b.example", ["menu"]],
    ["teacoffee", []],
    ["(.*)", []],
  ])("a search for %j finds what has its words, in any order and spelling", async (q, aliases) => {
    expect(await found({ q })).toEqual(aliases);
  });

  test("what was searched before finds a link by its present words only", async () => {
    expect(await found({ q: "instead" })).toEqual(["coffee-5"]);
    await server.api("PUT", `/api/url/${ids["coffee-5"]}/update`, {
      url: "https://example.org/coffee-5",
      description: "as well",
    });
    expect(await found({ q: "instead" })).toEqual([]);
    expect(await found({ q: "well as" })).toEqual(["coffee-5"]);
  });

  test("of some ids, a list has those that its filters leave", async () => {
    const some = [ids["menu"], ids["bahar"], 999].join(",");
    expect(await found({ ids: some })).toEqual(["bahar", "menu"]);
    expect(await found({ ids: some, q: "tea" })).toEqual(["menu"]);
    expect(await found({ ids: some, minClicks: "1" })).toEqual([]);
    const page = await server.api("GET", `/api/urls?ids=${some}&order=alias&limit=1&page=2`);
    expect(page.body.data).toMatchObject({ result: 2, urls: [{ alias: "menu" }] });
  });
});
