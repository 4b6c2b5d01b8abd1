import { expect, onTestFinished, test, vi } from "vitest";
import { longestTargets } from "../../../src/contract/fields/linkFields.ts";
import { longestBioLinks } from "../../../src/contract/resources/bioPages.ts";
import { importing } from "../../support/importing.ts";
import { makeDataDir, startTestServer } from "../../support/server.ts";
import { asking } from "./changes/everything.ts";
import { link, open } from "../store/testFolder.ts";

const address = `https://example.com/${"a".repeat(8_000)}`;
const languages = (count: number, language = "en") =>
  Array.from({ length: count }, () => ({ language, link: address }));
const geotarget = [{ location: "DE", link: address }];
const large = { languages: languages(20).map((one) => ({ language: one.language, url: address })) };

/** A server with a small link 1, and link 2 from when links could be larger. */
async function started() {
  const dataDir = await makeDataDir();
  const store = await open(dataDir);
  const records = [link(1), { ...link(2), ...large }];
  await store.commit(records.map((record) => ({ put: "links" as const, record })));
  await store.close();
  const server = await startTestServer({ dataDir });
  onTestFinished(() => server.stop());
  const { ask, preview, run } = asking(() => server);
  const update = async (id: number, body: object) => {
    const { url } = link(id);
    const answer = await server.api("PUT", `/api/url/${id}/update`, { url, ...body });
    return [
      answer.status,
      ...(answer.body.faults ?? []).map(({ field }: { field: string }) => field),
    ];
  };
  const detailsOf = async (id: number) => (await ask("GET", `/api/url/${id}`)).details;
  return { server, ask, preview, run, update, detailsOf };
}

test("a new link may not be larger, and the fault names the field and the limit", async () => {
  const { server } = await started();
  const body = { url: link(3).url, languagetarget: languages(9), geotarget };
  const answer = await server.api("POST", "/api/url/add", body);
  expect(answer.status).toBe(400);
  expect(answer.body.message).toBe(
    "languagetarget must have fewer or shorter entries: geotarget, devicetarget, languagetarget and parameters can have at most 65,536 bytes in total, as JSON.",
  );
  expect(answer.body.faults).toMatchObject([
    { field: "languagetarget", code: "long", most: longestTargets, unit: "bytes" },
  ]);
});

test("an update may not make a link larger, whichever list grows", async () => {
  const { update } = await started();
  expect(await update(1, { languagetarget: languages(8) })).toEqual([200]);
  expect(await update(1, { geotarget })).toEqual([400, "geotarget"]);
  expect(await update(1, { geotarget, languagetarget: languages(7) })).toEqual([200]);
});

test("a link that was larger before can be edited, and mustn't grow", async () => {
  const { update, detailsOf } = await started();
  expect(await update(2, { name: "Still large" })).toEqual([200]);
  expect(await update(2, { languagetarget: languages(20) })).toEqual([200]);
  expect(await update(2, { geotarget })).toEqual([400, "geotarget"]);
  expect((await detailsOf(2)).languagetarget).toHaveLength(20);
  expect(await update(2, { languagetarget: languages(19) })).toEqual([200]);
  expect(await update(2, { languagetarget: languages(20) })).toEqual([400, "languagetarget"]);
  expect(await update(2, { clear: ["languagetarget"], geotarget })).toEqual([200]);
});

const bioLinks = (count: number) =>
  Array.from({ length: count }, () => ({ title: "Shop", url: address }));

test("the links of a bio page may take 64 KiB together, and the fault names the limit", async () => {
  const { server } = await started();
  const body = { name: "Ava", links: bioLinks(100) };
  const answer = await server.api("POST", "/api/bio/add", body);
  expect([answer.status, answer.body.faults]).toMatchObject([
    400,
    [{ field: "links", code: "long", most: longestBioLinks, unit: "bytes" }],
  ]);
  const { id } = (await server.api("POST", "/api/bio/add", { ...body, links: bioLinks(8) })).body;
  const update = (count: number) =>
    server.api("PUT", `/api/bio/${id}/update`, { links: bioLinks(count) });
  expect((await update(9)).body.faults).toMatchObject([{ field: "links", code: "long" }]);
  expect((await update(7)).status).toBe(200);
});

test("a bio page that was larger before can be edited, and mustn't grow", async () => {
  const dataDir = await makeDataDir();
  const store = await open(dataDir);
  const page = { id: 1, alias: "ava", name: "Ava", createdAt: "2026-03-05T12:00:00Z" };
  await store.commit([{ put: "bioPages", record: { ...page, links: bioLinks(20) } }]);
  await store.close();
  const server = await startTestServer({ dataDir });
  onTestFinished(() => server.stop());
  const update = async (body: object) =>
    (await server.api("PUT", "/api/bio/1/update", body)).status;
  expect(await update({ name: "Eve" })).toBe(200);
  expect(await update({ links: bioLinks(21) })).toBe(400);
  expect(await update({ links: bioLinks(19) })).toBe(200);
  expect(await update({ links: bioLinks(20) })).toBe(400);
});

test("bulk changes leave out the links that would be too large, and say so", async () => {
  const { server, ask, preview, run } = await started();
  const shortened = link(1).url.length;
  const targets = Array.from({ length: 20 }, () => ({ language: "en", link: link(1).url }));
  await ask("PUT", "/api/url/1/update", { url: link(1).url, languagetarget: targets });
  const select = { ids: [1, 2] };
  const to = `example.com/${"b".repeat(8_000 - shortened)}`;
  const replace = { part: "text", from: "example.com/1", to };
  const said = { id: 1, field: "languagetarget", says: expect.stringContaining("65,536 bytes") };
  expect(await preview("/api/bulk", { kind: "links", select, replace })).toMatchObject({
    changed: 0,
    conflicts: [said],
  });
  const change = { name: "All", clear: ["parameters"] };
  expect(await run("/api/bulk", { kind: "links", select, change })).toMatchObject({
    failureCount: 0,
  });
  const body = { kind: "links", select, change: { languagetarget: languages(9) }, preview: true };
  const answer = await server.api("POST", "/api/bulk", body);
  expect([answer.status, answer.body.faults]).toMatchObject([
    400,
    [{ field: "languagetarget", code: "long" }],
  ]);
});

test("an import leaves out the list that is too large and names it, and the link comes", async () => {
  const { server, update, detailsOf } = await started();
  const files = importing(server);
  const row = (alias: string, fields: object) =>
    JSON.stringify({
      waypost: "links",
      version: 1,
      exported: "2026-01-02T03:04:05.000Z",
      links: [{ alias, url: "https://example.com/3", ...fields }],
    });
  const text = row("three", { languagetarget: languages(9), geotarget });
  const preview = await files.preview(text);
  expect(preview.result).toMatchObject({
    valid: 1,
    dropped: [{ column: "languagetarget", code: "column.unreadable" }],
  });
  await files.apply(preview);
  expect(await detailsOf(3)).toMatchObject({ geotarget: [{ link: address }], languagetarget: [] });

  expect(await update(1, { languagetarget: languages(8) })).toEqual([200]);
  const over = await files.preview(row("alias-1", { geotarget, metatitle: "New" }));
  const { failures } = await files.apply(over, { onConflict: "overwrite" });
  expect(failures).toMatchObject([{ column: "geotarget" }]);
  const details = await detailsOf(1);
  expect([details.metatitle, details.languagetarget.length, details.geotarget]).toEqual([
    "New",
    8,
    [],
  ]);
});

const dates = Array.from({ length: 100 }, (_, at) => `${1900 + at}-01-01`);
const conditions = Array.from({ length: 10 }, () => ({ type: "before-date", value: dates }));
/** As many dates as the counts of rules, conditions and values allow. */
const manyDates = Array.from({ length: 50 }, (_, at) => ({
  name: `rule ${at}`,
  url: "https://example.com/rule",
  conditions,
}));

/** Counts the texts that are checked for being well-formed, as each text of a body is. */
function countTexts() {
  const spy = vi.spyOn(String.prototype, "isWellFormed");
  onTestFinished(() => spy.mockRestore());
  return spy.mock.calls;
}

const url = "https://example.com/1";
const bulk = { kind: "links", select: { ids: [1] }, preview: true };

test.each([
  ["POST", "/api/url/add", { url, rules: manyDates }, "rules"],
  ["PUT", "/api/url/1/update", { url, rules: manyDates }, "rules"],
  ["PUT", "/api/url/1/rules", { rules: manyDates }, "rules"],
  ["POST", "/api/try", { draft: { url, rules: manyDates } }, "draft.rules"],
  ["POST", "/api/bulk", { ...bulk, change: { rules: manyDates } }, "change.rules"],
  ["POST", "/api/bulk", { ...bulk, add: { rules: manyDates } }, "add.rules"],
  ["POST", "/api/bulk", { ...bulk, replacerules: manyDates }, "replacerules"],
])("%s %s refuses 50,000 dates in its rules before a date is read", async (...row) => {
  const [method, path, sent, field] = row;
  const { server } = await started();
  const texts = countTexts();
  const { status, body } = await server.api(method, path, sent, server.localKey);
  expect([status, body.faults]).toMatchObject([
    400,
    [{ field, code: "long", most: 8192, unit: "bytes" }],
  ]);
  expect(body.message).toBe(
    `${field} must be shorter: rules and split can have at most 8,192 bytes in total, as JSON.`,
  );
  expect(texts.length).toBeLessThan(100);
});

test("an imported link comes without rules of 50,000 dates, none of which is read", async () => {
  const { server, detailsOf } = await started();
  const files = importing(server);
  const texts = countTexts();
  // A product is told by the beginning of its file.
  const small = Array.from({ length: 20 }, (_, at) => ({ alias: `small-${at}`, url }));
  const links = [...small, { alias: "large", url, rules: manyDates, metatitle: "Kept" }];
  const preview = await files.preview(
    `{"waypost":"links","version":1,"links":[\n${links.map((one) => JSON.stringify(one)).join(",\n")}]}`,
  );
  expect(preview.result.dropped).toMatchObject([{ column: "rules", values: { cells: 1 } }]);
  await files.apply(preview);
  expect(texts.length).toBeLessThan(1000);
  const details = await detailsOf(23);
  expect([details.alias, details.metatitle, details.rules]).toEqual(["large", "Kept", undefined]);
});
