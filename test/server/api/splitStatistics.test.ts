import { parse } from "csv-parse/sync";
import { beforeAll, expect, test } from "vitest";
import { send } from "../../support/server.ts";
import { serverForAll } from "../../support/testServer.ts";
import { chrome, iphone } from "../../support/userAgents.ts";
import { createOwner } from "./owner.ts";

const server = serverForAll({
  publicPort: 0,
  settings: { "geo.provider": "cloudflare", verifyDomains: "false" },
});
const googlebot = "Googlebot/2.1 (+http://www.google.com/bot.html)";
let id = 0;
/** What each visitor was sent to, by the variant's last letter. */
const drawn: string[] = [];
/** The same for second visits, of every fourth visitor. */
const drawnAgain: string[] = [];
const bots: string[] = [];

async function visit(agent: string, address: string): Promise<string> {
  const headers = { "user-agent": agent, "cf-connecting-ip": address };
  const answer = await server.visit("/test", headers, String(server.publicUrl));
  return String(answer.headers.location).slice(-1);
}

beforeAll(async () => {
  id = await createOwner(() => server).add("url", {
    url: "https://example.com/own",
    custom: "test",
    rules: [
      {
        name: "Phones",
        url: "https://example.com/phones",
        conditions: [{ type: "device", value: "ios" }],
      },
    ],
    split: {
      variants: [
        { id: "a", url: "https://example.com/a", weight: 6_000 },
        { id: "b", url: "https://example.com/b", weight: 4_000 },
      ],
    },
  });
  for (let visitor = 0; visitor < 120; visitor += 1) {
    const address = `203.0.${visitor % 3}.${visitor}`;
    drawn.push(await visit(chrome, address));
    if (visitor % 4 === 0) drawnAgain.push(await visit(chrome, address));
    if (visitor % 10 === 0) await visit(iphone, address);
  }
  for (let bot = 0; bot < 7; bot += 1) {
    bots.push(await visit(googlebot, `198.51.100.${bot}`));
  }
}, 60_000);

// oxlint-disable-next-line typescript/no-explicit-any -- an answer; tests say what they expect of it
async function statistics(query: string): Promise<any> {
  const { status, body } = await server.api("GET", `/api/statistics?wait=10&${query}`);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.statistics;
}

const clicksOf = (letter: string) =>
  [...drawn, ...drawnAgain].filter((one) => one === letter).length;

test("a visitor gets the same variant again, and bots the one with the largest weight", () => {
  expect(drawnAgain).toEqual(drawn.filter((_, visitor) => visitor % 4 === 0));
  expect(new Set(bots)).toEqual(new Set(["a"]));
});

test("clicks are counted by the rule and the variant that chose the destination", async () => {
  const { lists } = await statistics(`link=${id}&lines=true`);
  expect(lists.rules).toEqual([{ key: "Phones", name: "Phones", clicks: 12 }]);
  const byKey = Object.fromEntries(
    lists.variants.map(({ key, clicks }: { key: string; clicks: number }) => [key, clicks]),
  );
  expect(byKey).toEqual({ a: clicksOf("a"), b: clicksOf("b") });
  const counters = await statistics(`link=${id}`);
  expect([counters.lists.rules, counters.lists.variants, counters.split]).toEqual([
    null,
    null,
    null,
  ]);
});

test("a split has visitors, clicks and shares of each variant, without bots", async () => {
  const { split } = await statistics(`link=${id}&lines=true&bots=in`);
  const visitors = (letter: string) => drawn.filter((one) => one === letter).length;
  expect(split).toMatchObject({
    isAsAsked: true,
    variants: [
      { id: "a", url: "https://example.com/a", weight: 6_000, visitors: visitors("a") },
      { id: "b", weight: 4_000, visitors: visitors("b"), clicks: clicksOf("b") },
    ],
  });
  expect(split.variants[0].share + split.variants[1].share).toBe(10_000);
  expect(split.variants[0].low).toBeLessThan(6_000);
  expect((await statistics("lines=true")).split).toBeNull();
});

test("statistics are filtered by rule and by variant", async () => {
  expect((await statistics(`link=${id}&rule=phones`)).clicks).toBe(12);
  expect((await statistics(`link=${id}&variant=b`)).clicks).toBe(clicksOf("b"));
  expect((await statistics(`link=${id}&variant=a&variant=b`)).clicks).toBe(
    clicksOf("a") + clicksOf("b"),
  );
  expect((await statistics(`link=${id}&variant=c`)).clicks).toBe(0);
});

test("files and the latest clicks have the rule and the variant", async () => {
  const file = await send(server.baseUrl, `/api/statistics/csv?link=${id}&what=variants`, {
    headers: { authorization: `Bearer ${server.apiKey}` },
  });
  const rows: Record<string, string>[] = parse(file.text, { columns: true });
  expect(rows.map(({ key, clicks }) => [key, Number(clicks)])).toContainEqual(["b", clicksOf("b")]);
  const { body } = await server.api("GET", `/api/statistics/last?link=${id}&limit=50`);
  const people = body.clicks.filter(({ bot }: { bot: string | null }) => bot === null);
  for (const { rule, variant } of people) expect([rule, variant]).toContain(null);
  expect(people.some(({ rule }: { rule: string | null }) => rule === "Phones")).toBe(true);
  expect(people.some(({ variant }: { variant: string | null }) => variant === "b")).toBe(true);
});

test("a new test counts from its start", async () => {
  const { body } = await server.api("GET", `/api/url/${id}`);
  const { variants } = body.details.split;
  const sent = { url: "https://example.com/own", split: { variants, restart: true } };
  expect((await server.api("PUT", `/api/url/${id}/update`, sent)).status).toBe(200);
  const { split } = await statistics(`link=${id}&lines=true`);
  const visitors = split.variants.map((one: { visitors: number }) => one.visitors);
  expect([split.isAsAsked, ...visitors]).toEqual([null, 0, 0]);
});
