import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { QrContent } from "../../../../src/server/features/qr/qrPayloads.ts";
import { openVisitDoor, type VisitDoor } from "../../../support/visitDoor.ts";

let door: VisitDoor;

beforeAll(async () => {
  door = await openVisitDoor();
});
afterAll(() => door.close());

function addCode(content: QrContent) {
  return door.qrCodes.add(content, { dynamic: true });
}

function addLinkCode() {
  return addCode({ type: "link", data: "https://example.com/menü?a=1" });
}

describe("a scan", () => {
  test("of a code with an address goes there, and counts once for the code", async () => {
    const { id, code } = await addLinkCode();
    const answer = await door.visit(`/q/${code}`);
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toBe("https://example.com/men%C3%BC?a=1");
    expect(answer.headers["cache-control"]).toBe("no-store");
    await door.visit(`/q/${code.toUpperCase()}/?from=poster`);
    expect(door.statistics.scans.of(id)).toMatchObject({
      clicks: 2,
      uniqueClicks: 1,
      browsers: [["Firefox", 2]],
    });
    expect(door.statistics.clicksOf(id)).toBe(0);
  });

  test("by a program is counted apart; HEAD and prefetch are not counted", async () => {
    const { id, code } = await addLinkCode();
    await door.visit(`/q/${code}`, { "user-agent": "curl/8.5.0" });
    await door.visit(`/q/${code}`, {}, "HEAD");
    await door.visit(`/q/${code}`, { "sec-purpose": "prefetch" });
    expect(door.statistics.scans.of(id)).toMatchObject({ clicks: 0, botClicks: 1 });
  });

  test.each<[QrContent, readonly string[]]>([
    [{ type: "text", data: "Meet <b>at</b> six" }, ["Meet &#60;b&#62;at&#60;/b&#62; six"]],
    [{ type: "wifi", data: { ssid: "Café", pass: `a"b` } }, ["Café", "a&#34;b"]],
    [{ type: "phone", data: "+49 30 1234" }, ['href="tel:+49301234"', ">+49301234<"]],
    [
      { type: "email", data: { email: "ana@example.com", subject: "Hi there" } },
      ['href="mailto:ana@example.com?subject=Hi%20there"', ">ana@example.com<"],
    ],
    [
      { type: "sms", data: { phone: "+49 30 1234", message: "on my way" } },
      ['href="sms:+49301234?body=on%20my%20way"', ">on my way<"],
    ],
  ])("of %j shows what it says on a page", async (content, parts) => {
    const { id, code } = await addCode(content);
    const answer = await door.visit(`/q/${code}`);
    expect(answer.status).toBe(200);
    expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
    for (const part of parts) expect(answer.body).toContain(part);
    expect(door.statistics.scans.clicksOf(id)).toBe(1);
  });

  test("of a card gives the card as a file", async () => {
    const { code } = await addCode({ type: "vcard", data: { fname: "Ana", phone: "+49301234" } });
    const answer = await door.visit(`/q/${code}`);
    expect(answer.headers).toMatchObject({
      "content-type": "text/vcard; charset=utf-8",
      "content-disposition": 'attachment; filename="contact.vcf"',
      "x-content-type-options": "nosniff",
    });
    expect(answer.body).toContain("BEGIN:VCARD\r\nVERSION:3.0\r\nN:;Ana;;;\r\n");
  });

  test.each(["/q/none", "/q/", "/q", "/q/a/b", "/q/%E0%A4%A", "/qr/none", "/qx/abc", "/q//abc"])(
    "of %s finds nothing",
    async (path) => {
      expect((await door.visit(path)).status).toBe(404);
    },
  );

  test("is only ever a request to look", async () => {
    const { code } = await addLinkCode();
    expect((await door.visit(`/q/${code}`, {}, "POST")).status).toBe(405);
  });
});

describe("a picture", () => {
  test("is a PNG that pages anywhere may embed, and no scan", async () => {
    const { id, code } = await addLinkCode();
    const answer = await door.visit(`/qr/${code}`);
    expect(answer.status).toBe(200);
    expect(answer.body.slice(1, 4)).toBe("PNG");
    expect(answer.headers).toMatchObject({
      "content-type": "image/png",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
      "cache-control": "public, no-cache",
    });
    expect(door.statistics.scans.clicksOf(id)).toBe(0);
  });

  test("is not sent to whoever has it already", async () => {
    const { code } = await addLinkCode();
    const { etag = "" } = (await door.visit(`/qr/${code}`)).headers;
    const again = await door.visit(`/qr/${code}`, { "if-none-match": `"other", W/${etag}` });
    expect([again.status, again.body, again.headers.etag]).toEqual([304, "", etag]);
    const other = await door.visit(`/qr/${code}?size=300`, { "if-none-match": etag });
    expect(other.status).toBe(200);
    expect(other.headers.etag).not.toBe(etag);
  });

  test("is also an SVG, in a size between 100 and 2,000, rounded up to the next hundred", async () => {
    const { code } = await addLinkCode();
    const sides = [];
    for (const size of ["-5", "50", "300", "301", "9000", "99999999999999999999"]) {
      // oxlint-disable-next-line no-await-in-loop
      const { headers, body } = await door.visit(`/qr/${code}?format=svg&size=${size}`);
      expect(headers["content-type"]).toBe("image/svg+xml");
      expect(headers["content-security-policy"]).toContain("sandbox");
      sides.push(/<svg[^>]* width="(\d+)"/u.exec(body)?.[1]);
    }
    expect(sides).toEqual(["100", "100", "300", "400", "2000", "2000"]);
  });

  test("that the owner asks for is drawn as the owner's, those of visitors as strangers'", async () => {
    const { code } = await addLinkCode();
    const before = door.drawnFor.length;
    for (const [size, host] of [
      [200, "go.example"],
      [300, "127.0.0.1"],
      [400, "go.example"],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop
      expect((await door.visit(`/qr/${code}?size=${size}`, { host })).status).toBe(200);
    }
    expect(door.drawnFor.slice(before)).toEqual(["stranger", "owner", "stranger"]);
  });

  test("has the head of its answer alone for HEAD", async () => {
    const { code } = await addLinkCode();
    const answer = await door.visit(`/qr/${code}`, {}, "HEAD");
    expect([answer.status, answer.body]).toEqual([200, ""]);
    expect(Number(answer.headers["content-length"])).toBeGreaterThan(100);
  });
});
