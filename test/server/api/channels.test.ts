import { describe, expect, test } from "vitest";
import { serverForAll } from "../../support/testServer.ts";
import { createOwner } from "./owner.ts";

const owner = createOwner(() => server);
let now = Date.UTC(2026, 5, 1, 12, 0, 0);

const server = serverForAll({ clock: () => now });

const url = "https://example.com/";
let count = 0;
const fresh = () => `Channel ${(count += 1)}`;

/** The items of a channel as `type id`, in the order of the list. */
async function itemsOf(channel: number, query = ""): Promise<string[]> {
  const { data } = await owner.call("GET", `/api/channel/${channel}${query}`);
  return data.items.map(({ type, id }: { type: string; id: number }) => `${type} ${id}`);
}

describe("a channel", () => {
  test("needs a name only: a colour is chosen, the rest is empty", async () => {
    const [first, second] = [fresh(), fresh()];
    const answer = await owner.call("POST", "/api/channel/add", { name: first });
    expect(answer).toEqual({
      error: 0,
      change: expect.any(Number),
      id: expect.any(Number),
      name: first,
      description: "",
      color: expect.stringMatching(/^#[0-9A-F]{6}$/),
      starred: false,
    });
    const { error: _, change: _change, ...channel } = answer;
    expect(await owner.item("channel", channel.id)).toEqual({
      ...channel,
      links: 0,
      bios: 0,
      qrs: 0,
      clicks: 0,
      date: "2026-06-01 12:00:00",
    });
    const next = await owner.call("POST", "/api/channel/add", { name: second });
    expect(next.color).not.toBe(channel.color);
  });

  test.each([
    ["#abc", "#AABBCC"],
    ["#1a2b3c", "#1A2B3C"],
    [" #FFF ", "#FFFFFF"],
  ])("colour %s is kept as %s", async (sent, color) => {
    const id = await owner.add("channel", { name: fresh(), color: sent });
    expect((await owner.item("channel", id)).color).toBe(color);
  });

  test.each(["red", "abc", "#ab", "#abcd", "#abcdef12", "#ggg", 5])(
    "colour %j is refused",
    async (color) => {
      expect(await owner.refusal("POST", "/api/channel/add", { name: fresh(), color })).toEqual([
        400,
        "color must be a color such as #1A2B3C or rgb(26,43,60).",
      ]);
    },
  );

  test.each([
    [true, true],
    ["true", true],
    [1, true],
    ["1", true],
    [false, false],
    ["false", false],
    [0, false],
    ["0", false],
  ])("starred %j is %s", async (starred, expected) => {
    const id = await owner.add("channel", { name: fresh(), starred });
    expect((await owner.item("channel", id)).starred).toBe(expected);
    await owner.update("channel", id, { starred: !expected });
    expect((await owner.item("channel", id)).starred).toBe(!expected);
  });

  test("has bounded texts", async () => {
    expect(
      await owner.refusal("POST", "/api/channel/add", {
        name: "x".repeat(201),
        description: "x".repeat(2_001),
        starred: "yes",
      }),
    ).toEqual([
      400,
      "name must be at most 200 characters; description must be at most 2,000 characters; " +
        "starred must be true or false.",
    ]);
    expect(await owner.refusal("POST", "/api/channel/add", { description: "x" })).toEqual([
      400,
      "name is required.",
    ]);
  });

  test("has a name that no other has", async () => {
    const [name, other] = [fresh(), fresh()];
    const id = await owner.add("channel", { name });
    const taken = [409, "You already have a channel with this name."];
    expect(await owner.refusal("POST", "/api/channel/add", { name: ` ${name} ` })).toEqual(taken);
    const second = await owner.add("channel", { name: other });
    expect(await owner.refusal("PUT", `/api/channel/${second}/update`, { name })).toEqual(taken);
    await owner.update("channel", id, { name });
    await owner.remove("channel", id);
    await owner.update("channel", second, { name });
  });
});

test("updating keeps what isn't given, and empties what `clear` names", async () => {
  const channel = { name: fresh(), description: "Notes", color: "#123456", starred: true };
  const id = await owner.add("channel", channel);
  for (const value of [undefined, null, ""]) {
    const body = Object.fromEntries(Object.keys(channel).map((key) => [key, value]));
    expect(await owner.update("channel", id, body)).toEqual({
      error: 0,
      change: expect.any(Number),
      message: "Channel has been updated successfully.",
    });
    expect(await owner.item("channel", id)).toMatchObject({ id, ...channel });
  }
  const name = fresh();
  await owner.update("channel", id, { name, starred: "0", clear: ["description"] });
  expect(await owner.item("channel", id)).toMatchObject({
    id,
    name,
    description: "",
    color: "#123456",
    starred: false,
  });
  expect(await owner.refusal("PUT", `/api/channel/${id}/update`, { clear: ["color"] })).toEqual([
    400,
    "clear[0] must be one of description.",
  ]);
});

describe("membership", () => {
  const added = { error: 0, message: "Item successfully added to the channel." };
  const removed = { error: 0, message: "Item successfully removed from the channel." };

  test("a link, a bio page and a QR code are shown newest first, with what they are", async () => {
    const channel = await owner.add("channel", { name: fresh() });
    const minute = 60_000;
    const link = await owner.add("url", { url, custom: "in-channel" });
    const qr = await owner.add("qr", { type: "text", data: "Hello" });
    now += minute;
    const titled = await owner.add("url", {
      url,
      name: "Titled",
      metatitle: "For everybody",
      metaimage: "https://example.com/x.png",
    });
    now += 24 * 60 * minute;
    const avatar = "https://example.com/me.png";
    const bio = await owner.add("bio", { name: "Me", custom: "me-me", avatar });
    for (const [type, id] of [
      ["bio", bio],
      ["links", link],
      ["links", titled],
      ["qr", qr],
    ]) {
      const path = `/api/channel/${channel}/assign/${type}/${id}`;
      expect(await owner.call("POST", path)).toMatchObject(added);
      // Twice is as good as once.
      expect(await owner.call("POST", path)).toMatchObject(added);
    }
    const { data } = await owner.call("GET", `/api/channel/${channel}`);
    const picture = (await owner.details("qr", qr)).link;
    expect(data.result).toBe(4);
    expect(data.items).toEqual([
      {
        type: "bio",
        id: bio,
        title: "Me",
        preview: avatar,
        link: `${server.shortBase}/me-me`,
        date: "2026-06-02",
      },
      {
        type: "links",
        id: titled,
        title: "Titled",
        preview: "https://example.com/x.png",
        link: url,
        date: "2026-06-01",
      },
      ...[
        {
          type: "links",
          id: link,
          title: "in-channel",
          preview: `${server.shortBase}/in-channel`,
          link: url,
          date: "2026-06-01",
        },
        { type: "qr", id: qr, title: "Hello", preview: picture, link: picture, date: "2026-06-01" },
      ].toSorted((a, b) => b.id - a.id),
    ]);
    expect((await owner.details("bio", bio)).channel).toEqual([channel]);
    expect((await owner.details("qr", qr)).channel).toEqual([channel]);
    expect((await owner.details("url", link)).channel).toEqual([channel]);

    expect(await itemsOf(channel, "?limit=3&page=2")).toHaveLength(1);
    expect(await itemsOf(channel, "?q=HELLO")).toEqual([`qr ${qr}`]);
    expect(await itemsOf(channel, "?q=titl")).toEqual([`links ${titled}`]);
    expect(await itemsOf(channel, "?q=me-me")).toEqual([`bio ${bio}`]);

    for (const [type, id] of [
      ["bio", bio],
      ["qr", qr],
      ["links", link],
    ]) {
      const path = `/api/channel/${channel}/assign/${type}/${id}`;
      expect(await owner.call("DELETE", path)).toMatchObject(removed);
      expect(await owner.call("DELETE", path)).toMatchObject(removed);
    }
    expect(await itemsOf(channel)).toEqual([`links ${titled}`]);
  });

  test("a link is in any number of channels; `channel` puts it into one more", async () => {
    const [one, two, three] = [
      await owner.add("channel", { name: fresh() }),
      await owner.add("channel", { name: fresh() }),
      await owner.add("channel", { name: fresh() }),
    ];
    const link = await owner.add("url", { url, channel: one });
    await owner.update("url", link, { url, channel: String(two) });
    await owner.update("url", link, { url, channel: two });
    await owner.call("POST", `/api/channel/${three}/assign/links/${link}`);
    expect((await owner.details("url", link)).channel).toEqual([one, two, three]);
    expect((await owner.item("url", link)).channel).toEqual([one, two, three]);
    await owner.call("DELETE", `/api/channel/${two}/assign/links/${link}`);
    expect((await owner.details("url", link)).channel).toEqual([one, three]);
    await owner.update("url", link, { url, clear: ["channel"] });
    expect((await owner.details("url", link)).channel).toEqual([]);
    expect(await itemsOf(one)).toEqual([]);
  });

  test("an unknown type is a mistake, an unknown channel or item is not there", async () => {
    const channel = await owner.add("channel", { name: fresh() });
    const link = await owner.add("url", { url });
    for (const method of ["POST", "DELETE"]) {
      const refusal = (path: string) => owner.refusal(method, `/api/channel/${path}`);
      for (const type of ["link", "LINKS", "urls", "constructor"]) {
        expect(await refusal(`${channel}/assign/${type}/${link}`)).toEqual([
          400,
          "type must be one of links, bio, qr.",
        ]);
      }
      expect(await refusal(`999/assign/links/${link}`)).toEqual([404, "Channel does not exist."]);
      expect(await refusal(`${channel}/assign/links/999`)).toEqual([404, "Link does not exist."]);
      expect(await refusal(`${channel}/assign/bio/999`)).toEqual([404, "Bio page does not exist."]);
      expect(await refusal(`${channel}/assign/qr/999`)).toEqual([404, "QR Code does not exist."]);
      for (const path of [`0/assign/links/${link}`, `${channel}/assign/links/-1`]) {
        expect((await refusal(path))[0]).toBe(404);
      }
    }
    expect(await owner.refusal("GET", "/api/channel/999")).toEqual([
      404,
      "Channel does not exist.",
    ]);
  });

  test("a channel that doesn't exist can't be named by a link", async () => {
    expect(await owner.refusal("POST", "/api/url/add", { url, channel: 999 })).toEqual([
      400,
      "channel must be the ID of an existing channel, not 999.",
    ]);
    for (const channel of [1e20, -1, "1.5", []]) {
      expect(await owner.refusal("POST", "/api/url/add", { url, channel })).toEqual([
        400,
        "channel must be a positive integer.",
      ]);
    }
  });
});

describe("deleting", () => {
  test("a channel unassigns its items, which stay", async () => {
    const [kept, gone] = [
      await owner.add("channel", { name: fresh() }),
      await owner.add("channel", { name: fresh() }),
    ];
    const link = await owner.add("url", { url, channel: kept });
    const bio = await owner.add("bio", { name: "Me" });
    const qr = await owner.add("qr", { type: "text", data: "x" });
    for (const item of [`links/${link}`, `bio/${bio}`, `qr/${qr}`]) {
      await owner.call("POST", `/api/channel/${gone}/assign/${item}`);
    }
    expect(await owner.remove("channel", gone)).toEqual({
      error: 0,
      change: expect.any(Number),
      message: "Channel has been deleted successfully.",
    });
    expect((await owner.details("url", link)).channel).toEqual([kept]);
    expect((await owner.details("bio", bio)).channel).toEqual([]);
    expect((await owner.details("qr", qr)).channel).toEqual([]);
    for (const [method, path] of [
      ["GET", ""],
      ["PUT", "/update"],
      ["DELETE", "/delete"],
    ] as const) {
      expect(await owner.refusal(method, `/api/channel/${gone}${path}`)).toEqual([
        404,
        "Channel does not exist.",
      ]);
    }
  });

  test("an item takes it out, and a link that is taken back is in it again", async () => {
    const channel = await owner.add("channel", { name: fresh() });
    const [link, other] = [
      await owner.add("url", { url, channel }),
      await owner.add("url", { url, channel }),
    ];
    const bio = await owner.add("bio", { name: "Me" });
    await owner.call("POST", `/api/channel/${channel}/assign/bio/${bio}`);
    await owner.remove("bio", bio);
    await owner.remove("url", link);
    expect(await itemsOf(channel)).toEqual([`links ${other}`]);
    const restored = await server.api(
      "POST",
      `/api/url/${link}/restore`,
      undefined,
      server.localKey,
    );
    expect(restored.status).toBe(200);
    expect(await itemsOf(channel)).toEqual([`links ${other}`, `links ${link}`]);
  });
});
