import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { serverForAll } from "../../support/testServer.ts";
import { logoSvg, rasterise } from "../features/qr/qrExamples.ts";
import { createOwner } from "./owner.ts";

const owner = createOwner(() => server);

const server = serverForAll({
  clock: () => Date.UTC(2026, 5, 1, 12, 0, 0),
  settings: { verifyDomains: "false" },
});
beforeAll(async () => {
  const uploads = join(server.dataDir, "uploads");
  await mkdir(uploads, { recursive: true });
  await writeFile(join(uploads, "logo.png"), rasterise(logoSvg, 200));
  await writeFile(join(uploads, "text.png"), "<html>not a picture</html>");
  await symlink(join(server.dataDir, "waypost.json"), join(uploads, "link.png"));
});

const url = "https://example.com/";
const hello = { type: "text", data: "Hello" };
const refuse = (body: object) => owner.refusal("POST", "/api/qr/add", { ...hello, ...body });

describe("a QR code", () => {
  test("answers its picture's address, and tells all that was filled in", async () => {
    const answer = await owner.call("POST", "/api/qr/add", hello);
    const { id, link } = answer;
    expect(answer).toEqual({
      error: 0,
      change: expect.any(Number),
      id,
      link: expect.stringMatching(/\/qr\/[2-9a-km-np-zA-HJ-NP-Z]{6}$/),
    });
    const item = { id, link, scans: 0, name: "Hello", date: "2026-06-01 12:00:00" };
    expect(await owner.item("qr", id)).toEqual({
      ...item,
      type: "text",
      channel: [],
      leads: "Hello",
      domain: server.shortBase,
      caption: "",
    });
    expect(await owner.call("GET", `/api/qr/${id}`)).toEqual({
      error: 0,
      details: {
        ...item,
        ...hello,
        background: "rgb(255,255,255)",
        foreground: "rgb(0,0,0)",
        logo: "",
        logosize: 26,
        correction: "",
        pattern: "square",
        eyes: "square",
        frame: "",
        caption: "",
        domain: server.shortBase,
        dynamic: false,
        payload: "Hello",
        named: false,
        leastwidth: 12,
        channel: [],
      },
      data: {
        clicks: 0,
        uniqueClicks: 0,
        topCountries: {},
        topReferrers: {},
        topBrowsers: {},
        topOs: {},
        socialCount: expect.objectContaining({ facebook: 0, telegram: 0 }),
      },
    });
    const picture = await server.visit(new URL(link).pathname);
    expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/png"]);
  });

  test.each<[string, unknown, string]>([
    ["text", "سلام", "سلام"],
    ["phone", "+98 (21) 123-4567", "tel:+98211234567"],
    ["email", "me@example.com", "mailto:me@example.com"],
    [
      "email",
      { email: "me@example.com", subject: "Hi", body: "a\nb" },
      "mailto:me@example.com?subject=Hi&body=a%0D%0Ab",
    ],
    ["sms", "+49 30 1234", "SMSTO:+49301234"],
    ["sms", { phone: "+49301234", message: "Hi: there" }, "SMSTO:+49301234:Hi: there"],
    ["wifi", "WIFI:T:WPA;S:x;P:y;;", "WIFI:T:WPA;S:x;P:y;;"],
    [
      "wifi",
      { ssid: "My;Net", pass: "s3cret", encryption: "wpa", hidden: "1" },
      "WIFI:T:WPA;S:My\\;Net;P:s3cret;H:true;;",
    ],
    ["vcard", "BEGIN:VCARD\nEND:VCARD", "BEGIN:VCARD\nEND:VCARD"],
    [
      "vcard",
      { fname: "Ava", lname: "Lind", phone: "+1", email: "a@b.example", site: "" },
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lind;Ava;;;\r\nFN:Ava Lind\r\nTEL:+1\r\nEMAIL:a@b.example\r\nEND:VCARD\r\n",
    ],
  ])("%s %j says what it should", async (type, data, payload) => {
    const id = await owner.add("qr", { type, data });
    expect(await owner.details("qr", id)).toMatchObject({ type, dynamic: false, payload });
  });

  test("of a link leads through the service, on its domain, and follows when scanned", async () => {
    const domain = "https://codes.example";
    await owner.add("domain", { domain });
    const id = await owner.add("qr", { type: "link", data: ` ${url} `, domain: "codes.example" });
    const { link, payload, dynamic, data } = await owner.details("qr", id);
    const code = link.slice(-6);
    expect({ link, payload, dynamic, data }).toEqual({
      link: `${domain}/qr/${code}`,
      payload: `${domain}/q/${code}`,
      dynamic: true,
      data: url,
    });
    const scanned = await server.visit(`/q/${code}`, { host: "codes.example" });
    expect([scanned.status, scanned.headers.location]).toEqual([302, url]);
    expect((await server.visit(`/qr/${code}`, { host: "codes.example" })).status).toBe(200);
  });

  test("of another type leads through the service only when it is dynamic", async () => {
    const id = await owner.add("qr", { ...hello, dynamic: "true" });
    const { link, payload, dynamic } = await owner.details("qr", id);
    expect([payload, dynamic]).toEqual([link.replace("/qr/", "/q/"), true]);
  });

  test("is named by what it says, unless it has a name", async () => {
    const long = `${"word ".repeat(40)}end`;
    const [plain, named] = [
      await owner.add("qr", { type: "text", data: long }),
      await owner.add("qr", { type: "text", data: long, name: "Poster" }),
    ];
    expect((await owner.item("qr", plain)).name.length).toBeLessThanOrEqual(60);
    expect((await owner.item("qr", named)).name).toBe("Poster");
    await owner.update("qr", named, { data: "Other", clear: ["name"] });
    expect((await owner.item("qr", named)).name).toBe("Other");
  });

  test.each<[object, string]>([
    [{ type: "app" }, "type must be one of text, vcard, link, email, phone, sms, wifi."],
    [{ data: null }, "data is required."],
    [{ data: 5 }, "data must be a string or an object, depending on type."],
    [{ data: { text: "x" } }, "data must be a string."],
    [
      { type: "link", data: "javascript:x" },
      "data must be a full URL that starts with http:// or https://.",
    ],
    [{ type: "email", data: "nobody" }, "data must be an email address."],
    [{ type: "email", data: { email: "nobody" } }, "data.email must be an email address."],
    [{ type: "email", data: { subject: "x" } }, "data.email is required."],
    [
      { type: "phone", data: "call me" },
      "data must be a phone number: digits, with + before a country code.",
    ],
    [{ type: "sms", data: { message: "x" } }, "data.phone is required."],
    [{ type: "wifi", data: { pass: "x" } }, "data.ssid is required."],
    [{ background: "white" }, "background must be a color such as #1A2B3C or rgb(26,43,60)."],
    [
      { foreground: "rgb(0,0,256)" },
      "foreground must be a color such as #1A2B3C or rgb(26,43,60).",
    ],
    [{ name: "x".repeat(201) }, "name must be at most 200 characters."],
    [
      { domain: "https://unknown.example" },
      "domain must be a registered domain or the server's own address.",
    ],
  ])("%# is refused", async (body, message) => {
    expect(await refuse(body)).toEqual([400, message]);
  });
});

describe("a code that no camera would read", () => {
  test("says by how many bytes the data is too long", async () => {
    // Two bytes a letter.
    expect(await refuse({ data: "س".repeat(1_500) })).toEqual([
      400,
      "data is 47 bytes too long for a QR code (at most 2,953 bytes).",
    ]);
    await owner.add("qr", { type: "text", data: `${"س".repeat(1_476)}x` });
    const data = "x".repeat(1_274);
    expect(await refuse({ data, logo: "logo.png" })).toEqual([
      400,
      "data is 1 byte too long for a QR code with a logo (at most 1,273 bytes).",
    ]);
    const id = await owner.add("qr", { type: "text", data });
    expect(await owner.refusal("PUT", `/api/qr/${id}/update`, { data, logo: "logo.png" })).toEqual([
      400,
      expect.stringContaining("1 byte too long"),
    ]);
  });

  test("is refused for its colours, on update too", async () => {
    const foreground = "rgb(240, 240, 240)";
    const [status, message] = await refuse({ foreground });
    expect([status, message]).toEqual([400, expect.stringMatching(/^foreground .+\.$/)]);
    const id = await owner.add("qr", hello);
    const sent = { data: "Hello", foreground };
    expect((await owner.refusal("PUT", `/api/qr/${id}/update`, sent))[0]).toBe(400);
    expect((await owner.details("qr", id)).foreground).toBe("rgb(0,0,0)");
    // Both colours together are what counts; inverted ones are only warned about.
    await owner.update("qr", id, { ...sent, background: "rgb(0,0,0)" });
    const clear = ["background"];
    expect((await owner.refusal("PUT", `/api/qr/${id}/update`, { data: "x", clear }))[0]).toBe(400);
  });
});

describe("a logo", () => {
  test.each(["logo.png", "uploads/logo.png"])("may be the upload %s", async (logo) => {
    const id = await owner.add("qr", { ...hello, logo });
    const { link, logo: kept } = await owner.details("qr", id);
    expect(kept).toBe(logo);
    expect((await server.visit(new URL(link).pathname)).status).toBe(200);
  });

  test.each([
    "missing.png",
    "../waypost.json",
    "uploads/../waypost.json",
    "/etc/passwd",
    "..%2fwaypost.json",
    "C:\\logo.png",
    "file:///etc/passwd",
    "link.png",
    "ftp://example.com/logo.png",
  ])("%s is refused", async (logo) => {
    expect(await refuse({ logo })).toEqual([
      400,
      "logo must be a URL, or the path of an image in the uploads folder of the data folder.",
    ]);
  });

  test("that is not a picture is refused by its content", async () => {
    expect(await refuse({ logo: "text.png" })).toEqual([400, "logo must be a PNG or JPEG image."]);
  });

  test.each([
    "http://127.0.0.1/logo.png",
    "http://localhost:1/logo.png",
    "http://[::1]/logo.png",
    "http://169.254.169.254/latest",
    "http://2130706433/logo.png",
  ])("%s is not asked", async (logo) => {
    expect(await refuse({ logo })).toEqual([400, "logo must not point to a private network."]);
  });
});

describe("updating", () => {
  const looks = {
    background: "rgb(255,255,240)",
    foreground: "rgb(10,20,30)",
    logo: "logo.png",
    name: "Poster",
  };

  test("needs the data, and keeps what isn't given", async () => {
    const id = await owner.add("qr", { ...hello, ...looks });
    for (const value of [undefined, null, ""]) {
      const body = Object.fromEntries(Object.keys(looks).map((key) => [key, value]));
      expect(await owner.update("qr", id, { ...body, data: "Other" })).toEqual({
        error: 0,
        change: expect.any(Number),
        message: "QR has been updated successfully.",
      });
      expect(await owner.details("qr", id)).toMatchObject({ ...looks, data: "Other" });
    }
    expect(await owner.refusal("PUT", `/api/qr/${id}/update`, { name: "x" })).toEqual([
      400,
      "data is required.",
    ]);
  });

  test("empties what `clear` names", async () => {
    const id = await owner.add("qr", { ...hello, ...looks });
    const clear = Object.keys(looks);
    await owner.update("qr", id, { data: "Hello", clear });
    expect(await owner.details("qr", id)).toMatchObject({
      background: "rgb(255,255,255)",
      foreground: "rgb(0,0,0)",
      logo: "",
      name: "Hello",
    });
    const sent = { data: "Hello", clear: ["domain"] };
    expect(await owner.refusal("PUT", `/api/qr/${id}/update`, sent)).toEqual([
      400,
      "clear[0] must be one of background, foreground, logo, logosize, correction, pattern, eyes, frame, name, caption, channel.",
    ]);
  });

  test("may be a POST, and holds the data against the code's own type", async () => {
    const id = await owner.add("qr", { type: "phone", data: "+49301234" });
    await owner.call("POST", `/api/qr/${id}/update`, { data: "+49305678", type: "text" });
    expect(await owner.details("qr", id)).toMatchObject({
      type: "phone",
      payload: "tel:+49305678",
    });
    const [status] = await owner.refusal("PUT", `/api/qr/${id}/update`, { data: "Hello" });
    expect(status).toBe(400);
  });
});

test("deleting ends picture and scans; of none is 404", async () => {
  const id = await owner.add("qr", { type: "link", data: url });
  const { link } = await owner.details("qr", id);
  expect(await owner.remove("qr", id)).toEqual({
    error: 0,
    change: expect.any(Number),
    message: "QR Code has been deleted successfully.",
  });
  const { pathname } = new URL(link);
  expect((await server.visit(pathname)).status).toBe(404);
  expect((await server.visit(pathname.replace("/qr/", "/q/"))).status).toBe(404);
  const none = [404, "QR Code does not exist."];
  expect(await owner.refusal("GET", `/api/qr/${id}`)).toEqual(none);
  expect(await owner.refusal("PUT", `/api/qr/${id}/update`, { data: "x" })).toEqual(none);
  expect(await owner.refusal("DELETE", `/api/qr/${id}/delete`)).toEqual(none);
});
