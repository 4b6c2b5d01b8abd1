import { describe, expect, test } from "vitest";
import { serverForAll } from "../../support/testServer.ts";
import { createOwner } from "./owner.ts";

const owner = createOwner(() => server);

const server = serverForAll();

const url = "https://example.com/";
let count = 0;
const fresh = (word = "Campaign of") => `${word} ${(count += 1)}`;

const add = (body: object = {}) => owner.call("POST", "/api/campaign/add", body);
const refuse = (body: object) => owner.refusal("POST", "/api/campaign/add", body);

async function listAddress(id: number): Promise<string> {
  const { data } = await owner.call("GET", "/api/account");
  return `${server.shortBase}/u/${encodeURIComponent(data.username)}/list-${id}`;
}

describe("a campaign", () => {
  test("without name, slug and access is numbered, random and not public", async () => {
    const answer = await add();
    const { id } = answer;
    expect(answer).toEqual({
      error: 0,
      change: expect.any(Number),
      id,
      domain: `Campaign ${id}`,
      public: false,
      rotator: false,
      list: await listAddress(id),
    });
    expect(await owner.item("campaign", id)).toEqual({
      id,
      name: `Campaign ${id}`,
      public: false,
      rotator: false,
      list: await listAddress(id),
      slug: expect.stringMatching(/^[2-9a-km-np-zA-HJ-NP-Z]{6}$/),
      links: 0,
      clicks: 0,
      date: expect.stringMatching(/^\d{4}-/),
    });
  });

  test("that is public has a rotator, in lists too", async () => {
    const name = fresh();
    const rotator = `${server.shortBase}/r/Spring-Sale`;
    const answer = await add({ name, slug: "Spring-Sale", public: "1" });
    expect(answer).toMatchObject({ domain: name, public: true, rotator });
    expect(await owner.item("campaign", answer.id)).toMatchObject({
      name,
      public: true,
      rotator,
      slug: "Spring-Sale",
    });
    const unlisted = await owner.update("campaign", answer.id, { name, public: false });
    expect(unlisted).toMatchObject({ public: false, rotator: false });
    expect(await owner.item("campaign", answer.id)).toMatchObject({
      public: false,
      rotator: false,
      slug: "Spring-Sale",
    });
  });

  test("has a slug of any script, printed percent-encoded", async () => {
    const { rotator } = await add({ slug: "بهار", public: true });
    expect(rotator).toBe(`${server.shortBase}/r/${encodeURIComponent("بهار")}`);
  });

  test("has a name that no other has", async () => {
    const name = fresh();
    const { id } = await add({ name });
    const taken = [409, "You already have a campaign with that name."];
    expect(await refuse({ name: ` ${name} ` })).toEqual(taken);
    const other = await add({ name: fresh() });
    expect(await owner.refusal("PUT", `/api/campaign/${other.id}/update`, { name })).toEqual(taken);
    await owner.update("campaign", id, { name, public: true });
    await owner.remove("campaign", id);
    expect(await owner.update("campaign", other.id, { name })).toMatchObject({ domain: name });
  });

  test("that shares a made-up name can still be changed", async () => {
    const { id } = await add();
    const made = `Campaign ${id + 2}`;
    const named = await add({ name: made });
    const unnamed = await add();
    expect(unnamed.domain).toBe(made);
    for (const one of [named.id, unnamed.id]) {
      const answer = await owner.update("campaign", one, { name: made, public: true });
      expect(answer).toMatchObject({ public: true });
    }
  });

  test("has a slug that no other has, in any case", async () => {
    const first = await add({ slug: "Taken" });
    const taken = [409, "That alias is taken. Please choose another one."];
    expect(await refuse({ slug: "tAKEN" })).toEqual(taken);
    const { id, domain: name } = await add();
    expect(
      await owner.refusal("PUT", `/api/campaign/${id}/update`, { name, slug: "TAKEN" }),
    ).toEqual(taken);
    await owner.update("campaign", first.id, { name: first.domain, slug: "taken", public: true });
    expect((await owner.item("campaign", first.id)).rotator).toMatch(/\/r\/taken$/);
    // Slugs and aliases live below different addresses.
    await owner.add("url", { url, custom: "taken" });
    await owner.remove("campaign", first.id);
    await owner.update("campaign", id, { name, slug: "TAKEN" });
  });

  test.each<[object, number, string]>([
    [{ slug: "qr" }, 409, "That alias is reserved. Please choose another one."],
    [{ slug: "ab" }, 400, "slug must be at least 3 characters."],
    [{ slug: "assets" }, 409, "That alias is reserved. Please choose another one."],
    [{ slug: "two words" }, 400, "slug must contain only letters, digits, - and _."],
    [{ slug: "x".repeat(101) }, 400, "slug must be at most 100 characters."],
    [{ name: "x".repeat(201) }, 400, "name must be at most 200 characters."],
    [{ name: "  " }, 400, "name must not be empty."],
    [{ public: "perhaps" }, 400, "public must be true or false."],
  ])("%# is refused", async (body, status, message) => {
    expect(await refuse(body)).toEqual([status, message]);
  });
});

describe("a single one", () => {
  test("is shown as in the list, with its links newest first, page by page", async () => {
    const { id } = await add({ name: fresh(), public: true });
    expect((await owner.call("GET", `/api/campaign/${id}`)).details).toEqual(
      await owner.item("campaign", id),
    );
    const links = [];
    for (const custom of ["in-one", "in-two", "in-three"]) {
      links.push(await owner.add("url", { url, custom, campaign: id }));
    }
    await owner.add("url", { url });
    const page = async (query: string) =>
      (await owner.call("GET", `/api/campaign/${id}/links?${query}`)).data;
    expect(await page("limit=2")).toMatchObject({
      result: 3,
      maxpage: 2,
      urls: [{ id: links[2] }, { id: links[1] }],
    });
    expect((await page("limit=2&page=2")).urls).toMatchObject([{ id: links[0], campaign: id }]);
    expect((await page("q=two")).urls).toMatchObject([{ id: links[1] }]);
  });

  test("has its links in the order that was chosen, the others after them, on its public list too", async () => {
    const { id, list } = await add({ name: fresh(), public: true });
    const links: number[] = [];
    for (const custom of ["first", "second", "third", "fourth"]) {
      links.push(await owner.add("url", { url, custom: `ordered-${custom}`, campaign: id }));
    }
    const [first, second, third, fourth] = links;
    const order = (ids: unknown) => owner.call("PUT", `/api/campaign/${id}/links`, { ids });
    const shown = async () =>
      (await owner.call("GET", `/api/campaign/${id}/links`)).data.urls.map(
        (one: { id: number }) => one.id,
      );
    expect(await order([second, String(fourth)])).toEqual({
      error: 0,
      change: expect.any(Number),
      message: "Links of the campaign have been put in order successfully.",
    });
    expect(await shown()).toEqual([second, fourth, third, first]);
    const page = await (await fetch(list)).text();
    expect([...page.matchAll(/href="[^"]*\/ordered-(\w+)"/g)].map(([, word]) => word)).toEqual([
      "second",
      "fourth",
      "third",
      "first",
    ]);
    await order([]);
    expect(await shown()).toEqual([fourth, third, second, first]);

    const other = await owner.add("url", { url });
    await order([other, first, 987654321, first]);
    expect(await shown()).toEqual([first, fourth, third, second]);

    const refused = (ids: unknown) => owner.refusal("PUT", `/api/campaign/${id}/links`, { ids });
    expect(await refused(Array.from({ length: 1001 }, (_, place) => place + 1))).toEqual([
      400,
      "ids must have at most 1,000 entries.",
    ]);
  });

  test("of none is 404", async () => {
    const none = [404, "Campaign does not exist."];
    expect(await owner.refusal("GET", "/api/campaign/999")).toEqual(none);
    expect(await owner.refusal("GET", "/api/campaign/999/links")).toEqual(none);
  });
});

describe("updating", () => {
  test("needs the name; slug and access stay when they aren't given", async () => {
    const { id } = await add({ name: fresh(), slug: "stays", public: true });
    for (const value of [undefined, null, ""]) {
      const name = fresh();
      expect(await owner.update("campaign", id, { name, slug: value, public: value })).toEqual({
        error: 0,
        change: expect.any(Number),
        id,
        domain: name,
        public: true,
        rotator: `${server.shortBase}/r/stays`,
        list: await listAddress(id),
      });
    }
    expect(await owner.refusal("PUT", `/api/campaign/${id}/update`, { slug: "x-x" })).toEqual([
      400,
      "name is required.",
    ]);
    expect((await owner.item("campaign", id)).slug).toBe("stays");
  });

  test("of none is 404", async () => {
    const none = [404, "Campaign does not exist."];
    const name = fresh();
    expect(await owner.refusal("PUT", "/api/campaign/999/update", { name })).toEqual(none);
    expect(await owner.refusal("DELETE", "/api/campaign/999/delete")).toEqual(none);
  });
});

describe("membership", () => {
  const added = { error: 0, message: "Link successfully added to the campaign." };
  const removed = { error: 0, message: "Link successfully removed from the campaign." };
  const campaignOf = async (link: number) => (await owner.details("url", link)).campaign;

  test("a link is in one campaign at most: assigning moves it", async () => {
    const [one, two] = [(await add()).id, (await add()).id];
    const link = await owner.add("url", { url, campaign: one });
    expect(await campaignOf(link)).toBe(one);
    for (let time = 0; time < 2; time += 1) {
      expect(await owner.call("POST", `/api/campaign/${two}/assign/${link}`)).toMatchObject(added);
      expect(await campaignOf(link)).toBe(two);
    }
    expect((await owner.item("url", link)).campaign).toBe(two);
    expect((await owner.item("campaign", one)).links).toBe(0);
    expect((await owner.item("campaign", two)).links).toBe(1);
    await owner.update("url", link, { url, campaign: String(one) });
    expect(await campaignOf(link)).toBe(one);
  });

  test("DELETE takes a link out, of that campaign only; so does `clear`", async () => {
    const [one, two] = [(await add()).id, (await add()).id];
    const link = await owner.add("url", { url, campaign: one });
    expect(await owner.call("DELETE", `/api/campaign/${two}/assign/${link}`)).toMatchObject(
      removed,
    );
    expect(await campaignOf(link)).toBe(one);
    for (let time = 0; time < 2; time += 1) {
      expect(await owner.call("DELETE", `/api/campaign/${one}/assign/${link}`)).toMatchObject(
        removed,
      );
      expect(await campaignOf(link)).toBeNull();
    }
    await owner.update("url", link, { url, campaign: two });
    await owner.update("url", link, { url, clear: ["campaign"] });
    expect(await campaignOf(link)).toBeNull();
    await owner.update("url", link, { url, clear: ["campaign"], campaign: one });
    expect(await campaignOf(link)).toBe(one);
  });

  test("an unknown campaign or link is not there", async () => {
    const { id } = await add();
    const link = await owner.add("url", { url });
    for (const method of ["POST", "DELETE"]) {
      expect(await owner.refusal(method, `/api/campaign/999/assign/${link}`)).toEqual([
        404,
        "Campaign does not exist.",
      ]);
      expect(await owner.refusal(method, `/api/campaign/${id}/assign/999`)).toEqual([
        404,
        "Link does not exist.",
      ]);
      expect((await owner.refusal(method, `/api/campaign/${id}/assign/x`))[0]).toBe(404);
    }
    expect(await owner.refusal("POST", "/api/url/add", { url, campaign: 999 })).toEqual([
      400,
      "campaign must be the ID of an existing campaign, not 999.",
    ]);
  });
});

describe("deleting", () => {
  test("a campaign leaves its links in none", async () => {
    const { id } = await add({ slug: "soon-gone", public: true });
    const link = await owner.add("url", { url, campaign: id });
    expect(await owner.remove("campaign", id)).toEqual({
      error: 0,
      change: expect.any(Number),
      message: "Campaign has been deleted successfully.",
    });
    expect((await owner.details("url", link)).campaign).toBeNull();
    expect((await owner.item("url", link)).campaign).toBeNull();
    expect((await server.visit("/r/soon-gone")).status).toBe(404);
  });

  test("a link takes it out, and taken back it is in it again", async () => {
    const { id } = await add();
    const link = await owner.add("url", { url, campaign: id });
    await owner.remove("url", link);
    expect((await owner.item("campaign", id)).links).toBe(0);
    await server.api("POST", `/api/url/${link}/restore`, undefined, server.localKey);
    expect((await owner.item("campaign", id)).links).toBe(1);
    expect((await owner.details("url", link)).campaign).toBe(id);
  });
});
