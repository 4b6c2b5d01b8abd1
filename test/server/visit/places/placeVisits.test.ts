import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { quickHash } from "../../../support/quickHash.ts";
import { firefox } from "../../../support/userAgents.ts";
import { now, openVisitDoor, type VisitDoor } from "../../../support/visitDoor.ts";
import type { BioPage } from "../../../../src/server/features/bio/service.ts";
import type { Campaign } from "../../../../src/server/features/campaigns/service.ts";

let door: VisitDoor;
beforeAll(async () => {
  door = await openVisitDoor({ settings: { baseUrl: "https://sho.rt" } });
  await door.nameOwner();
});
afterEach(async () => {
  await door.clear();
  for (const collection of ["campaigns", "bioPages"] as const) {
    const ids = [...door.store.table(collection).values()].map(({ id }) => id);
    // oxlint-disable-next-line no-await-in-loop
    await door.store.commit(ids.map((id) => ({ remove: collection, id })));
  }
});
afterAll(() => door.close());

const gone = new Date(now).toISOString();
const createdAt = "2026-03-01T00:00:00Z";

async function addCampaign(given: Partial<Campaign> = {}): Promise<Campaign> {
  const id = door.store.nextId("campaigns");
  const record: Campaign = {
    id,
    name: "Garden",
    slug: "garden",
    isPublic: true,
    createdAt,
    ...given,
  };
  await door.store.commit([{ put: "campaigns", record }]);
  return record;
}

async function addBioPage(given: Partial<BioPage> = {}): Promise<BioPage> {
  const id = door.store.nextId("bioPages");
  const record: BioPage = { id, alias: "ada", name: "Ada", createdAt, ...given };
  await door.store.commit([{ put: "bioPages", record }]);
  return record;
}

describe("statistics", () => {
  test("of a public link are there to read, and say nothing of its target", async () => {
    const { id } = await door.addLink({ status: "public" });
    for (const headers of [{}, { referer: "https://news.example/" }, { "user-agent": "curl/8" }]) {
      // oxlint-disable-next-line no-await-in-loop
      await door.visit("/spring", headers);
    }
    const { status, body } = await door.visit("/spring/stats");
    expect(status).toBe(200);
    expect(body).toContain("sho.rt/spring");
    expect(body).toMatch(/Clicks<\/dt>\s*<dd>2<\/dd>/);
    expect(body).toMatch(/Unique visitors<\/dt>\s*<dd>1<\/dd>/);
    expect(body).toMatch(/Bots \(not counted\)<\/dt>\s*<dd>1<\/dd>/);
    expect(body).toContain("<bdi>news.example</bdi>");
    expect(body).toContain("<bdi>Firefox</bdi>");
    expect(body).toContain(`href="https://db-ip.com"`);
    expect(body).not.toMatch(/example\.com|style="/);
    expect(door.statistics.clicksOf(id)).toBe(2);
    expect((await door.visit("/SPRING/stats/?x")).status).toBe(200);
  });

  test.each([[undefined], ["private" as const]])(
    "of a link with status %s are not",
    async (status) => {
      await door.addLink(status === undefined ? {} : { status });
      const answer = await door.visit("/spring/stats");
      expect(answer.status).toBe(404);
      expect((await door.visit("/nothing/stats")).status).toBe(404);
      expect(answer.body).not.toContain("spring");
    },
  );

  test("of a protected public link say nothing of what is protected", async () => {
    await door.addLink({ status: "public", password: quickHash("x"), metaTitle: "Secret title" });
    const { status, body } = await door.visit("/spring/stats");
    expect(status).toBe(200);
    expect(body).not.toMatch(/Secret|example\.com/);
  });

  test("stay small and are read in Persian, with long lists", async () => {
    await door.addLink({ status: "public" });
    for (let number = 0; number < 15; number += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await door.visit("/spring", { referer: `https://${"a".repeat(60)}.${number}.example/` });
    }
    const { body } = await door.visit("/spring/stats", { "accept-language": "fa" });
    expect(Buffer.byteLength(body)).toBeLessThan(15_000);
    expect(body).toContain("<dd>۱۵</dd>");
  });
});

describe("a campaign's rotator", () => {
  test("leads to each of its live links, as the dice fall, and counts there", async () => {
    const { id: campaign } = await addCampaign();
    const [one, two] = [
      await door.addLink({ alias: "one", url: "https://example.com/1", campaign }),
      await door.addLink({ alias: "two", url: "https://example.com/2", campaign }),
    ];
    await door.addLink({ alias: "gone", campaign, expiresAt: gone });
    await door.addLink({ alias: "other" });
    const rolled: (string | undefined)[] = [];
    for (const roll of [0, 0.49, 0.5, 0.999_999]) {
      door.roll(roll);
      // oxlint-disable-next-line no-await-in-loop
      rolled.push((await door.visit("/r/GARDEN")).headers.location);
    }
    const [first, second] = ["https://example.com/1", "https://example.com/2"];
    expect(rolled).toEqual([first, first, second, second]);
    expect([door.statistics.clicksOf(one.id), door.statistics.clicksOf(two.id)]).toEqual([2, 2]);
  });

  test("leads to no link that has had all its clicks", async () => {
    const { id: campaign } = await addCampaign();
    const once = { maxClicks: 1, campaign };
    const [one] = [
      await door.addLink({ alias: "one", url: "https://example.com/1", ...once }),
      await door.addLink({ alias: "two", url: "https://example.com/2", campaign }),
    ];
    door.roll(0);
    const drawn = async () => (await door.visit("/r/garden")).headers.location;
    expect(await drawn()).toBe("/one");
    await door.visit("/one");
    expect(await drawn()).toBe("https://example.com/2");
    await door.store.commit([{ put: "links", record: { ...one, maxClicks: 2 } }]);
    expect(await drawn()).toBe("/one");
  });

  test("goes by the link's own rules", async () => {
    const { id: campaign } = await addCampaign();
    const languages = [{ language: "fa", url: "https://example.com/fa" }];
    await door.addLink({ campaign, languages });
    const { headers } = await door.visit("/r/garden", { "accept-language": "fa" });
    expect(headers.location).toBe("https://example.com/fa");
  });

  test.each([{ password: quickHash("x") }, { type: { kind: "splash" } as const }, { pixels: [1] }])(
    "leads to the link's own address where that has a page: %j",
    async (given) => {
      const { id: campaign } = await addCampaign();
      const { id } = await door.addLink({ campaign, ...given });
      const { status, headers } = await door.visit("/r/garden");
      expect(status).toBe(302);
      expect(headers.location).toBe("/spring");
      expect(door.statistics.clicksOf(id)).toBe(0);
    },
  );

  test("is nothing when it isn't public, has no live link, or doesn't exist", async () => {
    const { id: hidden } = await addCampaign();
    const { isPublic: _, ...record } = { ...door.store.campaigns.get(hidden) } as Campaign;
    await door.store.commit([{ put: "campaigns", record }]);
    await door.addLink({ campaign: hidden });
    expect((await door.visit("/r/garden")).status).toBe(404);
    await addCampaign({ name: "Empty", slug: "empty" });
    expect((await door.visit("/r/empty")).status).toBe(404);
    expect((await door.visit("/r/none")).status).toBe(404);
    expect((await door.visit("/r/garden/more")).status).toBe(404);
  });

  test("is not counted by a HEAD", async () => {
    const { id: campaign } = await addCampaign();
    const { id } = await door.addLink({ campaign });
    expect((await door.visit("/r/garden", {}, "HEAD")).headers.location).toBe(
      "https://example.com/spring",
    );
    expect(door.statistics.clicksOf(id)).toBe(0);
  });
});

describe("a campaign's list", () => {
  const list = (id: number) => `/u/max%20muster/list-${id}`;

  test("shows live links by title and short address, protected ones by title only", async () => {
    const { id: campaign } = await addCampaign({ name: "Garden <b>" });
    await door.addLink({ alias: "one", metaTitle: "First <i>", campaign });
    await door.addLink({ alias: "two", campaign });
    const locked = { password: quickHash("x"), metaTitle: "Locked", description: "Secret" };
    await door.addLink({ alias: "three", campaign, ...locked });
    await door.addLink({ alias: "gone", campaign, expiresAt: gone });
    const { status, body } = await door.visit(list(campaign));
    expect(status).toBe(200);
    expect(body).toContain("Garden &#60;b&#62;");
    expect(body).toContain("First &#60;i&#62;");
    expect(body).toContain("sho.rt/two");
    expect([...body.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      "/three",
      "/two",
      "/one",
    ]);
    expect(body).toContain("Password");
    expect(body).not.toMatch(/sho\.rt\/three|sho\.rt\/gone|Secret|example\.com/);
  });

  test("says of a protected link only what its owner wrote for everybody", async () => {
    const { id: campaign } = await addCampaign();
    const locked = { password: quickHash("x"), fetchedTitle: "Its own title", campaign };
    await door.addLink({ alias: "one", ...locked });
    await door.addLink({ alias: "two", ...locked, metaTitle: "For everybody" });
    await door.addLink({ alias: "open", campaign, fetchedTitle: "Open title" });
    const { body } = await door.visit(list(campaign));
    expect(body).toContain("Open title");
    expect(body).toContain("For everybody");
    expect(body).not.toContain("Its own title");
  });

  test("shows what has no title by its address in letters", async () => {
    const { id: campaign } = await addCampaign();
    await door.addLink({ alias: "بهار", campaign });
    const { body } = await door.visit(list(campaign));
    expect(body).toContain('<bdi dir="ltr">sho.rt/بهار</bdi>');
    expect(body).toContain(`href="/${encodeURIComponent("بهار")}"`);
  });

  test("comes in pages", async () => {
    const { id: campaign } = await addCampaign();
    for (let number = 1; number <= 50; number += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await door.addLink({ alias: `link-${number}`, metaTitle: "A title ".repeat(10), campaign });
    }
    const { body } = await door.visit(list(campaign));
    expect(body.match(/<li>/g)).toHaveLength(20);
    expect(Buffer.byteLength(body)).toBeLessThan(15_000);
    expect(body).toContain(`href="${list(campaign)}?page=2"`);
    const last = (await door.visit(`${list(campaign)}?page=3`)).body;
    expect(last.match(/<li>/g)).toHaveLength(10);
    expect(last).not.toContain("?page=4");
    expect((await door.visit(`${list(campaign)}?page=x`)).body.match(/<li>/g)).toHaveLength(20);
  });

  test("is nothing when it isn't public, of somebody else, or none", async () => {
    const { id } = await addCampaign();
    expect((await door.visit(list(id))).status).toBe(200);
    expect((await door.visit(`/u/nobody/list-${id}`)).status).toBe(404);
    expect((await door.visit(list(id + 1))).status).toBe(404);
    for (const bad of ["list-0", "list--1", "list-1e1", "list-", "other"]) {
      // oxlint-disable-next-line no-await-in-loop
      expect((await door.visit(`/u/max%20muster/${bad}`)).status).toBe(404);
    }
    const { isPublic: _, ...record } = { ...door.store.campaigns.get(id) } as Campaign;
    await door.store.commit([{ put: "campaigns", record }]);
    expect((await door.visit(list(id))).status).toBe(404);
  });
});

describe("a bio page", () => {
  test("shows who somebody is and where else to find them", async () => {
    await addBioPage({
      description: "Engines & more",
      avatar: "https://example.com/ada.png",
      links: [
        { title: "Notes", url: "https://example.com/notes" },
        { title: "Bad", url: "javascript:alert(1)" },
      ],
      status: "public",
    });
    const { status, headers, body } = await door.visit("/ADA", { "user-agent": firefox });
    expect(status).toBe(200);
    expect(headers["x-robots-tag"]).toBeUndefined();
    expect(headers["content-security-policy"]).toContain("img-src http: https:");
    expect(body).toMatch(/<h1[^>]*>Ada<\/h1>/);
    expect(body).toContain("Engines &#38; more");
    expect(body).toContain(`src="https://example.com/ada.png"`);
    expect(body).toContain(`href="https://example.com/notes"`);
    expect(body).toContain(`<meta property="og:url" content="https://sho.rt/ada" />`);
    expect(body).not.toMatch(/javascript|Bad/);
  });

  test("that is private is for those who have its address, and for no search engine", async () => {
    await addBioPage({ name: "آدا" });
    const { status, headers, body } = await door.visit("/ada");
    expect(status).toBe(200);
    expect(headers["x-robots-tag"]).toBe("noindex");
    expect(headers["content-security-policy"]).not.toContain("img-src");
    expect(body).toContain(`dir="rtl"`);
  });
});

test("do-nothing paths cost nothing and are nothing", async () => {
  await door.addLink({ status: "public" });
  for (const path of [
    "/spring/stats/more",
    "/spring/Stats",
    "/r",
    "/r/",
    "/u/x",
    "/u",
    "//stats",
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await door.visit(path)).status).toBe(404);
  }
  expect((await door.visit(`/${"a/".repeat(5_000)}stats`)).status).toBe(404);
  expect((await door.visit("/spring/stats", {}, "POST")).status).toBe(405);
});
