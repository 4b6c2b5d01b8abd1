import { describe, expect, test } from "vitest";
import { serverForAll } from "../../support/testServer.ts";
import { createOwner } from "./owner.ts";

const server = serverForAll({ settings: { verifyDomains: "false" } });

const owner = createOwner(() => server);
const url = "https://example.com/page";

function update(resource: string, id: number, body: object) {
  return server.api("PUT", `/api/${resource}/${id}/update`, body);
}

test("of two who read the same link, the second to save is told what the first changed", async () => {
  const id = await owner.add("url", { url, name: "As read" });
  const change = (name: string) => update("url", id, { url, name, expect: { name: "As read" } });
  expect((await change("First")).status).toBe(200);
  const second = await change("Second");
  expect([second.status, second.body]).toEqual([
    409,
    {
      error: 1,
      message: 'name has changed: its value is now "First".',
      code: "changed",
      faults: [
        {
          field: "name",
          code: "changed",
          message: 'has changed: its value is now "First"',
          present: "First",
        },
      ],
    },
  ]);
  expect(await owner.details("url", id)).toMatchObject({ name: "First" });
});

test("of many at once with slow passwords between them, one saves", async () => {
  const id = await owner.add("url", { url });
  const answers = await Promise.all(
    Array.from({ length: 3 }, (_, index) =>
      update("url", id, { url, name: `${index}`, password: "slow to hash", expect: { name: "" } }),
    ),
  );
  const saved = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 409);
  expect([saved.length, refused.length]).toEqual([1, 2]);
});

test("everything that an editor reads of a link it can send and expect", async () => {
  const channel = await owner.add("channel", { name: "Friends" });
  const pixel = await owner.add("pixel", { type: "analyticspixel", name: "Shop", tag: "G-1" });
  const id = await owner.add("url", {
    url,
    custom: "Whole",
    type: "frame",
    password: "open sesame",
    expiry: "2035-12-31 23:59:59",
    geotarget: [{ location: "Germany", link: `${url}/de` }],
    devicetarget: [{ device: "iphone", link: `${url}/iphone` }],
    languagetarget: [{ language: "fa", link: `${url}/fa` }],
    name: "Mine",
    metatitle: "For previews",
    metadescription: "All of it",
    metaimage: "https://example.com/spring.png",
    description: "A note",
    pixels: [pixel],
    channel,
    deeplink: { apple: "https://apps.apple.com/app/id1" },
    status: "public",
    parameters: [{ name: "a", value: "" }],
  });
  const read = await owner.details("url", id);
  const { longurl, alias, ...fields } = read;
  const {
    id: _id,
    shorturl: _s,
    title: _t,
    location: _l,
    device: _d,
    language: _g,
    lastclick: _c,
    ...rest
  } = fields;
  const { date: _date, ...sent } = rest;
  const everything = { url: longurl, custom: alias, ...sent };
  const answer = await update("url", id, { url, expect: everything });
  const { change: _change, ...updated } = answer.body;
  expect([answer.status, updated]).toEqual([200, { error: 0, id, short: read.shorturl }]);
  // But for the password and the list of channels, what was read is what is sent.
  const { password: _password, channel: _channel, ...again } = everything;
  expect((await update("url", id, again)).status).toBe(200);
  expect(await owner.details("url", id)).toEqual(read);
});

test.each([
  ["nothing, however it is said", { expiry: "", campaign: null, pixels: [], deeplink: {} }],
  ["the password only as a yes or no", { password: false }],
])("a link may be expected to have %s", async (_what, expected) => {
  const id = await owner.add("url", { url });
  expect((await update("url", id, { url, expect: expected })).status).toBe(200);
});

test.each([
  [{ alias: "x" }, "expect.alias isn't a field of this request."],
  [{ clear: [] }, "expect.clear isn't a field of this request."],
  ["name", "expect must be an object whose keys are fields of this request."],
  [["name"], "expect must be an object whose keys are fields of this request."],
])("expecting %j is refused", async (expected, message) => {
  const id = await owner.add("url", { url });
  const { status, body } = await update("url", id, { url, expect: expected });
  expect([status, body.message]).toEqual([400, message]);
});

test("everything that differs is named, with what it is now", async () => {
  const id = await owner.add("url", { url, description: "Old" });
  const { body } = await update("url", id, {
    url,
    expect: { url: `${url}/other`, description: "Older", status: "private", expiry: "2030-01-01" },
  });
  expect(body.message).toBe(
    `url has changed: its value is now "${url}"; description has changed: its value is now "Old"; expiry has changed: its value is now null.`,
  );
});

describe("every update can expect", () => {
  const rows: readonly (readonly [
    resource: "domain" | "campaign" | "channel" | "pixel" | "overlay" | "splash" | "bio" | "qr",
    made: object,
    change: object,
    expected: object,
  ])[] = [
    ["domain", { domain: "https://go.example.com" }, {}, { redirectroot: "", redirect404: "" }],
    ["campaign", { name: "A", slug: "aaa" }, { name: "A" }, { slug: "aaa", public: false }],
    ["channel", { name: "C", color: "#fff" }, {}, { name: "C", color: "#FFFFFF", starred: false }],
    [
      "pixel",
      { type: "analyticspixel", name: "P", tag: "G-2" },
      { tag: "G-2" },
      { name: "P", tag: "G-2" },
    ],
    ["overlay", { type: "message", name: "O" }, {}, { name: "O", position: "bottom", fields: [] }],
    ["splash", { name: "S" }, {}, { name: "S", delay: 5, link: "" }],
    ["bio", { name: "B", custom: "bio-page" }, {}, { custom: "bio-page", status: "private" }],
    ["qr", { type: "text", data: "T" }, { data: "T" }, { data: "T", logo: "" }],
  ];

  test.each(rows)("of a %s", async (resource, made, change, expected) => {
    const id = await owner.add(resource, made);
    expect((await update(resource, id, { ...change, expect: expected })).status).toBe(200);
    const [field = ""] = Object.keys(expected);
    const other = await update(resource, id, { ...change, expect: { [field]: "something else" } });
    expect([other.status, other.body.faults]).toMatchObject([409, [{ field, code: "changed" }]]);
  });

  test("of the account", async () => {
    const change = (expected: object) =>
      server.api("PUT", "/api/account/update", { email: "me@example.org", expect: expected });
    expect((await change({ email: "owner@localhost", username: "owner" })).status).toBe(200);
    expect((await change({ email: "owner@localhost" })).status).toBe(409);
  });
});
