import { describe, expect, test } from "vitest";
import { serverForAll } from "../../support/testServer.ts";
import { createOwner } from "./owner.ts";

const owner = createOwner(() => server);

const server = serverForAll({ clock: () => Date.UTC(2026, 5, 1, 12, 0, 0) });

const url = "https://example.com/";
const message = { type: "message", name: "Sale" };
const refuse = (body: object) => owner.refusal("POST", "/api/overlay/add", { ...message, ...body });

describe("an overlay", () => {
  test("needs a type and a name; the rest is filled in", async () => {
    const id = await owner.add("overlay", message);
    expect(await owner.details("overlay", id)).toEqual({
      id,
      type: "message",
      name: "Sale",
      date: "2026-06-01 12:00:00",
      message: "",
      label: "",
      button: "",
      link: "",
      position: "bottom",
      background: "#FFFDF9",
      foreground: "#211D17",
      fields: [],
      thanks: "",
    });
    expect(await owner.item("overlay", id)).toEqual({
      id,
      type: "message",
      name: "Sale",
      date: "2026-06-01 12:00:00",
      links: 0,
      answers: 0,
      unread: 0,
    });
    expect(await owner.refusal("POST", "/api/overlay/add", {})).toEqual([
      400,
      "type is required; name is required.",
    ]);
  });

  test("keeps all that it is told", async () => {
    const sent = {
      type: "contact",
      name: "Write to us",
      message: "We answer.\nSoon.",
      label: "New",
      button: "Send",
      link: "https://example.com/privacy",
      position: "center",
      background: "#abc",
      foreground: "#0a1b2c",
      fields: ["name", "email", "phone", "message"],
      thanks: "متشکریم",
    };
    const id = await owner.add("overlay", sent);
    expect(await owner.details("overlay", id)).toMatchObject({
      ...sent,
      background: "#AABBCC",
      foreground: "#0A1B2C",
    });
  });

  test.each<[object, string]>([
    [{ type: "poll" }, "type must be message or contact."],
    [{ position: "middle" }, "position must be one of top, bottom, left, right, center."],
    [{ background: "red" }, "background must be a color such as #1A2B3C or rgb(26,43,60)."],
    [{ foreground: "#12345" }, "foreground must be a color such as #1A2B3C or rgb(26,43,60)."],
    [{ fields: ["name", "age"] }, "fields[1] must be one of name, email, phone, message."],
    [{ fields: "name" }, "fields must be a list."],
    [
      { link: "javascript:alert(1)" },
      "link must be a full URL that starts with http:// or https://.",
    ],
    [{ message: "x".repeat(2_001) }, "message must be at most 2,000 characters."],
    [{ label: "x".repeat(201) }, "label must be at most 200 characters."],
    [{ name: "x".repeat(201) }, "name must be at most 200 characters."],
  ])("%# is refused", async (body, fault) => {
    expect(await refuse(body)).toEqual([400, fault]);
  });

  test("may point at a short link of the service", async () => {
    const link = `${server.shortBase}/anything`;
    const id = await owner.add("overlay", { ...message, link });
    expect((await owner.details("overlay", id)).link).toBe(link);
  });
});

describe("updating", () => {
  const full = {
    ...message,
    message: "Half price",
    label: "Sale",
    button: "Look",
    link: "https://example.com/sale",
    position: "top",
    background: "#112233",
    foreground: "#445566",
    fields: ["email"],
    thanks: "Thank you",
  };

  test("keeps what isn't given", async () => {
    const id = await owner.add("overlay", full);
    const absent = Object.fromEntries(Object.keys(full).map((key) => [key, null]));
    const empty = Object.fromEntries(Object.keys(full).map((key) => [key, ""]));
    for (const body of [{}, absent, empty]) {
      expect(await owner.update("overlay", id, body)).toEqual({
        error: 0,
        change: expect.any(Number),
        message: "Overlay has been updated successfully.",
      });
      expect(await owner.details("overlay", id)).toMatchObject(full);
    }
    await owner.update("overlay", id, { type: "contact", button: "Write" });
    expect(await owner.details("overlay", id)).toMatchObject({
      ...full,
      type: "contact",
      button: "Write",
    });
  });

  test("empties what `clear` names, and a list with []", async () => {
    const id = await owner.add("overlay", full);
    const names = ["message", "label", "button", "link", "thanks"];
    await owner.update("overlay", id, { clear: names, fields: [], label: "Kept" });
    expect(await owner.details("overlay", id)).toMatchObject({
      ...full,
      message: "",
      label: "Kept",
      button: "",
      link: "",
      thanks: "",
      fields: [],
    });
    expect(await owner.refusal("PUT", `/api/overlay/${id}/update`, { clear: ["name"] })).toEqual([
      400,
      `clear[0] must be one of ${names.join(", ")}.`,
    ]);
  });
});

describe("a link's type", () => {
  test("overlay-<id> and the bare id name an overlay, and either comes back as overlay-<id>", async () => {
    const id = await owner.add("overlay", message);
    for (const type of [`overlay-${id}`, id, String(id)]) {
      const link = await owner.add("url", { url, type });
      expect((await owner.details("url", link)).type).toBe(`overlay-${id}`);
    }
  });

  test("that names nothing is refused", async () => {
    for (const [type, fault] of [
      ["overlay-999", "type must be an existing overlay, not 999."],
      [999, "type must be an existing splash page or overlay, not 999."],
    ] as const) {
      expect(await owner.refusal("POST", "/api/url/add", { url, type })).toEqual([400, fault]);
    }
    for (const type of ["overlay", "overlay-", "overlay-0", "overlay-1.5", "popup", -1, 1.5, {}]) {
      const [status, fault] = await owner.refusal("POST", "/api/url/add", { url, type });
      expect([status, fault]).toEqual([400, expect.stringMatching(/^type must be direct, frame/)]);
    }
  });
});

test("deleting says how many links used it, and makes them direct", async () => {
  const id = await owner.add("overlay", message);
  const links = [
    await owner.add("url", { url, type: `overlay-${id}` }),
    await owner.add("url", { url, type: `overlay-${id}`, custom: "with-overlay" }),
  ];
  await owner.update("url", links[0] ?? 0, { url, type: "frame" });
  expect(await owner.remove("overlay", id)).toEqual({
    error: 0,
    change: expect.any(Number),
    message: "Overlay has been deleted successfully.",
    links: 1,
  });
  expect((await owner.details("url", links[0] ?? 0)).type).toBe("frame");
  expect((await owner.details("url", links[1] ?? 0)).type).toBe("direct");
  expect((await owner.find("url", "with-overlay")).length).toBe(1);
  expect((await server.visit("/with-overlay")).status).toBe(302);
  expect(await owner.refusal("GET", `/api/overlay/${id}`)).toEqual([
    404,
    "Overlay does not exist.",
  ]);
  expect(await owner.refusal("DELETE", `/api/overlay/${id}/delete`)).toEqual([
    404,
    "Overlay does not exist.",
  ]);
});
