import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { serverForAll } from "../../support/testServer.ts";
import { createOwner } from "./owner.ts";

const owner = createOwner(() => server);

const server = serverForAll({
  clock: () => Date.UTC(2026, 5, 1, 12, 0, 0),
  settings: { verifyDomains: "false" },
});

const url = "https://example.com/";
const taken = [409, "That alias is taken. Please choose another one."];
const refuse = (body: object) => owner.refusal("POST", "/api/bio/add", { name: "Me", ...body });

const full = {
  name: "Ava",
  description: "I make things.",
  avatar: "https://example.com/ava.png",
  links: [
    { title: "Shop", url: "https://example.com/shop" },
    { title: "نوشته‌ها", url: "https://example.com/blog" },
  ],
  status: "public",
};

describe("a bio page", () => {
  test("needs a name; its alias is random, the rest is empty", async () => {
    const answer = await owner.call("POST", "/api/bio/add", { name: "Me" });
    const { id, shorturl } = answer;
    expect(answer).toEqual({ error: 0, change: expect.any(Number), id, shorturl });
    expect(shorturl.replace(`${server.shortBase}/`, "")).toMatch(/^[2-9a-km-np-zA-HJ-NP-Z]{6}$/);
    const item = {
      id,
      name: "Me",
      alias: shorturl.slice(-6),
      shorturl,
      status: "private",
      date: "2026-06-01 12:00:00",
    };
    expect(await owner.item("bio", id)).toEqual({
      ...item,
      avatar: "",
      linkcount: 0,
      domain: server.shortBase,
    });
    expect(await owner.details("bio", id)).toEqual({
      ...item,
      description: "",
      avatar: "",
      theme: "paper",
      buttons: "rounded",
      hidecredit: false,
      links: [],
      domain: server.shortBase,
      channel: [],
    });
  });

  test("keeps all that it is told", async () => {
    const id = await owner.add("bio", { ...full, custom: "آوا" });
    expect(await owner.details("bio", id)).toMatchObject({
      ...full,
      alias: "آوا",
      shorturl: `${server.shortBase}/${encodeURIComponent("آوا")}`,
    });
  });

  test("stores a picture that is sent 160 pixels wide and high, with nothing else in it", async () => {
    const photo = await readFile(new URL("../features/qr/fixtures/baseline.jpg", import.meta.url));
    const avatar = `data:image/jpeg;base64,${photo.toString("base64")}`;
    const id = await owner.add("bio", { name: "Me", avatar, theme: "moss", hidecredit: true });
    const stored = (await owner.details("bio", id)).avatar as string;
    const bytes = Buffer.from(stored.replace("data:image/png;base64,", ""), "base64");
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([160, 160]);
    await owner.update("bio", id, { avatar: stored, name: "You" });
    expect((await owner.details("bio", id)).avatar).toBe(stored);
  });

  test("may link to short links of the service", async () => {
    const links = [{ title: "x", url: `${server.shortBase}/anything` }];
    const id = await owner.add("bio", { name: "Me", links });
    expect((await owner.details("bio", id)).links).toEqual(links);
  });

  test.each<[object, number, string]>([
    [{ name: "" }, 400, "name is required."],
    [{ custom: "qr" }, 409, "That alias is reserved. Please choose another one."],
    [{ custom: "two words" }, 400, "custom must contain only letters, digits, - and _."],
    [{ custom: "x".repeat(101) }, 400, "custom must be at most 100 characters."],
    [{ status: "open" }, 400, "status must be public or private."],
    [
      { avatar: "data:image/svg+xml;base64,x" },
      400,
      "avatar must be a full URL that starts with http:// or https://.",
    ],
    [{ avatar: "data:image/png;base64,x" }, 400, "avatar must be a PNG or JPEG image."],
    [
      { avatar: `data:image/png;base64,${"A".repeat(400_000)}` },
      400,
      "avatar must be at most 400,000 characters.",
    ],
    [
      { avatar: `https://example.com/${"a".repeat(8_192)}` },
      400,
      "avatar must be at most 8,192 characters.",
    ],
    [{ theme: "neon" }, 400, "theme must be one of paper, clay, moss, sea, plum, night."],
    [{ description: "x".repeat(2_001) }, 400, "description must be at most 2,000 characters."],
    [
      { links: [{ title: "x", url: "javascript:alert(1)" }, { url }] },
      400,
      "links[0].url must be a full URL that starts with http:// or https://; " +
        "links[1].title is required.",
    ],
    [
      { links: Array.from({ length: 101 }, () => ({ title: "x", url })) },
      400,
      "links must have at most 100 entries.",
    ],
    [
      { domain: "https://unknown.example" },
      400,
      "domain must be a registered domain or the server's own address.",
    ],
  ])("%# is refused", async (body, status, message) => {
    expect(await refuse(body)).toEqual([status, message]);
  });
});

describe("an alias", () => {
  test("is a link's or a bio page's on a domain, in any case", async () => {
    await owner.add("url", { url, custom: "links-own" });
    const page = await owner.add("bio", { name: "Me", custom: "pages-own" });
    expect(await refuse({ custom: "LINKS-own" })).toEqual(taken);
    expect(await refuse({ custom: "Pages-Own" })).toEqual(taken);
    expect(await owner.refusal("POST", "/api/url/add", { url, custom: "PAGES-OWN" })).toEqual(
      taken,
    );
    expect(await owner.refusal("PUT", `/api/bio/${page}/update`, { custom: "links-OWN" })).toEqual(
      taken,
    );
    const link = await owner.add("url", { url });
    expect(
      await owner.refusal("PUT", `/api/url/${link}/update`, { url, custom: "pages-own" }),
    ).toEqual(taken);
    // Its own alias in another case is no one else's.
    await owner.update("bio", page, { custom: "Pages-Own" });
    expect((await owner.details("bio", page)).alias).toBe("Pages-Own");
    await owner.remove("bio", page);
    await owner.update("url", link, { url, custom: "pages-own" });
  });

  test("can be on another domain, too, and moves with the page", async () => {
    const domain = "https://pages.example";
    await owner.add("domain", { domain });
    await owner.add("url", { url, custom: "shared", domain });
    const page = await owner.add("bio", { name: "Me", custom: "shared" });
    expect(await owner.refusal("PUT", `/api/bio/${page}/update`, { domain })).toEqual(taken);
    await owner.update("bio", page, { domain, custom: "apart" });
    expect(await owner.details("bio", page)).toMatchObject({
      shorturl: `${domain}/apart`,
      domain,
    });
    expect(await owner.refusal("POST", "/api/url/add", { url, custom: "apart", domain })).toEqual(
      taken,
    );
    await owner.update("bio", page, { domain: server.shortBase });
    expect((await owner.details("bio", page)).domain).toBe(server.shortBase);
  });

  test("of a deleted link can't be taken back from a bio page", async () => {
    const link = await owner.add("url", { url, custom: "comes-back" });
    await owner.remove("url", link);
    const page = await owner.add("bio", { name: "Me", custom: "comes-back" });
    const restore = () => server.api("POST", `/api/url/${link}/restore`, {}, server.localKey);
    expect((await restore()).status).toBe(409);
    await owner.remove("bio", page);
    expect((await restore()).status).toBe(200);
  });
});

describe("updating", () => {
  test("keeps what isn't given", async () => {
    const id = await owner.add("bio", { ...full, custom: "stays-here" });
    for (const value of [undefined, null, ""]) {
      const body = Object.fromEntries(
        [...Object.keys(full), "custom", "domain"].map((key) => [key, value]),
      );
      expect(await owner.update("bio", id, body)).toEqual({
        error: 0,
        change: expect.any(Number),
        message: "Bio page has been updated successfully.",
      });
      expect(await owner.details("bio", id)).toMatchObject({ ...full, alias: "stays-here" });
    }
  });

  test("empties lists with [], and the rest by name", async () => {
    const id = await owner.add("bio", full);
    await owner.update("bio", id, { links: [] });
    expect((await owner.details("bio", id)).links).toEqual([]);
    await owner.update("bio", id, { links: full.links });
    const clear = ["description", "avatar", "theme", "buttons", "status", "links", "domain"];
    await owner.update("bio", id, { clear });
    expect(await owner.details("bio", id)).toMatchObject({
      name: "Ava",
      description: "",
      avatar: "",
      theme: "paper",
      buttons: "rounded",
      hidecredit: false,
      links: [],
      status: "private",
    });
    expect(await owner.refusal("PUT", `/api/bio/${id}/update`, { clear: ["custom"] })).toEqual([
      400,
      `clear[0] must be one of ${clear.join(", ")}.`,
    ]);
  });
});

test("deleting frees the alias; of none is 404", async () => {
  const id = await owner.add("bio", { name: "Me", custom: "soon-free" });
  expect(await owner.remove("bio", id)).toEqual({
    error: 0,
    change: expect.any(Number),
    message: "Bio page has been deleted successfully.",
  });
  const none = [404, "Bio page does not exist."];
  expect(await owner.refusal("GET", `/api/bio/${id}`)).toEqual(none);
  expect(await owner.refusal("PUT", `/api/bio/${id}/update`, {})).toEqual(none);
  expect(await owner.refusal("DELETE", `/api/bio/${id}/delete`)).toEqual(none);
  await owner.add("url", { url, custom: "soon-free" });
});
