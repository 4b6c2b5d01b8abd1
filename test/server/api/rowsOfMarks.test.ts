import { expect, test } from "vitest";
import { normalized } from "../../../src/contract/fields/normalized.ts";
import { foldTexts } from "../../../src/server/common/search.ts";
import { importing } from "../../support/importing.ts";
import { serverForEach } from "../../support/testServer.ts";

/** Composed without a bound, they take ten seconds, and four times as long where there are twice as many. */
const marks = `a${"\u0301".repeat(40_000)}${"\u0316".repeat(40_000)}`;
/** Milliseconds of the processor in the service's thread, whatever else the computer does. */
const atOnce = 3_000;

const server = serverForEach({ settings: { verifyDomains: "false" } });

async function timeOf(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

test("a text in a Unicode form keeps 128 marks in a row, and every shorter row as it is", () => {
  expect(normalized(`e\u0301${"\u0316".repeat(500)}b`, "NFD")).toHaveLength(130);
  expect(normalized(`e${"\u0316".repeat(128)}e\u0301`)).toBe(`e${"\u0316".repeat(128)}é`);
  expect(normalized("ＡＢ①", "NFKC")).toBe("AB1");
  expect(normalized(`ﾊﾞ${"\uFF9E\u0316".repeat(200)}`, "NFKC")).toHaveLength(128);
});

test("a tag of many marks in a request is refused at once", async () => {
  let status = 0;
  const time = await timeOf(async () => {
    const body = { url: "https://example.org/", tags: [marks] };
    status = (await server.api("POST", "/api/url/add", body)).status;
  });
  expect(status).toBe(400);
  expect(time).toBeLessThan(atOnce);
});

test("a tag and an alias of many marks in a file are read at once", async () => {
  const files = importing(server);
  const rows = [`https://example.org/1,one-1,${marks}`, `https://example.org/2,${marks},two`];
  let result: { readonly valid?: unknown; readonly invalid?: unknown } | undefined;
  const time = await timeOf(async () => {
    ({ result } = await files.preview(`url,custom,tags\n${rows.join("\n")}\n`));
  });
  expect(result).toMatchObject({ valid: 1, invalid: 1 });
  expect(time).toBeLessThan(atOnce);
});

test("a search compares texts of many marks at once", async () => {
  expect(await timeOf(() => foldTexts([marks, "b"]))).toBeLessThan(atOnce);
});
