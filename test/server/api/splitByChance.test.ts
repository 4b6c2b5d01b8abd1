import { parse } from "csv-parse/sync";
import { beforeAll, expect, test } from "vitest";
import { exported } from "../../support/exporting.ts";
import { serverForAll } from "../../support/testServer.ts";
import { chrome } from "../../support/userAgents.ts";
import { createOwner } from "./owner.ts";

const server = serverForAll({ publicPort: 0, settings: { verifyDomains: "false" } });
let id = 0;

/** Through a tunnel that doesn't tell where visitors come from: to another name, from this computer. */
async function visit(agent: string): Promise<void> {
  const headers = { "user-agent": agent, host: "short.example" };
  const { status } = await server.visit("/test", headers, String(server.publicUrl));
  expect(status).toBe(302);
}

beforeAll(async () => {
  id = await createOwner(() => server).add("url", {
    url: "https://example.com/own",
    custom: "test",
    split: {
      variants: [
        { id: "a", url: "https://example.com/a", weight: 9_000 },
        { id: "b", url: "https://example.com/b", weight: 1_000 },
      ],
    },
  });
  for (let round = 0; round < 4; round += 1) {
    for (let visitor = 0; visitor < 110; visitor += 1) await visit(`${chrome} v${visitor}`);
  }
}, 60_000);

test("clicks that got a variant by chance are named, and their visitors don't judge the split", async () => {
  const { body } = await server.api("GET", `/api/statistics?wait=10&link=${id}&lines=true`);
  const { clicks, split } = body.statistics;
  expect([clicks, split.byChance, split.isAsAsked]).toEqual([440, 440, null]);
  const variants: { clicks: number; visitors: number }[] = split.variants;
  expect(variants.map(({ visitors }) => visitors)).toEqual([0, 0]);
  expect(variants.reduce((sum, one) => sum + one.clicks, 0)).toBe(440);
});

test("a click by chance is told from others in the log and in its file", async () => {
  await server.visit("/test", { "user-agent": chrome }, server.baseUrl);
  const { body } = await server.api("GET", `/api/statistics?wait=10&link=${id}&lines=true`);
  expect([body.statistics.clicks, body.statistics.split.byChance]).toEqual([441, 440]);
  const { text } = await exported(server, {
    what: "clicks",
    format: "clicks-csv",
    select: { all: true },
  });
  const rows: Record<string, string>[] = parse(text, { columns: true });
  const drawn = rows.map((row) => row["drawn"]);
  expect(drawn.filter((one) => one === "chance")).toHaveLength(440);
  expect(drawn.filter((one) => one === "")).toHaveLength(1);
});
