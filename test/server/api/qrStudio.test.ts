import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../support/server.ts";
import { chrome } from "../../support/userAgents.ts";
import { filesIn } from "../../support/exporting.ts";
import { decode, logoSvg, rasterise } from "../features/qr/qrExamples.ts";
import { createOwner } from "./owner.ts";

let server: TestServer;
const owner = createOwner(() => server);

beforeAll(async () => {
  server = await startTestServer({ clock: () => Date.UTC(2026, 5, 1, 12, 0, 0) });
  await mkdir(join(server.dataDir, "uploads"), { recursive: true });
  await writeFile(join(server.dataDir, "uploads", "logo.png"), rasterise(logoSvg, 200));
});
afterAll(() => server.stop());

const url = "https://example.com/";
const preview = async (body: object) =>
  (await owner.call("POST", "/api/qr/preview", { type: "text", data: "Hello", ...body })).data;

async function fetched(method: string, path: string, body?: object): Promise<Response> {
  return fetch(`${server.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${server.apiKey}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

describe("a draft", () => {
  test("is drawn as it will be, judged by that drawing, and kept nowhere", async () => {
    const before = await owner.list("qr");
    const drawn = await preview({});
    expect(drawn).toEqual({
      svg: expect.stringMatching(/^<svg /),
      payload: "Hello",
      modules: 21 + 8,
      contrast: 21,
      scans: true,
      leastwidth: 12,
      concerns: [],
    });
    expect(decode(rasterise(drawn.svg, 580))).toBe("Hello");
    expect(await owner.list("qr")).toEqual(before);
  });

  test("that leads through the service is as large as it will be", async () => {
    const { payload, modules } = await preview({ type: "link", data: url });
    const { id } = await owner.call("POST", "/api/qr/add", { type: "link", data: url });
    const kept = await owner.details("qr", id);
    expect(payload).toHaveLength(kept.payload.length);
    expect(await preview({ type: "link", data: url, id })).toMatchObject({
      payload: kept.payload,
      modules,
    });
  });

  test("says how far two colours are apart, and what would mend it", async () => {
    const { contrast, scans, concerns } = await preview({ foreground: "#999" });
    expect({ contrast, scans, code: concerns[0].code }).toEqual({
      contrast: 2.8,
      scans: true,
      code: "lowContrast",
    });
    const mended = await preview(concerns[0].repair);
    expect(mended.contrast).toBeGreaterThanOrEqual(4.5);
    expect(mended.concerns).toEqual([]);
  });

  test.each(["#ff0", "#fefefe", "#ffffff"])("of %s on white is mended too", async (foreground) => {
    const { scans, concerns } = await preview({ foreground });
    expect([scans, concerns[0].code]).toEqual([false, "tooAlike"]);
    expect(await preview(concerns[0].repair)).toMatchObject({ scans: true, concerns: [] });
  });

  test("that is lighter than its background is turned round", async () => {
    const { concerns } = await preview({ foreground: "#fff", background: "#000" });
    expect(concerns).toMatchObject([
      { code: "inverted", repair: { foreground: "rgb(0,0,0)", background: "rgb(255,255,255)" } },
    ]);
  });

  test("with too large a logo gets the largest size that scans", async () => {
    const look = { logo: "uploads/logo.png", correction: "L" };
    const { scans, concerns } = await preview({ ...look, logosize: 40 });
    expect([scans, concerns[0].code]).toEqual([false, "logoTooLarge"]);
    const { logosize } = concerns[0].repair;
    expect(logosize).toBeGreaterThanOrEqual(10);
    expect(await preview({ ...look, logosize })).toMatchObject({ scans: true, concerns: [] });
    const larger = await preview({ ...look, logosize: logosize + 2 });
    expect(larger.scans).toBe(false);
  });

  test("has as many modules as its error correction asks for", async () => {
    const data = "x".repeat(200);
    const modules = async (correction: string) => (await preview({ data, correction })).modules;
    expect([
      await modules("L"),
      await modules("M"),
      await modules("Q"),
      await modules("H"),
    ]).toEqual([61, 65, 73, 85]);
    expect(
      await owner.refusal("POST", "/api/qr/preview", {
        type: "text",
        data: "x".repeat(1_300),
        correction: "H",
      }),
    ).toEqual([
      400,
      "data is 27 bytes too long for a QR code with error correction H (at most 1,273 bytes).",
    ]);
  });

  test("is refused where the code would be", async () => {
    const refusal = (body: object) => owner.refusal("POST", "/api/qr/preview", body);
    expect(await refusal({ type: "wifi", data: { ssid: "" } })).toEqual([
      400,
      "data.ssid must not be empty. Omit it instead.",
    ]);
    expect(await refusal({ type: "text", data: "x", logo: "/etc/passwd" })).toEqual([
      400,
      "logo must be a URL, or the path of an image in the uploads folder of the data folder.",
    ]);
    expect(await refusal({ type: "text", data: "x", id: 999 })).toEqual([
      400,
      "id must be the ID of a QR code.",
    ]);
  });
});

test("correction, size of the logo and caption are kept, shown, drawn and emptied", async () => {
  const looks = { logo: "uploads/logo.png", logosize: 20, correction: "Q", caption: "Scan me" };
  const { id, link } = await owner.call("POST", "/api/qr/add", {
    type: "text",
    data: "Hello",
    ...looks,
  });
  expect(await owner.details("qr", id)).toMatchObject(looks);
  expect(await owner.item("qr", id)).toMatchObject({ caption: "Scan me", leads: "Hello" });
  const tagged = async () => (await server.visit(new URL(link).pathname)).headers.etag;
  const first = await tagged();
  await owner.update("qr", id, {
    data: "Hello",
    clear: ["logosize", "correction", "caption"],
  });
  expect(await owner.details("qr", id)).toMatchObject({
    logosize: 26,
    correction: "",
    caption: "",
  });
  expect(await tagged()).not.toBe(first);
});

test("the channels of a code are exactly those that are named", async () => {
  const [shop, street] = [
    await owner.add("channel", { name: "Shop" }),
    await owner.add("channel", { name: "Street" }),
  ];
  const id = await owner.add("qr", { type: "text", data: "Hello", channel: [shop, street] });
  expect(await owner.details("qr", id)).toMatchObject({ channel: [shop, street] });
  await owner.update("qr", id, { data: "Hello", channel: [street] });
  expect(await owner.details("qr", id)).toMatchObject({ channel: [street] });
  await owner.update("qr", id, { data: "Hello", clear: ["channel"] });
  expect(await owner.details("qr", id)).toMatchObject({ channel: [] });
  const sent = { type: "text", data: "Hello", channel: [999] };
  expect(await owner.refusal("POST", "/api/qr/add", sent)).toEqual([
    400,
    "channel must be IDs of existing channels, not 999.",
  ]);
});

describe("the list", () => {
  let channel = 0;
  const ids: Record<string, number> = {};
  const found = async (query: string) =>
    (await owner.call("GET", `/api/qr?limit=100&${query}`)).data.qrs.map(
      ({ name }: { name: string }) => name,
    );

  beforeAll(async () => {
    await server.stop();
    server = await startTestServer();
    channel = await owner.add("channel", { name: "Posters" });
    const { shorturl } = await owner.call("POST", "/api/url/add", { url, custom: "spring" });
    ids["anna"] = await owner.add("qr", { type: "link", data: shorturl, name: "anna" });
    ids["Bert"] = await owner.add("qr", { type: "wifi", data: { ssid: "Home" }, name: "Bert" });
    ids["cleo"] = await owner.add("qr", { type: "link", data: url, name: "cleo" });
    await owner.call("POST", `/api/channel/${channel}/assign/qr/${ids["Bert"]}`);
    const { payload } = await owner.details("qr", ids["cleo"]);
    await server.visit(new URL(payload).pathname, { "user-agent": chrome });
  });

  test("is filtered by kind, channel, link and scans, and searched", async () => {
    const { id } = (await owner.list("url"))[0];
    expect(await found("type=link")).toEqual(["cleo", "anna"]);
    expect(await found(`channel=${channel}`)).toEqual(["Bert"]);
    expect(await found("unscanned=true")).toEqual(["Bert", "anna"]);
    expect(await found("unscanned=false&type=link")).toEqual(["cleo"]);
    expect(await found(`link=${id}`)).toEqual(["anna"]);
    expect(await found("q=home")).toEqual(["Bert"]);
    expect(await found("type=link&q=home")).toEqual([]);
  });

  test("is sorted both ways", async () => {
    expect(await found("")).toEqual(["cleo", "Bert", "anna"]);
    expect(await found("direction=asc")).toEqual(["anna", "Bert", "cleo"]);
    expect(await found("order=name")).toEqual(["anna", "Bert", "cleo"]);
    expect(await found("order=name&direction=desc")).toEqual(["cleo", "Bert", "anna"]);
    expect((await found("order=scans"))[0]).toBe("cleo");
    expect((await found("order=scans&direction=asc"))[2]).toBe("cleo");
    expect((await found("order=type"))[2]).toBe("Bert");
    expect(await owner.refusal("GET", "/api/qr?order=size")).toEqual([
      400,
      "order must be one of date, name, scans, type.",
    ]);
  });

  test("says where each leads or what it holds", async () => {
    const item = await owner.item("qr", ids["Bert"] ?? 0);
    expect(item).toMatchObject({ leads: "Home", domain: server.shortBase });
    expect(await owner.item("qr", ids["cleo"] ?? 0)).toMatchObject({ leads: url });
  });

  test("a picture comes as a file under its name, large enough for posters", async () => {
    const answer = await fetched("GET", `/api/qr/${ids["anna"]}/picture?size=3950`);
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename=${ids["anna"]}-anna.png`,
    );
    const png = Buffer.from(await answer.arrayBuffer());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([4000, 4000]);
  });

  test("one that is called by a short address of ours comes under the alias", async () => {
    const alias = "by-alias";
    await owner.call("POST", "/api/url/add", { url, custom: alias });
    const short = `${server.shortBase}/${alias}`;
    const body = { type: "link", data: short, name: short.replace("http://", "") };
    const { id } = await owner.call("POST", "/api/qr/add", body);
    const answer = await fetched("GET", `/api/qr/${id}/picture`);
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename=${id}-${alias}.png`,
    );
    await owner.call("DELETE", `/api/qr/${id}/delete`);
  });

  test("many pictures come as a zip, each once", async () => {
    const body = { ids: [...Object.values(ids), ids["anna"]], size: 300 };
    const answer = await fetched("POST", "/api/qr/export", body);
    expect(answer.headers.get("content-disposition")).toBe("attachment; filename=qr-codes.zip");
    const files = await filesIn(Buffer.from(await answer.arrayBuffer()));
    expect([...files.keys()]).toEqual([
      `${ids["anna"]}-anna.png`,
      `${ids["Bert"]}-Bert.png`,
      `${ids["cleo"]}-cleo.png`,
    ]);
    const read = [...files.values()].map((png) => decode(png));
    expect(read[1]).toBe("WIFI:T:nopass;S:Home;;");
    expect(read[0]).toBe((await owner.details("qr", ids["anna"] ?? 0)).payload);
  });

  test("pictures of what names no code are refused, with those ids", async () => {
    const body = { ids: [ids["anna"], 9998, 9999, 9998] };
    expect(await owner.refusal("POST", "/api/qr/export", body)).toEqual([
      400,
      "ids must be IDs of existing QR codes, not 9998, 9999.",
    ]);
  });
});

describe("a picture that is sent to be a logo", () => {
  const send = (bytes: Buffer) =>
    fetch(`${server.baseUrl}/api/qr/logo`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.localKey}`,
        "content-type": "application/octet-stream",
      },
      body: new Uint8Array(bytes),
    });

  test("is kept small, and named as a logo can be", async () => {
    const { logo } = (await (await send(rasterise(logoSvg, 900))).json()) as { logo: string };
    expect(logo).toMatch(/^uploads\/kept\/[\w-]{27}\.png$/);
    expect(await preview({ logo })).toMatchObject({ scans: true });
    expect(await preview({ logo, data: "Other" })).toMatchObject({ scans: true });
  });

  test("is refused where it is none", async () => {
    const answer = await send(Buffer.from("<svg></svg>"));
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: 1, message: "logo must be a PNG or JPEG image." },
    ]);
  });
});
