import { expect, test } from "vitest";
import { serverForEach } from "../../../support/testServer.ts";
import { asking, type Body } from "./everything.ts";

const { ask, run, undo, preview, refusal, newest, everything } = asking(() => server);

const server = serverForEach({ settings: { verifyDomains: "false" } });

const url = "https://example.com/own";

function rule(name: string, to: string, value = "ios") {
  return { name, url: `https://example.com/${to}`, conditions: [{ type: "device", value }] };
}

async function add(body: object): Promise<number> {
  return (await ask("POST", "/api/url/add", { url, ...body })).id;
}

const details = async (id: number): Promise<Body> => (await ask("GET", `/api/url/${id}`)).details;

async function rulesOf(id: number): Promise<unknown> {
  const { rules = [] } = await details(id);
  return rules.map(({ name = "", url: to }: Body) => [
    name,
    to.replace("https://example.com/", ""),
  ]);
}

const links = { kind: "links", select: { all: true } };

test("rules are added, replaced by name in their place and removed, with preview and undo", async () => {
  const two = await add({ rules: [rule("A", "a"), rule("B", "b", "android")] });
  const none = await add({});
  const other = await add({ rules: [rule("B", "other-b")] });
  const before = await everything();

  const added = { ...links, select: { ids: [two, none] }, add: { rules: [rule("C", "c")] } };
  const seen = await preview("/api/bulk", added);
  expect(seen).toMatchObject({ matched: 2, changed: 2, conflicts: [] });
  expect(seen.records[1]).toMatchObject({
    id: none,
    fields: [{ field: "rules", before: null, after: [{ name: "C" }] }],
  });
  const sets = [(await run("/api/bulk", added)).change];
  expect(await rulesOf(two)).toEqual([
    ["A", "a"],
    ["B", "b"],
    ["C", "c"],
  ]);
  // The same again changes nothing; another rule of that name is refused.
  expect(await preview("/api/bulk", added)).toMatchObject({ changed: 0, conflicts: [] });
  expect(
    await preview("/api/bulk", { ...added, add: { rules: [rule("C", "another")] } }),
  ).toMatchObject({
    changed: 0,
    conflicts: [{ field: "rules", code: "record.ruleTaken" }, { field: "rules" }],
  });

  const replaced = { ...links, replacerules: [rule("B", "new-b", "desktop")] };
  expect(await preview("/api/bulk", replaced)).toMatchObject({ matched: 3, changed: 2 });
  sets.push((await run("/api/bulk", replaced)).change);
  expect(await rulesOf(two)).toEqual([
    ["A", "a"],
    ["B", "new-b"],
    ["C", "c"],
  ]);
  expect(await rulesOf(none)).toEqual([["C", "c"]]);

  const removed = { ...links, remove: { rules: ["B", "C"] }, add: { tags: ["seen"] } };
  sets.push((await run("/api/bulk", removed)).change);
  expect(await Promise.all([two, none, other].map(rulesOf))).toEqual([[["A", "a"]], [], []]);
  expect(await details(other)).not.toHaveProperty("rules");

  for (const set of sets.toReversed()) await undo(set);
  expect(await everything()).toEqual(before);
});

test("dates, limits and addresses are set over a selection", async () => {
  const ids = [await add({}), await add({ maxclicks: 3 })];
  const before = await everything();
  const { change } = await run("/api/bulk", {
    ...links,
    change: { starts: "2034-01-01", maxclicks: 10, afterurl: "https://example.com/after" },
  });
  for (const id of ids) {
    expect(await details(id)).toMatchObject({
      starts: "2034-01-01 00:00:00",
      maxclicks: 10,
      afterurl: "https://example.com/after",
    });
  }
  const cleared = await run("/api/bulk", { ...links, change: { clear: ["starts", "maxclicks"] } });
  expect(await details(ids[0] ?? 0)).not.toHaveProperty("maxclicks");
  await undo(cleared.change);
  await undo(change);
  expect(await everything()).toEqual(before);
});

test("what no link could have is refused, what one can't have is named", async () => {
  const many = Array.from({ length: 50 }, (_, place) => rule(`R${place}`, `${place}`));
  const full = await add({ custom: "full", rules: many });
  await add({ custom: "empty" });
  const refused = async (body: object) =>
    refusal("POST", "/api/bulk", { ...links, ...body, preview: true });
  expect(
    await refused({ add: { rules: [{ ...rule("X", "x"), url: server.baseUrl + "/full" }] } }),
  ).toEqual([
    400,
    expect.stringContaining("add.rules[0].url must not be a short URL of this server"),
  ]);
  expect(await refused({ replacerules: [{ url, conditions: rule("", "").conditions }] })).toEqual([
    400,
    expect.stringContaining("replacerules must each have a name"),
  ]);
  expect(
    await refused({ remove: { rules: ["A"] }, change: { rules: [rule("A", "a")] } }),
  ).toMatchObject([400, expect.stringContaining("change.rules")]);
  expect(await refused({ kind: "qr", remove: { rules: ["A"] } })).toMatchObject([
    400,
    expect.anything(),
  ]);
  const seen = await preview("/api/bulk", { ...links, add: { rules: [rule("X", "x")] } });
  expect(seen).toMatchObject({
    changed: 1,
    conflicts: [{ id: full, field: "rules", code: "record.manyEntries" }],
  });
});

const split = {
  variants: [
    { id: "a", url: "https://old.example/a", weight: 5000 },
    { id: "b", url: "https://example.com/b", weight: 5000 },
  ],
};

test("find and replace reaches rules, variants and the addresses before and after", async () => {
  const id = await add({
    rules: [{ ...rule("A", ""), url: "https://old.example/r" }],
    split,
    beforeurl: "https://old.example/before",
    afterurl: "https://old.example/after",
  });
  const before = await everything();
  const body = { ...links, replace: { part: "host", from: "old.example", to: "new.example" } };
  const { change } = await run("/api/bulk", body);
  expect(await details(id)).toMatchObject({
    longurl: url,
    rules: [{ url: "https://new.example/r" }],
    split: { variants: [{ url: "https://new.example/a" }, { url: "https://example.com/b" }] },
    beforeurl: "https://new.example/before",
    afterurl: "https://new.example/after",
  });
  await undo(change);
  expect(await everything()).toEqual(before);
  const broken = { ...links, replace: { part: "text", from: "https://old.example/r", to: "x:y" } };
  expect(await preview("/api/bulk", broken)).toMatchObject({
    changed: 0,
    conflicts: [{ says: expect.stringContaining("rules[0].url") }],
  });
});

test("no undo brings back an address that leads back by now", async () => {
  const leading = "https://soon.example/x";
  const id = await add({
    rules: [{ ...rule("A", ""), url: leading }],
    split: { variants: [{ ...split.variants[0], url: leading }, split.variants[1]] },
    beforeurl: leading,
    afterurl: leading,
  });
  const clears = ["rules", "split", "beforeurl", "afterurl"];
  const sets: number[] = [];
  for (const field of clears) {
    await ask("PUT", `/api/url/${id}/update`, { url, clear: [field] });
    sets.push(await newest());
  }
  await ask("POST", "/api/domain/add", { domain: "https://soon.example" });
  for (const [place, set] of sets.entries()) {
    const { failures } = await undo(set, { force: true });
    expect(failures).toMatchObject([{ id, column: clears[place], code: "record.loop" }]);
  }
  for (const field of clears) expect(await details(id)).not.toHaveProperty(field);
});

test("history tells the new fields as answers show them", async () => {
  const id = await add({});
  await ask("PUT", `/api/url/${id}/update`, {
    url,
    rules: [rule("A", "a")],
    split,
    starts: "2034-01-01",
    startspublic: true,
    maxclicks: 5,
  });
  const { data } = await ask("GET", `/api/changes?kind=links&id=${id}`);
  const set = await newest();
  const records = (await ask("GET", `/api/changes/${set}`)).data?.records ?? data;
  expect(JSON.stringify(records)).not.toContain("seed");
  const fields = Object.fromEntries(
    records[0].fields.map((one: Body) => [one.field, [one.before, one.after]]),
  );
  expect(fields).toMatchObject({
    rules: [null, [{ name: "A", enabled: true }]],
    split: [null, { variants: [{ id: "a", weight: 5000 }, { id: "b" }], winner: null }],
    starts: [null, "2034-01-01 00:00:00"],
    startspublic: [null, true],
    maxclicks: [null, 5],
  });
});

test("PUT /api/url/:id/rules replaces them all", async () => {
  const id = await add({ rules: [rule("A", "a")], maxclicks: 5 });
  const path = `/api/url/${id}/rules`;
  const answer = await ask("PUT", path, { rules: [rule("B", "b"), rule("C", "c")] });
  expect(answer).toEqual({
    error: 0,
    id,
    short: expect.stringContaining(server.baseUrl),
    change: expect.any(Number),
    warnings: ["Rule 2 never applies: rule 1 comes first and already matches all of these visits."],
  });
  expect(await rulesOf(id)).toEqual([
    ["B", "b"],
    ["C", "c"],
  ]);
  expect(await details(id)).toMatchObject({ longurl: url, maxclicks: 5 });
  expect(await refusal("PUT", path, {})).toMatchObject([400, expect.stringContaining("rules")]);
  expect(await refusal("PUT", path, { rules: [{ url, conditions: [] }] })).toMatchObject([
    400,
    expect.stringContaining("rules[0].conditions"),
  ]);
  expect(await refusal("PUT", path, { rules: [], expect: { maxclicks: 6 } })).toMatchObject([
    409,
    expect.stringContaining("maxclicks"),
  ]);
  expect(await ask("PUT", path, { rules: [] })).toEqual({
    error: 0,
    id,
    short: expect.anything(),
    change: expect.any(Number),
  });
  expect(await details(id)).not.toHaveProperty("rules");
});
