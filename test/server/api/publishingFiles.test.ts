import { beforeEach, describe, expect, test } from "vitest";
import { exported } from "../../support/exporting.ts";
import { type Importing, importing } from "../../support/importing.ts";
import { serverForEach } from "../../support/testServer.ts";
import { documentOf, type SentDocument, sendFile } from "./restoredFile.ts";

let files: Importing;

const server = serverForEach({ settings: { timeZone: "UTC", verifyDomains: "false" } });
beforeEach(() => {
  files = importing(server);
});

const url = (name: string) => `https://example.org/${name}`;

const add = async (alias: string, fields: object = {}): Promise<number> =>
  (await server.api("POST", "/api/url/add", { url: url(alias), custom: alias, ...fields })).body.id;

const detailsOf = async (id: number) =>
  (await server.api("GET", `/api/url/${id}`)).body.details as Record<string, unknown>;

/** Which of the links have statistics that everybody sees. */
async function shown(...aliases: readonly string[]): Promise<readonly string[]> {
  const answers = await Promise.all(aliases.map((alias) => server.visit(`/${alias}/stats`)));
  return aliases.filter((_, place) => answers[place]?.status === 200);
}

const own = (...links: readonly object[]) =>
  JSON.stringify({ waypost: "links", version: 1, links });

const row = (alias: string, fields: object = {}) => ({ alias, url: url(alias), ...fields });

const table = `url,alias,status\n${url("spring")},spring,public\n${url("fresh")},fresh,public\n`;

const spoo = JSON.stringify(
  ["spring", "fresh"].map((alias) => ({
    alias,
    long_url: url(alias),
    private_stats: false,
    total_clicks: 0,
    created_at: "2025-01-01T00:00:00Z",
  })),
);

describe("an imported file with public statistics", () => {
  const status = "public";
  const both = own(row("spring", { status }), row("fresh", { status }));
  const named = [
    { what: "statistics", name: "spring", links: 1 },
    { what: "statistics", name: "", links: 1 },
  ];

  test.each([
    ["Waypost's JSON", both, "waypost", {}],
    ["a table", table, "csv", { mapping: { status: "status" } }],
    ["spoo.me's file", spoo, "spoo", {}],
  ])("shows no statistics until the import is told to: %s", async (_, file, format, reading) => {
    await add("spring");
    const preview = await files.again((await files.preview(file)).id, reading);
    expect(preview.result).toMatchObject({ format, valid: 1, conflicts: 1 });
    expect(preview.result.visitorEffects).toEqual(named);

    const choice = { ...reading, onConflict: "overwrite" };
    const applied = await files.apply(preview, choice);
    expect(applied).toMatchObject({
      result: { imported: 1, statisticsLeftOut: 2 },
      message: expect.stringContaining("2 imported without public statistics") as string,
    });
    expect(await shown("spring", "fresh")).toEqual([]);

    const told = await files.again(preview.id, reading);
    await files.apply(told, { ...choice, publicStatistics: true });
    expect(await shown("spring", "fresh")).toEqual(["spring", "fresh"]);
  });

  test("changes nothing when it comes again", async () => {
    await files.apply(await files.preview(both));
    const again = await files.preview(both);
    expect(again.result).toMatchObject({ valid: 0, conflicts: 0, different: 2 });
    const renamed = await files.apply(again, { onConflict: "rename" });
    expect(renamed.result).toMatchObject({ imported: 0, renamed: 0, unchanged: 2 });
    const kept = await files.apply(again, { onConflict: "overwrite" });
    expect(kept.result).toMatchObject({ overwritten: 0, unchanged: 2, statisticsLeftOut: 2 });
    expect(await shown("spring", "fresh")).toEqual([]);
  });

  test("tells nothing of a link whose statistics are public already", async () => {
    const id = await add("spring", { status });
    const preview = await files.preview(own(row("spring", { status, name: "Spring" })));
    expect(preview.result.visitorEffects).toEqual([]);
    const applied = await files.apply(preview, { onConflict: "overwrite" });
    expect(applied.result).toMatchObject({ overwritten: 1, statisticsLeftOut: 0 });
    expect(await detailsOf(id)).toMatchObject({ name: "Spring", status });
  });

  test("gives the rest of the row to a link that stays private", async () => {
    const id = await add("spring");
    const preview = await files.preview(own(row("spring", { status, name: "Spring" })));
    await files.apply(preview, { onConflict: "overwrite" });
    expect(await detailsOf(id)).toMatchObject({ name: "Spring", status: "private" });
  });

  test.each(["json", "csv"])("is what Waypost exports and imports: %s", async (format) => {
    const [spring, autumn] = [await add("spring", { status }), await add("autumn")];
    const { text } = await exported(server, { what: "links", format, select: { all: true } });
    await server.api("DELETE", `/api/url/${spring}/delete`);
    await server.api("DELETE", `/api/url/${autumn}/delete`);
    const preview = await files.preview(text);
    expect(preview.result.visitorEffects).toEqual([{ what: "statistics", name: "", links: 1 }]);
    await files.apply(preview, { publicStatistics: true });
    expect(await shown("spring", "autumn")).toEqual(["spring"]);
  });
});

describe("an imported row that shows a start date", () => {
  const starts = "2099-01-01 00:00:00";

  test("doesn't show the date of a link that is there", async () => {
    const id = await add("spring", { starts });
    const preview = await files.preview(own(row("spring", { startspublic: true })));
    await files.apply(preview, { onConflict: "overwrite" });
    expect(await detailsOf(id)).toMatchObject({ starts });
    expect((await server.visit("/spring")).text).not.toContain("2099");
  });

  test("shows its own date", async () => {
    const date = "2098-01-01T00:00:00Z";
    await add("spring", { starts });
    const file = own(row("spring", { starts: date, startspublic: true }));
    await files.apply(await files.preview(file), { onConflict: "overwrite" });
    expect((await server.visit("/spring")).text).toContain("2098");
  });
});

describe("the preview of a restore", () => {
  let document: SentDocument;

  interface Warned {
    readonly code: string;
    readonly values: object;
  }

  const restore = async (query = ""): Promise<readonly Warned[]> =>
    (await sendFile(server, `preview=true${query}`, JSON.stringify(document))).preview.said;

  const published = (said: readonly Warned[]) =>
    said.filter(({ code }) => code.startsWith("restore.public"));

  test("names links and campaigns that become public", async () => {
    const [spring, autumn] = [await add("spring", { status: "public" }), await add("autumn")];
    await add("winter", { status: "public" });
    const campaign = { name: "Open", slug: "open", public: true };
    const { id } = (await server.api("POST", "/api/campaign/add", campaign)).body;
    document = await documentOf(server);
    expect(published(await restore())).toEqual([]);

    await server.api("PUT", `/api/url/${spring}/update`, {
      url: url("spring"),
      status: "private",
    });
    await server.api("DELETE", `/api/url/${autumn}/delete`);
    await server.api("PUT", `/api/campaign/${id}/update`, { name: "Open", public: false });
    const statistics = {
      code: "restore.publicStatistics",
      values: { count: 1, aliases: "spring" },
    };
    const campaigns = { code: "restore.publicCampaigns", values: { count: 1, names: "Open" } };
    expect(published(await restore())).toMatchObject([statistics, campaigns]);
    expect(published(await restore(`&only=links:${spring}`))).toMatchObject([statistics]);
  });
});
