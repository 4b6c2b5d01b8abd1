import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../support/server.ts";
import { createOwner } from "./owner.ts";

let server: TestServer;
const owner = createOwner(() => server);
const url = "https://example.com/tagged";

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

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
