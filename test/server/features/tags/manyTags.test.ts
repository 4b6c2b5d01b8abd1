import { expect, onTestFinished, test, vi } from "vitest";
import { createTags as createShlinkTags } from "../../../../src/server/features/automation/facades/shlink/tags.ts";
import { createLinkTags, mostTags } from "../../../../src/server/features/tags/linkTags.ts";
import { createTags } from "../../../../src/server/features/tags/service.ts";
import { createDocument } from "../../../../src/server/store/tables/tables.ts";
import { testApp } from "../../../support/app.ts";
import { importing } from "../../../support/importing.ts";
import { makeDataDir, startTestServer } from "../../../support/server.ts";
import { countTurns } from "../../../support/turns.ts";
import { link } from "../../store/records.ts";
import { open } from "../../store/testFolder.ts";

const tagsOfLink = 20;

function* tagged(tags: number) {
  for (let id = 1; id <= tags / tagsOfLink; id += 1) {
    yield link(id, {
      tags: Array.from({ length: tagsOfLink }, (_, place) => `tag ${id * tagsOfLink + place}`),
    });
  }
}

test("a store has so many tags: new ones are refused, and left out of an import", async () => {
  const dataDir = await makeDataDir();
  const store = await open(dataDir);
  await store.commit([...tagged(mostTags)].map((record) => ({ put: "links" as const, record })));
  await store.close();
  const server = await startTestServer({ dataDir });
  onTestFinished(() => server.stop());
  const url = "https://example.com/";
  const add = async (tags: readonly string[]) => {
    const { status, body } = await server.api("POST", "/api/url/add", { url, tags });
    return [status, body.faults];
  };
  expect(await add(["TAG 20", "tag 21"])).toEqual([200, undefined]);
  expect(await add(["tag 20", "new"])).toMatchObject([400, [{ field: "tags", code: "long" }]]);
  const bulk = (tags: readonly string[]) =>
    server.api("POST", "/api/bulk", {
      kind: "links",
      select: { ids: [1] },
      add: { tags },
      preview: true,
    });
  expect((await bulk(["tag 50"])).status).toBeLessThan(300);
  expect((await bulk(["new"])).body.faults).toMatchObject([{ field: "add.tags", code: "long" }]);

  const files = importing(server);
  const preview = await files.preview(`alias,url,tags\nimported,${url},"new,tag 20"`);
  expect(preview.result.dropped).toMatchObject([
    { column: "tags", code: "column.noNewTags", values: { links: 1 } },
  ]);
  await files.apply(preview);
  const found = await server.api("GET", "/api/urls?q=imported");
  expect(found.body.data.urls[0].tags).toEqual(["tag 20"]);
});

test("Shlink's list of tags is sorted in pieces", async () => {
  const document = createDocument();
  for (const record of tagged(2_000)) document.links.put(record);
  const parts = testApp({ linkTags: createLinkTags(document.links) });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const facade = createShlinkTags(parts as never);
  let time = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (time += 10));
  onTestFinished(() => clock.mockRestore());
  const turns = countTurns();
  const query = new URLSearchParams({ itemsPerPage: "2", searchTerm: "TAG 20" });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { text } = await facade.list({ query, warn: () => undefined } as never);
  expect(turns()).toBeGreaterThan(100);
  expect(JSON.parse(text).tags).toMatchObject({
    data: ["tag 1020", "tag 1120"],
    pagination: { totalItems: 60, pagesCount: 30 },
  });
});

test("colors are chosen in pieces, and again only after tags or views have changed", async () => {
  const document = createDocument();
  for (const record of tagged(2_000)) document.links.put(record);
  const service = createTags(
    testApp({
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      store: { links: document.links, table: () => document.views as never },
      linkTags: createLinkTags(document.links),
      statistics: { clicksOf: () => 0 },
    }),
  );
  let time = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (time += 10));
  onTestFinished(() => clock.mockRestore());
  async function turnsOf() {
    const turns = countTurns();
    const { items } = await service.page({ page: 1, limit: 15 });
    return { turns: turns(), color: items[0]?.color };
  }
  const first = (await turnsOf()).turns;
  // Tags are sorted again for each page.
  const sorting = (await turnsOf()).turns;
  expect(first).toBeGreaterThan(sorting + 100);
  document.links.put(link(1, { tags: ["a first"] }));
  expect((await turnsOf()).turns).toBeGreaterThan(sorting + 100);
  document.views.put({
    id: 1,
    kind: "tags",
    name: "a first",
    query: { color: "#123456" },
    createdAt: "2026-03-05T12:00:00Z",
  });
  const { turns, color } = await turnsOf();
  expect([turns > sorting + 100, color]).toEqual([true, "#123456"]);
});

test("chosen colors of many tags are gathered in pieces, and their names folded once", async () => {
  const { links, views } = createDocument();
  const count = 1_000;
  const createdAt = "2026-03-05T12:00:00Z";
  for (let id = 1; id <= count; id += 1) {
    const name = `\u0643\u0627\u0641 ${id}`;
    views.put({ id, kind: "tags", name, query: { color: "#123456" }, createdAt });
  }
  const service = createTags(
    testApp({
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      store: { links, table: () => views as never },
      linkTags: createLinkTags(links),
      statistics: { clicksOf: () => 0 },
    }),
  );
  // Each look at the clock is later than a slice takes.
  let time = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (time += 10));
  const folding = vi.spyOn(String.prototype, "normalize");
  onTestFinished(() => void vi.restoreAllMocks());
  links.put(link(1, { tags: ["a first"] }));
  const turns = countTurns();
  await service.page({ page: 1, limit: 15 });
  expect(turns()).toBeGreaterThanOrEqual(count / 10);
  expect(folding.mock.calls.length).toBeLessThanOrEqual(2);
});

test("links with any of some tags are gathered with pauses, until nobody waits for them", async () => {
  const document = createDocument();
  const both = { tags: ["one", "two"] };
  for (let id = 1; id <= 3000; id += 1) document.links.put(link(id, both));
  const tags = createLinkTags(document.links);
  const leaving = new AbortController();
  let pauses = 0;
  const pause = (): undefined => void (pauses += 1);
  const found = await tags.havingAny(["one", "two", "other"], leaving.signal, pause);
  expect([found.size, pauses]).toEqual([3000, 6]);
  const leave = async () => leaving.abort();
  await expect(tags.havingAny(["one"], leaving.signal, leave)).rejects.toThrow("aborted");
});
