import { describe, expect, test } from "vitest";
import { startTestServer } from "../../support/server.ts";
import { serverForAll } from "../../support/testServer.ts";
import { createOwner } from "./owner.ts";

const owner = createOwner(() => server);
const url = "https://example.com/tagged";

const server = serverForAll();

async function tagsOf(id: number): Promise<string[]> {
  return (await owner.details("url", id)).tags;
}

describe("the tags of a link", () => {
  test("are trimmed, each kept once, and spelled as they came first anywhere", async () => {
    const first = await owner.add("url", { url, tags: [" Garden ", "garden", "Two words"] });
    expect(await tagsOf(first)).toEqual(["Garden", "Two words"]);
    const second = await owner.add("url", { url, tags: ["TWO WORDS", "GARDEN", "New"] });
    expect(await tagsOf(second)).toEqual(["Two words", "Garden", "New"]);
  });

  test("are alike where aliases are: in any Unicode form, with either ی and any digits", async () => {
    const first = await owner.add("url", { url, tags: ["Café", "علی", "۱۴۰۵"] });
    const second = await owner.add("url", { url, tags: ["CAFE\u0301", "علي", "1405"] });
    expect(await tagsOf(second)).toEqual(await tagsOf(first));
  });

  test("are replaced as a whole list, emptied by [] and by clear, and kept otherwise", async () => {
    const id = await owner.add("url", { url, tags: ["a", "b"] });
    await owner.update("url", id, { url });
    expect(await tagsOf(id)).toEqual(["a", "b"]);
    await owner.update("url", id, { url, tags: ["c"] });
    expect(await tagsOf(id)).toEqual(["c"]);
    await owner.update("url", id, { url, clear: ["tags"] });
    expect(await tagsOf(id)).toEqual([]);
    await owner.update("url", id, { url, tags: ["c"] });
    await owner.update("url", id, { url, tags: [] });
    expect(await tagsOf(id)).toEqual([]);
  });

  test("are at most twenty of at most fifty characters, on one line", async () => {
    const most = Array.from({ length: 20 }, (_, index) => `${index} ${"x".repeat(46)}`);
    expect(await tagsOf(await owner.add("url", { url, tags: most }))).toEqual(most);
    const add = (tags: unknown) => owner.refusal("POST", "/api/url/add", { url, tags });
    expect(await add([...most, "more"])).toEqual([400, "tags must have at most 20 entries."]);
    expect(await add(["x".repeat(51)])).toEqual([400, "tags[0] must be at most 50 characters."]);
    expect(await add(["two\nlines"])).toEqual([400, "tags[0] must be one line."]);
    expect(await add("word")).toEqual([400, "tags must be a list."]);
  });

  test("are found by a search", async () => {
    const id = await owner.add("url", { url, tags: ["Unmistakable"] });
    expect(await owner.find("url", "mistak")).toEqual([id]);
  });
});

test("a link is archived and taken out again, and leads on", async () => {
  const id = await owner.add("url", { url, custom: "put-away", archived: true });
  expect((await owner.details("url", id)).archived).toBe(true);
  expect((await server.visit("/put-away")).headers.location).toBe(url);
  await owner.update("url", id, { url, archived: "false" });
  expect((await owner.details("url", id)).archived).toBe(false);
  await owner.update("url", id, { url, archived: true });
  await owner.update("url", id, { url, clear: ["archived"] });
  expect((await owner.details("url", id)).archived).toBe(false);
});

test("clicks from before are shown apart and never counted in", async () => {
  const id = await owner.add("url", { url, custom: "moved-in", earlierclicks: "1200" });
  await server.visit("/moved-in");
  const { details, data } = await owner.call("GET", `/api/url/${id}`);
  expect([details.earlierclicks, data.clicks]).toEqual([1200, 1]);
  expect(await owner.refusal("POST", "/api/url/add", { url, earlierclicks: -1 })).toEqual([
    400,
    "earlierclicks must be a whole number, 0 or more.",
  ]);
});

describe("the list of tags", () => {
  const listed = async (query = "") => (await owner.call("GET", `/api/tags?${query}`)).data;
  const path = (tag: string, verb: string) => `/api/tag/${encodeURIComponent(tag)}/${verb}`;
  const rename = (tag: string, name: string) => owner.call("PUT", path(tag, "update"), { name });

  test("has each with the number of its links, in the order of the alphabet, and is searched", async () => {
    const tags = ["zz-list-b", "ZZ-List-a", "zz-list-ü/?"];
    const id = await owner.add("url", { url, tags });
    await owner.add("url", { url, tags: ["ZZ-LIST-B"] });
    const found = await listed("q=zz-list");
    expect(found).toMatchObject({ result: 3, perpage: 15, maxpage: 1 });
    expect(found.tags).toMatchObject([
      { tag: "ZZ-List-a", links: 1, clicks: 0 },
      { tag: "zz-list-b", links: 2, clicks: 0 },
      { tag: "zz-list-ü/?", links: 1, clicks: 0 },
    ]);
    const all = await listed("limit=1000");
    expect(all.tags.filter(({ tag }: { tag: string }) => /^zz/i.test(tag))).toEqual(found.tags);
    expect(all.result).toBe(all.tags.length);
    expect((await listed(`limit=2&page=${Math.ceil(all.result / 2)}`)).tags).toEqual(
      all.tags.slice(2 * Math.ceil(all.result / 2) - 2),
    );
    await owner.remove("url", id);
    expect((await listed("q=zz-list")).tags).toMatchObject([
      { tag: "zz-list-b", links: 1, clicks: 0 },
    ]);
  });

  test("renames one on every link, in its place and its new spelling", async () => {
    const first = await owner.add("url", { url, tags: ["before", "old name", "after"] });
    const second = await owner.add("url", { url, tags: ["old name"] });
    expect(await rename("OLD NAME", "new name")).toEqual({
      error: 0,
      message: "Tag has been updated successfully.",
      links: 2,
      change: expect.any(Number) as number,
    });
    expect(await tagsOf(first)).toEqual(["before", "new name", "after"]);
    expect(await tagsOf(second)).toEqual(["new name"]);
    await rename("new name", "New Name");
    expect(await rename("New Name", "New Name")).toMatchObject({ links: 2, change: null });
    expect((await listed("q=new+name")).tags).toMatchObject([
      { tag: "New Name", links: 2, clicks: 0 },
    ]);
    expect(await tagsOf(await owner.add("url", { url, tags: ["NEW NAME"] }))).toEqual(["New Name"]);
  });

  test("joins one with another, each link having it once", async () => {
    const both = await owner.add("url", { url, tags: ["joined", "other", "Joining"] });
    const one = await owner.add("url", { url, tags: ["joined"] });
    expect((await rename("joined", "JOINING")).links).toBe(2);
    expect(await tagsOf(both)).toEqual(["Joining", "other"]);
    expect(await tagsOf(one)).toEqual(["Joining"]);
    expect((await listed("q=join")).tags).toMatchObject([{ tag: "Joining", links: 2, clicks: 0 }]);
  });

  test("deletes one from every link, and no link", async () => {
    const id = await owner.add("url", { url, tags: ["to go/away?", "to stay"] });
    expect(await owner.call("DELETE", path("TO GO/away?", "delete"))).toEqual({
      error: 0,
      message: "Tag has been deleted successfully.",
      links: 1,
      change: expect.any(Number) as number,
    });
    expect(await tagsOf(id)).toEqual(["to stay"]);
    expect(await owner.refusal("DELETE", path("to go/away?", "delete"))).toEqual([
      404,
      "Tag does not exist.",
    ]);
    expect(await owner.refusal("PUT", path("to go/away?", "update"), { name: "x" })).toEqual([
      404,
      "Tag does not exist.",
    ]);
  });

  test("changes many links in one set, which a script may do too", async () => {
    const many = Array.from({ length: 450 }, () => owner.add("url", { url, tags: ["in bulk"] }));
    await Promise.all(many);
    expect((await rename("in bulk", "done")).links).toBe(450);
    expect((await listed("q=done")).tags).toMatchObject([{ tag: "done", links: 450, clicks: 0 }]);
    expect((await owner.call("DELETE", path("done", "delete"))).links).toBe(450);
    expect((await listed("q=done")).tags).toEqual([]);
  });
});

describe("the colors of tags", () => {
  const colors = async (): Promise<Record<string, string>> => {
    const { body } = await server.api("GET", "/api/tags?limit=1000");
    return Object.fromEntries(
      body.data.tags.map(({ tag, color }: { tag: string; color: string }) => [tag, color]),
    );
  };

  test("GET /api/tags gives no color to a second tag while another color has none", async () => {
    const fresh = await startTestServer();
    try {
      const tags = ["launch", "event", "shop", "internal", "journal", "guide"];
      await fresh.api("POST", "/api/url/add", { url, tags });
      const { body } = await fresh.api("GET", "/api/tags");
      const given = body.data.tags.map(({ color }: { color: string }) => color);
      expect(new Set(given).size).toBe(6);
    } finally {
      await fresh.stop();
    }
  });

  test("PUT /api/tag/:tag/update sets a color, which a new name keeps", async () => {
    await owner.add("url", { url, tags: ["Painted"] });
    const before = (await colors())["Painted"];
    await server.api("PUT", "/api/tag/painted/update", { color: "#123456" });
    expect((await colors())["Painted"]).toBe("#123456");
    await server.api("PUT", "/api/tag/Painted/update", { name: "Repainted" });
    expect((await colors())["Repainted"]).toBe("#123456");
    expect(before).toMatch(/^#[0-9A-F]{6}$/);
  });

  test("PUT /api/tag/:tag/update asks for a name or a color", async () => {
    await owner.add("url", { url, tags: ["Asked"] });
    expect((await server.api("PUT", "/api/tag/Asked/update", {})).status).toBe(400);
  });

  test("GET /api/tags lists the newest tag first when asked", async () => {
    await owner.add("url", { url, tags: ["The newest of all"] });
    const { body } = await server.api("GET", "/api/tags?order=date&limit=1");
    expect(body.data.tags[0].tag).toBe("The newest of all");
  });
});
