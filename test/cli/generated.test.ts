import { describe, expect, test } from "vitest";
import {
  argumentsOf,
  flagFieldsOf,
  readCommandLine,
} from "../../src/cli/generated/readCommandLine.ts";
import { commandsOf, excluded, generatedCommands } from "../../src/cli/generated/commands.ts";
import { flagOf, type Flags } from "../../src/cli/generated/flags.ts";
import { fieldsOf } from "../../src/cli/generated/fields.ts";
import { qrParts } from "../../src/cli/generated/qrCodes.ts";
import { operations } from "../../src/contract/operations.ts";
import { CommandFailed } from "../../src/cli/failures.ts";

const nameOf = ({ noun, verb }: (typeof generatedCommands)[number]) => `${noun} ${verb}`;

test("every operation has one command, but for those that are excluded by name", () => {
  const all = commandsOf(operations);
  expect(all.flatMap(({ names }) => names).toSorted()).toEqual(Object.keys(operations).toSorted());
  const names = new Set(all.map(nameOf));
  const without = Object.entries(excluded).flatMap(([noun, verbs]) =>
    verbs.map((verb) => `${noun} ${verb}`),
  );
  expect(without.filter((name) => !names.has(name))).toEqual([]);
  expect(generatedCommands).toHaveLength(all.length - without.length);
});

test("an operation that is added to the contract becomes a command", () => {
  const { listPixels, addPixel } = operations;
  const rows = {
    ...operations,
    listPosters: { ...listPixels, path: "/api/posters" as const },
    printPoster: {
      ...addPixel,
      path: "/api/poster/:id/print" as const,
      params: operations.deletePixel.params,
      response: operations.getKey.response,
    },
    followEdge: { ...operations.getTunnelLog, path: "/api/edge/log" as const },
  };
  const known = new Set(commandsOf(operations).map(nameOf));
  const added = commandsOf(rows).filter((command) => !known.has(nameOf(command)));
  expect(added.map(nameOf)).toEqual(["poster list", "poster print", "edge log"]);
});

test("no two commands have the same name", () => {
  const names = generatedCommands.map(nameOf);
  expect(new Set(names).size).toBe(names.length);
});

test("names are words that a shell and a person take without thinking", () => {
  for (const command of generatedCommands)
    expect(nameOf(command)).toMatch(/^[a-z]+ [a-z]+(-[a-z]+)*$/);
});

test.each([
  ["addPixel", "pixel add", []],
  ["listPixels", "pixel list", []],
  ["updatePixel", "pixel edit", ["id"]],
  ["deletePixel", "pixel remove", ["id"]],
  ["getQrCode", "qr show", ["id"]],
  ["addLink", "link add", []],
  ["listLinks", "link list", []],
  ["restoreLink", "link restore", ["id"]],
  ["assignCampaignLink", "campaign assign", ["campaignid", "linkid"]],
  ["unassignCampaignLink", "campaign unassign", ["campaignid", "linkid"]],
  ["assignChannelItem", "channel assign", ["channelid", "type", "itemid"]],
  ["unassignChannelItem", "channel unassign", ["channelid", "type", "itemid"]],
  ["listChannelItems", "channel show", ["id"]],
  ["getCampaign", "campaign show", ["id"]],
  ["listCampaignLinks", "campaign links", ["id"]],
  ["getDomain", "domain show", ["id"]],
  ["getHistory", "link history", ["id"]],
  ["getAccount", "account show", []],
  ["postAccount", "account show", []],
  ["updateAccount", "account edit", []],
  ["getKey", "key show", []],
  ["getOpenApi", "openapi show", []],
  ["deleteContactAnswer", "overlay remove-answer", ["id", "answerid"]],
  ["deleteContactAnswers", "overlay remove-answers", ["id"]],
  ["readContactAnswers", "overlay read-answers", ["id"]],
])("%s is `%s`", (row, name, params) => {
  const command = generatedCommands.find(({ names }) => names.some((one) => one === row));
  if (command === undefined) throw new Error(`${row} has no command`);
  expect(nameOf(command)).toBe(name);
  const words = argumentsOf(command).filter(({ source }) => source === "params");
  expect(words.map((word) => word.name)).toEqual(params);
});

test("methods that share a path are told apart", () => {
  const { getService } = operations;
  const path = "/api/settings/doors" as const;
  const rows = {
    one: { ...getService, path },
    two: { ...operations.updateAccount, path, response: operations.getKey.response },
    three: { ...operations.deletePixel, path },
  };
  expect(commandsOf(rows).map(nameOf)).toEqual([
    "settings doors",
    "settings edit-doors",
    "settings remove-doors",
  ]);
});

describe("fields", () => {
  test.each(generatedCommands.map((command) => [nameOf(command), command] as const))(
    "of `%s`: each has a way in, and its example is what the contract takes",
    (_, command) => {
      const { body, query } = command.row;
      const words = argumentsOf(command).map(({ name }) => name);
      const flags = [...fieldsOf(query), ...flagFieldsOf(command)].map(({ name }) => name);
      for (const name of [...Object.keys(body.shape), ...Object.keys(query.shape)]) {
        expect([...words, ...flags]).toContain(name);
      }
      const spoken = flags.map(flagOf);
      expect(new Set(spoken).size).toBe(spoken.length);
      for (const reserved of ["data", "json", "help", "version", "out", "size"]) {
        expect(spoken).not.toContain(reserved);
      }
      const example = Object.fromEntries(
        fieldsOf(body).map((field) => [field.name, field.example]),
      );
      expect(body.safeParse(example).error?.issues ?? []).toEqual([]);
    },
  );

  test("of a QR code's data don't meet those of the code itself", () => {
    const own = [...Object.keys(operations.addQrCode.body.shape), "out", "size", "json", "help"];
    for (const { name } of qrParts()) expect(own).not.toContain(name);
  });

  test("say what they take", () => {
    const fields = fieldsOf(operations.addLink.body);
    const field = (name: string) => fields.find((one) => one.name === name);
    expect(field("url")).toMatchObject({
      isRequired: true,
      kind: { is: "text", isAddress: true },
      placeholder: "url",
    });
    expect(field("status")?.kind).toEqual({ is: "choice", of: ["public", "private"] });
    expect(field("pixels")?.kind).toEqual({ is: "several", of: { is: "number" } });
    expect(field("geotarget")?.kind).toEqual({
      is: "pairs",
      names: ["location", "link"],
      addresses: ["link"],
    });
    expect(field("deeplink")?.kind.is).toBe("object");
    expect(field("type")?.meaning).toContain("overlay-<id>");
    expect(field("custom")?.meaning).toContain("3 to 100 characters");
    const filter = (name: string) =>
      fieldsOf(operations.listLinks.query).find((one) => one.name === name);
    expect(filter("channel")?.meaning).toBe("only links in the channel with this ID");
    expect(filter("tag")?.meaning).toContain(
      "only links with this tag. Several tags select links that have all of the tags. ",
    );
    expect(filter("archived")?.meaning).toBe(
      "whether to include archived links only (true), other links only (false) or all. Defaults to false",
    );
    expect(
      fieldsOf(operations.addSplashPage.body).find(({ name }) => name === "delay"),
    ).toMatchObject({
      kind: { is: "number" },
      meaning:
        "seconds until visitors are redirected. Defaults to 5. A whole number of seconds from 0 to 60",
    });
  });
});

function read(name: string, words: readonly string[], flags: Flags = {}) {
  const command = generatedCommands.find(({ noun, verb }) => `${noun} ${verb}` === name);
  if (command === undefined) throw new Error(`there is no ${name}`);
  return readCommandLine(command, words, flags);
}

const url = "https://example.org";

test("an address alone is a whole link", () => {
  expect(read("link add", [url])).toMatchObject({ params: {}, query: {}, body: { url } });
});

test("every kind of flag becomes the contract's field, and the contract takes it", () => {
  const { body } = read("link add", [url], {
    custom: "spring",
    password: "secret",
    channel: "3",
    status: "public",
    pixels: ["1,2", "5"],
    parameters: ["utm_source=mail", "q=a=b", "empty=", '{"name":"a=b","value":"c"}'],
    geotarget: ["DE=https://example.org/de?x=1"],
    "deeplink.apple": "https://apps.apple.com/app/id1",
    "deeplink.auto": false,
  });
  expect(body).toEqual({
    url,
    custom: "spring",
    password: "secret",
    channel: 3,
    status: "public",
    pixels: [1, 2, 5],
    parameters: [
      { name: "utm_source", value: "mail" },
      { name: "q", value: "a=b" },
      { name: "empty", value: "" },
      { name: "a=b", value: "c" },
    ],
    geotarget: [{ location: "DE", link: "https://example.org/de?x=1" }],
    deeplink: { apple: "https://apps.apple.com/app/id1", auto: false },
  });
  expect(operations.addLink.body.safeParse(body).success).toBe(true);
});

test("ids, types and required words have their place", () => {
  expect(read("channel assign", ["1", "qr", "2"]).params).toEqual({
    channelid: "1",
    type: "qr",
    itemid: "2",
  });
  expect(read("pixel add", ["gapixel", "Shop", "G-1"]).body).toEqual({
    type: "gapixel",
    name: "Shop",
    tag: "G-1",
  });
  expect(read("link list", [], { search: "fair", limit: "5", order: "click" }).query).toEqual({
    q: "fair",
    limit: 5,
    order: "click",
  });
});

test("switches are on, off or not given", () => {
  expect(read("channel edit", ["1"], { starred: true }).body).toEqual({ starred: true });
  expect(read("channel edit", ["1"], { starred: false }).body).toEqual({ starred: false });
  expect(read("channel edit", ["1"], { clear: ["description"] }).body).toEqual({
    clear: ["description"],
  });
});

describe("a QR code's data", () => {
  test("is one text or flags, by type", () => {
    expect(read("qr add", ["link", url]).body).toEqual({ type: "link", data: url });
    expect(
      read("qr add", ["wifi"], { ssid: "Home", pass: "a b", hidden: true, name: "Wifi" }).body,
    ).toEqual({ type: "wifi", name: "Wifi", data: { ssid: "Home", pass: "a b", hidden: true } });
    expect(
      read("qr add", ["email", '{"email":"a@b.example","subject":"Hi"}']).body["data"],
    ).toEqual({
      email: "a@b.example",
      subject: "Hi",
    });
    expect(read("qr add", ["text", "{not JSON}"]).body["data"]).toBe("{not JSON}");
  });

  test("keeps, when it is changed, the parts that aren't given", () => {
    const { content } = read("qr edit", ["1"], { ssid: "New" });
    expect(content("wifi", { ssid: "Old", pass: "secret" })).toEqual({
      ssid: "New",
      pass: "secret",
    });
    expect(read("qr edit", ["1"]).content("wifi", { ssid: "Old" })).toBeUndefined();
  });
});

describe("wrong use", () => {
  test.each([
    ["link add", [url], { parameters: ["nonsense"] }, "--parameters"],
    ["link add", [url], { geotarget: ["=https://example.org"] }, "--geotarget"],
    ["link add", [url], { channel: "news" }, "--channel"],
    ["link add", [url], { pixels: ["1,x"] }, "--pixels"],
    ["link add", [url], { status: "open" }, "--status"],
    ["link edit", ["5"], { clear: ["url"] }, "--clear"],
    ["link edit", ["5"], { description: "" }, "--clear description"],
    ["link list", [], { limit: "many" }, "--limit"],
    ["link list", [], { order: "name" }, "--order"],
    ["pixel add", ["nopixel", "a", "b"], {}, "<type>"],
    ["pixel remove", ["spring"], {}, "<id>"],
    ["channel assign", ["1", "pages", "2"], {}, "<type>"],
    ["channel assign", ["1", "qr", "spring"], {}, "<itemid>"],
    ["splash add", ["Wait"], { delay: "soon" }, "--delay"],
    ["qr add", ["wifi"], {}, "<data>"],
    ["qr add", ["wifi"], { pass: "secret" }, "--ssid"],
    ["qr add", ["wifi"], { fname: "Anna" }, "--fname"],
    ["qr add", ["wifi", "WIFI:…"], { ssid: "Home" }, "not both"],
    ["qr add", ["wifi", "{ssid}"], {}, "<data>"],
    ["qr add", ["link", url], { out: "code.gif" }, "--out"],
    ["qr add", ["link", url], { out: "code.png", size: "9" }, "--size"],
    ["qr add", ["link", url], { size: "500" }, "--out"],
  ] as const)("%s %j %j names %s", (name, words, flags, named) => {
    const attempt = () => read(name, words, flags);
    expect(attempt).toThrow(CommandFailed);
    expect(attempt).toThrow(named);
    expect(attempt).toThrow(expect.objectContaining({ exitCode: 2 }));
  });
});
