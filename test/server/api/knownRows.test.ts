import { describe, expect, test } from "vitest";
import { importing } from "../../support/importing.ts";
import { serverForEach } from "../../support/testServer.ts";

const server = serverForEach({ settings: { timeZone: "UTC", verifyDomains: "false" } });

describe("a row with the source of a link that was imported before", () => {
  const source = { service: "bitly", id: "bit.ly/3abc" };
  const file = (row: object) =>
    JSON.stringify({
      waypost: "links",
      version: 1,
      links: [{ alias: "shop", url: "https://example.com/pay", source, ...row }],
    });
  const overwrite = async (text: string) => {
    const files = importing(server);
    const preview = await files.preview(text);
    return { preview, applied: await files.apply(preview, { onConflict: "overwrite" }) };
  };

  test.each([
    { url: "https://example.com/elsewhere" },
    { geotarget: [{ location: "DE", link: "https://example.com/elsewhere" }] },
    { expiry: "2020-01-01 00:00:00" },
  ])("overwrites what visitors meet only after it was shown as a conflict: %j", async (row) => {
    const files = importing(server);
    await files.apply(await files.preview(file({})));
    const { body } = await server.api("GET", "/api/url/1");
    const other = await overwrite(file({ alias: "other", ...row }));
    expect(other.preview.result).toMatchObject({ valid: 0, conflicts: 0, unchanged: 1 });
    expect(other.applied.result).toMatchObject({ overwritten: 0, unchanged: 1 });
    expect((await server.api("GET", "/api/url/1")).body.details).toEqual(body.details);

    const own = await overwrite(file(row));
    expect(own.preview.result).toMatchObject({ conflicts: 1, unchanged: 0 });
    expect(own.preview.result.conflicting).toMatchObject([
      { alias: "shop", id: 1, present: "https://example.com/pay" },
    ]);
    expect(own.applied.result).toMatchObject({ overwritten: 1 });
    expect((await server.api("GET", "/api/url/1")).body.details).not.toEqual(body.details);
  });

  test("overwrites a name, unless the link was made since the preview", async () => {
    const files = importing(server);
    const early = await files.preview(file({ name: "Too early" }));
    await files.apply(await files.preview(file({})));
    const applied = await files.apply(early, { onConflict: "overwrite" });
    expect(applied.result).toMatchObject({ overwritten: 0, unchanged: 1 });
    const { preview } = await overwrite(file({ name: "Shop" }));
    expect(preview.result).toMatchObject({ conflicts: 0, different: 1, unchanged: 0 });
    expect((await server.api("GET", "/api/url/1")).body.details.name).toBe("Shop");
  });
});

test("an overwritten link never starts after it expires, and the row's dates are named", async () => {
  const files = importing(server);
  const row = (fields: object) =>
    JSON.stringify({
      waypost: "links",
      version: 1,
      links: [{ alias: "dated", url: "https://example.com/1", ...fields }],
    });
  await files.apply(await files.preview(row({ expiry: "2030-01-01 00:00:00" })));
  const late = row({ url: "https://example.com/2", starts: "2031-01-01 00:00:00" });
  const preview = await files.preview(late);
  const { failures, result } = await files.apply(preview, { onConflict: "overwrite" });
  expect(result).toMatchObject({ overwritten: 1 });
  expect(failures).toMatchObject([
    { column: "starts", message: expect.stringContaining("must be before expiry") as string },
  ]);
  const { details } = (await server.api("GET", "/api/url/1")).body;
  expect([details.longurl, details.expiry, details.starts]).toEqual([
    "https://example.com/2",
    "2030-01-01 00:00:00",
    undefined,
  ]);
});
