import { describe, expect, test } from "vitest";
import { serverForAll } from "../../support/testServer.ts";
import { createOwner } from "./owner.ts";

const owner = createOwner(() => server);

const server = serverForAll({ clock: () => Date.UTC(2026, 5, 1, 12, 0, 0) });

const url = "https://example.com/";
const full = {
  name: "Spring",
  title: "Wait a moment",
  message: "You are on your way.",
  banner: "https://example.com/banner.png",
  logo: "https://example.com/logo.png",
  link: "https://example.com/more",
  delay: 10,
};

describe("a splash page", () => {
  test("needs a name; the rest is filled in", async () => {
    const id = await owner.add("splash", { name: "Plain" });
    const item = { id, name: "Plain", date: "2026-06-01 12:00:00" };
    expect(await owner.item("splash", id)).toEqual({ ...item, links: 0 });
    expect(await owner.details("splash", id)).toEqual({
      ...item,
      title: "",
      message: "",
      banner: "",
      logo: "",
      link: "",
      delay: 5,
    });
    expect(await owner.refusal("POST", "/api/splash/add", {})).toEqual([400, "name is required."]);
  });

  test("keeps all that it is told", async () => {
    const id = await owner.add("splash", full);
    expect(await owner.details("splash", id)).toMatchObject(full);
  });

  test.each([
    [0, 0],
    ["0", 0],
    ["60", 60],
  ])("waits %j seconds", async (delay, seconds) => {
    const id = await owner.add("splash", { name: "x", delay });
    expect((await owner.details("splash", id)).delay).toBe(seconds);
  });

  test.each([61, -1, 1.5, "61", "soon", true, 1e20])("can't wait %j seconds", async (delay) => {
    expect(await owner.refusal("POST", "/api/splash/add", { name: "x", delay })).toEqual([
      400,
      "delay must be a whole number of seconds from 0 to 60.",
    ]);
  });

  test("one message names every field and its fault", async () => {
    expect(
      await owner.refusal("POST", "/api/splash/add", {
        name: "x".repeat(201),
        title: "x".repeat(201),
        message: "x".repeat(2_001),
        banner: "data:image/png;base64,xx",
        logo: "//example.com/x.png",
        link: "ftp://example.com",
      }),
    ).toEqual([
      400,
      "name must be at most 200 characters; title must be at most 200 characters; " +
        "message must be at most 2,000 characters; " +
        "banner must be a full URL that starts with http:// or https://; " +
        "logo must be a full URL that starts with http:// or https://; " +
        "link must be a full URL that starts with http:// or https://.",
    ]);
  });
});

describe("updating", () => {
  test("keeps what isn't given", async () => {
    const id = await owner.add("splash", full);
    for (const value of [undefined, null, ""]) {
      const body = Object.fromEntries(Object.keys(full).map((key) => [key, value]));
      expect(await owner.update("splash", id, body)).toEqual({
        error: 0,
        change: expect.any(Number),
        message: "Splash page has been updated successfully.",
      });
      expect(await owner.details("splash", id)).toMatchObject(full);
    }
    await owner.update("splash", id, { delay: 0, title: "Now" });
    expect(await owner.details("splash", id)).toMatchObject({ ...full, delay: 0, title: "Now" });
  });

  test("empties what `clear` names", async () => {
    const id = await owner.add("splash", full);
    const clear = ["title", "message", "banner", "logo", "link", "delay"];
    await owner.update("splash", id, { clear });
    const empty = { title: "", message: "", banner: "", logo: "", link: "", delay: 5 };
    expect(await owner.details("splash", id)).toMatchObject({ name: "Spring", ...empty });
    expect(await owner.refusal("PUT", `/api/splash/${id}/update`, { clear: ["name"] })).toEqual([
      400,
      `clear[0] must be one of ${clear.join(", ")}.`,
    ]);
  });

  test("of none is 404", async () => {
    for (const [method, path] of [
      ["PUT", "/api/splash/999/update"],
      ["DELETE", "/api/splash/999/delete"],
      ["GET", "/api/splash/999"],
    ] as const) {
      expect(await owner.refusal(method, path)).toEqual([404, "Splash page does not exist."]);
    }
  });
});

test("a bare id is the splash page of that id before it is the overlay of that id", async () => {
  const page = await owner.add("splash", full);
  let overlay = 0;
  while (overlay < page) overlay = await owner.add("overlay", { type: "message", name: "x" });
  expect(overlay).toBe(page);
  const link = await owner.add("url", { url, type: String(page) });
  expect((await owner.details("url", link)).type).toBe(String(page));
  await owner.update("url", link, { url, type: `overlay-${page}` });
  expect((await owner.details("url", link)).type).toBe(`overlay-${page}`);
  await owner.remove("splash", page);
  await owner.update("url", link, { url, type: page });
  expect((await owner.details("url", link)).type).toBe(`overlay-${page}`);
});

test("deleting says how many links used it, and makes them direct", async () => {
  const id = await owner.add("splash", full);
  const link = await owner.add("url", { url, type: id, custom: "with-splash" });
  const standard = await owner.add("url", { url, type: "splash" });
  expect(await owner.remove("splash", id)).toEqual({
    error: 0,
    change: expect.any(Number),
    message: "Splash page has been deleted successfully.",
    links: 1,
  });
  expect((await owner.details("url", link)).type).toBe("direct");
  expect((await server.visit("/with-splash")).status).toBe(302);
  expect((await owner.details("url", standard)).type).toBe("splash");
});
