import { beforeEach, expect, test } from "vitest";
import { type Importing, importing } from "../../support/importing.ts";
import { serverForEach } from "../../support/testServer.ts";

/** Files of tens of thousands of names and faults: hostileImports.test.ts has what takes less time. */

let files: Importing;

const server = serverForEach({ settings: { verifyDomains: "false" } });
beforeEach(() => {
  files = importing(server);
});

test("the list of failed rows is at most twice the file, or 1 MiB, and says what it leaves out", async () => {
  const names = Array.from({ length: 499 }, (_, at) => `name${at}`).join(",");
  const file = `url,${names}\n${"x\n".repeat(20_000)}`;
  const preview = await files.preview(file);
  expect(preview.result).toMatchObject({ invalid: 20_000 });
  const { text } = await files.failures(preview.id);
  expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024 + 2000);
  expect(text).toMatch(/\d+ more rows weren.t imported/);
});

test("a preview counts at most 2,000 new campaigns and pixels", async () => {
  const link = (at: number) => ({
    alias: `a${at}`,
    url: `https://example.org/${at}`,
    campaign: `g${at}`,
    pixels: [{ type: "tagmanagerpixel", name: "n", tag: `GTM-ABC${at}` }],
  });
  const links = Array.from({ length: 2005 }, (_, at) => link(at));
  const preview = await files.preview(JSON.stringify({ waypost: "links", version: 1, links }));
  expect(preview.result).toMatchObject({ newCampaigns: 2000, newPixels: 2000 });
});

test("an import creates at most 20,000 tags, and says how many links lack some", async () => {
  const tags = (row: number) => Array.from({ length: 20 }, (_, at) => `t${row}-${at}`).join("|");
  const rows = Array.from({ length: 1003 }, (_, at) => `https://example.org/${at},${tags(at)}\n`);
  const preview = await files.preview(`url,tags\n${rows.join("")}`);
  expect(preview.result.dropped).toMatchObject([
    { column: "tags", code: "column.newNames", values: { links: 3, most: 20_000 } },
  ]);
  const applied = await files.apply(preview);
  expect(applied.result).toMatchObject({ imported: 1003, namesLeftOut: 3 });
  const { body } = await server.api("GET", "/api/tags?limit=1");
  expect(body.data.result).toBe(20_000);
});
