import { describe, expect, test } from "vitest";
import {
  defaultQrName,
  qrPayload,
  sizeFault,
  type QrContent,
} from "../../../../src/server/features/qr/qrPayloads.ts";

const payload = (content: QrContent) => qrPayload(content).payload;
const fault = (content: QrContent) => qrPayload(content).fault;

test("text and links are what they are", () => {
  expect(payload({ type: "text", data: " two\nlines \u{1F6A9}" })).toBe(" two\nlines \u{1F6A9}");
  expect(payload({ type: "link", data: " https://example.com/سلام?a=1#b " })).toBe(
    "https://example.com/سلام?a=1#b",
  );
});

describe("a phone number", () => {
  test.each([
    ["+49 (30) 123-45.67", "tel:+49301234567"],
    ["tel:+1-201-555-0123", "tel:+12015550123"],
    ["112", "tel:112"],
    ["+98 ۲۱ ۱۲۳۴ ٥٦٧٨", "tel:+982112345678"],
    ["\u200e+49 30/12 34\u202c", "tel:+49301234"],
    ["+44 20 7946 0958 ext. 12", "tel:+442079460958;ext=12"],
    ["+442079460958x3", "tel:+442079460958;ext=3"],
    ["*100#", "tel:*100%23"],
  ])("%s becomes %s", (data, expected) => {
    expect(payload({ type: "phone", data })).toBe(expected);
  });

  test.each(["call me", "1-800-FLOWERS", "+", "", "+49 30 +12"])("%s is none", (data) => {
    const expected = "must be a phone number: digits, with + before a country code";
    expect(fault({ type: "phone", data })).toBe(expected);
    expect(fault({ type: "sms", data })).toBe(expected);
  });
});

test("an e-mail address, with subject and body percent-encoded", () => {
  expect(payload({ type: "email", data: "ann@example.com" })).toBe("mailto:ann@example.com");
  expect(
    payload({
      type: "email",
      data: {
        email: "gorby%kremvax+x@example.com",
        subject: "50 % & more?",
        body: "Grüße\nzwei = 2",
      },
    }),
  ).toBe(
    "mailto:gorby%25kremvax%2Bx@example.com?subject=50%20%25%20%26%20more%3F&body=Gr%C3%BC%C3%9Fe%0D%0Azwei%20%3D%202",
  );
  expect(payload({ type: "email", data: { email: "a@b.example", body: "x" } })).toBe(
    "mailto:a@b.example?body=x",
  );
});

test("a text message", () => {
  expect(payload({ type: "sms", data: { phone: "+49 30 1234", message: "Hi: there; you" } })).toBe(
    "SMSTO:+49301234:Hi: there; you",
  );
  expect(payload({ type: "sms", data: "sms:+49 30 1234" })).toBe("SMSTO:+49301234");
});

describe("a Wi-Fi network", () => {
  test.each([
    [{ ssid: "home", pass: "secret12", encryption: "WPA" }, "WIFI:T:WPA;S:home;P:secret12;;"],
    [{ ssid: "home", pass: "secret12", encryption: "wpa2-psk" }, "WIFI:T:WPA;S:home;P:secret12;;"],
    [{ ssid: "home", pass: "secret12" }, "WIFI:T:WPA;S:home;P:secret12;;"],
    [
      { ssid: "old", pass: "abcde", encryption: "wep", hidden: true },
      "WIFI:T:WEP;S:old;P:abcde;H:true;;",
    ],
    [{ ssid: "open" }, "WIFI:T:nopass;S:open;;"],
    [{ ssid: "open", pass: "unused", encryption: "none" }, "WIFI:T:nopass;S:open;;"],
    [
      { ssid: String.raw`a\b;c,d:e"f`, pass: String.raw`\;,:"` },
      String.raw`WIFI:T:WPA;S:a\\b\;c\,d\:e\"f;P:\\\;\,\:\";;`,
    ],
  ])("%j becomes %s", (data, expected) => {
    expect(payload({ type: "wifi", data })).toBe(expected);
  });

  test("a string is taken as it is", () => {
    expect(payload({ type: "wifi", data: "WIFI:S:a;;" })).toBe("WIFI:S:a;;");
  });

  test("what can't be joined is refused", () => {
    const of = (data: QrContent & { type: "wifi" }) => fault(data);
    expect(of({ type: "wifi", data: { ssid: "x", pass: "y", encryption: "WPA2-EAP" } })).toBe(
      "encryption must be WPA, WEP or none",
    );
    expect(of({ type: "wifi", data: { ssid: "x", encryption: "WPA" } })).toBe(
      "pass must not be empty",
    );
    expect(of({ type: "wifi", data: { ssid: "é".repeat(17) } })).toBe(
      "ssid must be at most 32 bytes, not 34",
    );
  });
});

describe("a visiting card", () => {
  test("has every field, escaped, one a line", () => {
    const data = {
      fname: "Zoë",
      lname: "O'Neil; Jr.",
      phone: "+49 30 1234",
      email: "zoe@example.com",
      site: "https://example.com/?a=1,2;3",
      org: "Signs, Posts \\ Co",
      title: "Maker",
      address: "1 High St\nTown",
      note: "a\r\nb",
    };
    expect(payload({ type: "vcard", data })).toBe(
      [
        "BEGIN:VCARD",
        "VERSION:3.0",
        String.raw`N:O'Neil\; Jr.;Zoë;;;`,
        String.raw`FN:Zoë O'Neil\; Jr.`,
        String.raw`ORG:Signs\, Posts \\ Co`,
        "TITLE:Maker",
        "TEL:+49 30 1234",
        "EMAIL:zoe@example.com",
        "URL:https://example.com/?a=1,2;3",
        String.raw`ADR:;;1 High St\nTown;;;;`,
        String.raw`NOTE:a\nb`,
        "END:VCARD",
        "",
      ].join("\r\n"),
    );
  });

  test("without a name shows what it has", () => {
    expect(payload({ type: "vcard", data: { phone: "112" } })).toBe(
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:;;;;\r\nFN:112\r\nTEL:112\r\nEND:VCARD\r\n",
    );
    expect(fault({ type: "vcard", data: { note: "nobody" } })).toBe(
      "must have a name, or a way to contact the person",
    );
  });

  test("no field can add a line of its own", () => {
    const evil = "x\r\nTEL:666\nEND:VCARD\r";
    const data = { fname: evil, phone: evil, email: evil, site: evil, address: evil, note: evil };
    const lines = payload({ type: "vcard", data })?.split(/\r\n|\r|\n/) ?? [];
    expect(lines.filter((line) => /^(TEL|END)/.test(line))).toHaveLength(2);
  });

  test("a string is taken as it is", () => {
    expect(payload({ type: "vcard", data: "BEGIN:VCARD\nFN:x\nEND:VCARD" })).toBe(
      "BEGIN:VCARD\nFN:x\nEND:VCARD",
    );
  });
});

test("a payload that fits no code is told how many bytes are too many", () => {
  expect(sizeFault("x".repeat(2_953), false)).toBeUndefined();
  expect(sizeFault("é".repeat(1_477), false)).toBe(
    "is 1 byte too long for a QR code (at most 2,953 bytes)",
  );
  expect(sizeFault("x".repeat(1_273), true)).toBeUndefined();
  expect(sizeFault("x".repeat(2_953), true)).toBe(
    "is 1,680 bytes too long for a QR code with a logo (at most 1,273 bytes)",
  );
});

test.each<[QrContent, string]>([
  [{ type: "text", data: "\n first line\nsecond" }, "first line"],
  [{ type: "text", data: " \n " }, "QR code"],
  [{ type: "text", data: "\u{1F6A9}".repeat(70) }, `${"\u{1F6A9}".repeat(59)}…`],
  [{ type: "link", data: "https://www.example.com/a/" }, "example.com/a"],
  [{ type: "phone", data: "tel:+49 30" }, "+49 30"],
  [{ type: "email", data: { email: "a@example.com", subject: "x" } }, "a@example.com"],
  [{ type: "email", data: "a@example.com" }, "a@example.com"],
  [{ type: "sms", data: { phone: "112", message: "x" } }, "112"],
  [{ type: "sms", data: "112" }, "112"],
  [{ type: "wifi", data: { ssid: "home" } }, "home"],
  [{ type: "wifi", data: String.raw`WIFI:T:WPA;S:a\;b;P:x;;` }, "a;b"],
  [{ type: "wifi", data: "anything" }, "anything"],
  [{ type: "vcard", data: { fname: "Zoë", lname: "Neil" } }, "Zoë Neil"],
  [{ type: "vcard", data: { org: "Signs" } }, "Signs"],
  [
    { type: "vcard", data: String.raw`BEGIN:VCARD${"\r\n"}FN;X=1:Neil\, Zoë${"\r\n"}END:VCARD` },
    "Neil, Zoë",
  ],
  [{ type: "vcard", data: "" }, "vCard"],
])("the default name of %j is %s", (content, name) => {
  expect(defaultQrName(content)).toBe(name);
});
