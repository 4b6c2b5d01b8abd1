import { describe, expect, test } from "vitest";
import { startTestServer } from "../../support/server.ts";
import { serverForAll } from "../../support/testServer.ts";
import { createOwner } from "./owner.ts";

const owner = createOwner(() => server);
const now = Date.UTC(2026, 5, 1, 12, 0, 0);

const server = serverForAll({ clock: () => now });

const pixel = { type: "socialnetpixel", name: "Shop", tag: "1234567890" };

/** The 13 identifiers of the contract, and the names that clients send for them. */
const types = [
  ["tagmanagerpixel", "gtmpixel"],
  ["analyticspixel", "gapixel"],
  ["socialnetpixel", "fbpixel"],
  ["adsplatformpixel", "adwordspixel"],
  ["professionalnetpixel", "linkedinpixel"],
  ["microblogpixel", "twitterpixel"],
  ["retargetingpixel", "adrollpixel"],
  ["qapixel", "quorapixel"],
  ["imageboardpixel", "pinterest"],
  ["searchenginepixel", "bing"],
  ["messagingpixel", "snapchat"],
  ["forumpixel", "reddit"],
  ["shortvideopixel", "tiktok"],
] as const;

describe("a pixel", () => {
  test("shows in the list as it was added", async () => {
    const id = await owner.add("pixel", pixel);
    expect(await owner.item("pixel", id)).toEqual({
      id,
      ...pixel,
      date: "2026-06-01 12:00:00",
      links: 0,
    });
    expect((await owner.call("GET", `/api/pixel/${id}`)).details).toEqual(
      await owner.item("pixel", id),
    );
    expect(await owner.refusal("GET", "/api/pixel/999")).toEqual([404, "Pixel does not exist."]);
  });

  test.each(types)("%s may be called %s, and is answered by its first name", async (type, sent) => {
    for (const name of [type, sent]) {
      const id = await owner.add("pixel", { ...pixel, type: name });
      expect((await owner.item("pixel", id)).type).toBe(type);
    }
  });

  test("of another type, or without one, is refused", async () => {
    for (const type of ["gtm", "FBPIXEL", "constructor", 5]) {
      const [status, message] = await owner.refusal("POST", "/api/pixel/add", { ...pixel, type });
      expect([status, message]).toEqual([
        400,
        `type must be one of ${types.map(([name]) => name).join(", ")}.`,
      ]);
    }
    expect(await owner.refusal("POST", "/api/pixel/add", {})).toEqual([
      400,
      "type is required; name is required; tag is required.",
    ]);
  });

  test.each(["a", "UA-1234_5.6:7/8", "x".repeat(100)])(
    "takes the tag %s, whether or not it looks like its platform's",
    async (tag) => {
      const id = await owner.add("pixel", { ...pixel, tag: ` ${tag} ` });
      expect((await owner.item("pixel", id)).tag).toBe(tag);
    },
  );

  test.each(["x".repeat(101), "a b", "a'b", "<b>", "پیکسل", "a\nb", "a?b", " "])(
    "refuses the tag %j",
    async (tag) => {
      const fault = "tag must be 1 to 100 characters: letters, digits and - _ . : /.";
      expect(await owner.refusal("POST", "/api/pixel/add", { ...pixel, tag })).toEqual([
        400,
        fault,
      ]);
      const id = await owner.add("pixel", pixel);
      expect(await owner.refusal("PUT", `/api/pixel/${id}/update`, { tag })).toEqual([400, fault]);
    },
  );

  test("has a name of 1 to 200 characters", async () => {
    await owner.add("pixel", { ...pixel, name: "n".repeat(200) });
    const refused = (name: string) => owner.refusal("POST", "/api/pixel/add", { ...pixel, name });
    expect(await refused("n".repeat(201))).toEqual([400, "name must be at most 200 characters."]);
    expect(await refused("   ")).toEqual([400, "name must not be empty."]);
  });
});

describe("updating", () => {
  test("needs the tag, and keeps the name when it isn't given", async () => {
    const id = await owner.add("pixel", pixel);
    for (const name of [undefined, null, ""]) {
      expect(await owner.update("pixel", id, { tag: "new", name, type: "bing" })).toEqual({
        error: 0,
        change: expect.any(Number),
        message: "Pixel has been updated successfully.",
        warnings: [`"type" isn't a field of this request and was ignored.`],
      });
      expect(await owner.item("pixel", id)).toMatchObject({ ...pixel, tag: "new" });
    }
    await owner.update("pixel", id, { tag: "newer", name: "Other" });
    expect(await owner.item("pixel", id)).toMatchObject({ tag: "newer", name: "Other" });
    expect(await owner.refusal("PUT", `/api/pixel/${id}/update`, { name: "x" })).toEqual([
      400,
      "tag is required.",
    ]);
  });

  test.each(["99999", "0", "-1", "1.5", "abc", "9007199254740993"])("id %s: 404", async (id) => {
    for (const [method, path, body] of [
      ["PUT", "update", { tag: "x" }],
      ["DELETE", "delete", undefined],
    ] as const) {
      const [status] = await owner.refusal(method, `/api/pixel/${id}/${path}`, body);
      expect(status).toBe(404);
    }
  });
});

describe("deleting", () => {
  test("says how many links used it, and takes it off them", async () => {
    const [kept, gone] = [await owner.add("pixel", pixel), await owner.add("pixel", pixel)];
    const url = "https://example.com/";
    const both = await owner.add("url", { url, pixels: [kept, gone] });
    const one = await owner.add("url", { url, pixels: [gone, String(gone)] });
    await owner.add("url", { url, pixels: [kept] });
    expect(await owner.remove("pixel", gone)).toEqual({
      error: 0,
      change: expect.any(Number),
      message: "Pixel has been deleted successfully.",
      links: 2,
    });
    expect((await owner.details("url", both)).pixels).toEqual([kept]);
    expect((await owner.details("url", one)).pixels).toEqual([]);
    expect(await owner.refusal("DELETE", `/api/pixel/${gone}/delete`)).toEqual([
      404,
      "Pixel does not exist.",
    ]);
    expect(await owner.remove("pixel", await owner.add("pixel", pixel))).toMatchObject({
      links: 0,
    });
  });

  test("never gives the id again", async () => {
    const id = await owner.add("pixel", pixel);
    await owner.remove("pixel", id);
    expect(await owner.add("pixel", pixel)).toBe(id + 1);
  });
});

test("dialect vendor: types are named as those clients name them", async () => {
  const vendor = await startTestServer({ settings: { dialect: "vendor" } });
  try {
    for (const [type] of types) await vendor.api("POST", "/api/pixel/add", { ...pixel, type });
    const { body } = await vendor.api("GET", "/api/pixels");
    expect(body.error).toBe(0);
    expect(body.data.pixels.map(({ type }: { type: string }) => type).toReversed()).toEqual(
      types.map(([, name]) => name),
    );
  } finally {
    await vendor.stop();
  }
});
