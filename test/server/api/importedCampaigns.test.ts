import { beforeEach, describe, expect, test } from "vitest";
import { type Importing, importing } from "../../support/importing.ts";
import { serverForEach } from "../../support/testServer.ts";

let files: Importing;

const server = serverForEach({ settings: { timeZone: "UTC", verifyDomains: "false" } });
beforeEach(() => {
  files = importing(server);
});

const add = async (name: string, isPublic: boolean): Promise<number> =>
  (await server.api("POST", "/api/campaign/add", { name, slug: name, public: isPublic })).body.id;

const campaignOf = async (id: number): Promise<unknown> =>
  (await server.api("GET", `/api/url/${id}`)).body.details.campaign;

const rotated = async (slug: string) => (await server.visit(`/r/${slug}`)).headers.location;

const rows = `url,alias,campaign\nhttps://example.org/1,one,open\nhttps://example.org/2,two,open\nhttps://example.org/3,three,closed\nhttps://example.org/4,four,fresh\n`;

describe("a row that names an existing campaign", () => {
  test("is told in the preview, with its links, if the campaign is public", async () => {
    await add("open", true);
    await add("closed", false);
    const { result } = await files.preview(rows);
    expect(result.newCampaigns).toBe(1);
    expect(result.visitorEffects).toEqual([{ what: "campaign", name: "open", links: 2 }]);
  });

  test("joins a public campaign only when the import is told to", async () => {
    const open = await add("open", true);
    const closed = await add("closed", false);
    const applied = await files.apply(await files.preview(rows));
    expect(applied).toMatchObject({
      result: { imported: 4, campaignsLeftOut: 2 },
      message: expect.stringContaining("2 imported without their public campaign") as string,
    });
    expect(await Promise.all([1, 2, 3].map(campaignOf))).toEqual([null, null, closed]);
    expect(await rotated("open")).toBeUndefined();

    const told = rows.replaceAll(/(\d),\w+,/g, "$1/again,,");
    const again = await files.apply(await files.preview(told), { publicCampaigns: true });
    expect(again.result).toMatchObject({ imported: 4, campaignsLeftOut: 0 });
    expect(await campaignOf(5)).toBe(open);
    expect(await rotated("open")).toContain("https://example.org/");
  });

  test("joins none that became public after the preview", async () => {
    const closed = await add("closed", false);
    const preview = await files.preview(rows);
    expect(preview.result.visitorEffects).toEqual([]);
    await server.api("PUT", `/api/campaign/${closed}/update`, { name: "closed", public: true });
    expect((await files.apply(preview)).result).toMatchObject({ campaignsLeftOut: 1 });
    expect(await rotated("closed")).toBeUndefined();
  });
});

describe("a row of a link that was imported before", () => {
  const row = (fields: object) =>
    JSON.stringify({
      waypost: "links",
      version: 1,
      links: [
        {
          alias: "shop",
          url: "https://example.com/pay",
          source: { service: "bitly", id: "bit.ly/3abc" },
          ...fields,
        },
      ],
    });

  test("conflicts if it moves the link into or out of a public campaign", async () => {
    const open = await add("open", true);
    await files.apply(await files.preview(row({})));
    const into = await files.preview(row({ campaign: "open" }));
    expect(into.result).toMatchObject({ conflicts: 1, unchanged: 0, different: 0 });
    expect(into.result.visitorEffects).toEqual([{ what: "campaign", name: "open", links: 1 }]);
    const kept = await files.apply(into, { onConflict: "overwrite" });
    expect(kept.result).toMatchObject({ overwritten: 0, unchanged: 1, campaignsLeftOut: 1 });
    await files.apply(into, { onConflict: "overwrite", publicCampaigns: true });
    expect(await campaignOf(1)).toBe(open);

    const out = await files.preview(row({ campaign: "elsewhere" }));
    expect(out.result).toMatchObject({ conflicts: 1, unchanged: 0, different: 0 });
    const elsewhere = await files.preview(row({ alias: "other", campaign: "elsewhere" }));
    await files.apply(elsewhere, { onConflict: "overwrite" });
    expect(await campaignOf(1)).toBe(open);
  });

  test.each([
    { name: "Shop" },
    { description: "gone" },
    { tags: ["new"] },
    { channels: ["new"] },
    { campaign: "closed" },
    { campaign: "fresh" },
    { earlierclicks: 9 },
  ])(
    "counts as different, not as unchanged, if overwriting changes the link: %j",
    async (field) => {
      await add("closed", false);
      await files.apply(await files.preview(row({})));
      const preview = await files.preview(row(field));
      expect(preview.result).toMatchObject({ different: 1, unchanged: 0, conflicts: 0 });
      const applied = await files.apply(preview, { onConflict: "overwrite" });
      expect(applied.result).toMatchObject({ overwritten: 1, unchanged: 0 });
      const again = await files.preview(row(field));
      expect(again.result).toMatchObject({ different: 0, unchanged: 1 });
    },
  );
});

test("a preview tells of aliases that differ from yours only in letter case", async () => {
  await server.api("POST", "/api/url/add", { url: "https://example.com/", custom: "spring" });
  await server.api("POST", "/api/bio/add", { name: "Me", custom: "meet" });
  const { result } = await files.preview(
    "url,alias\nhttps://example.org/1,Spring\nhttps://example.org/2,MEET\nhttps://example.org/3,own\n",
  );
  expect(result).toMatchObject({ valid: 3, conflicts: 0 });
  expect(result.visitorEffects).toEqual([
    { what: "alias", name: "spring", links: 1 },
    { what: "alias", name: "meet", links: 1 },
  ]);
});
