import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { nextTurn } from "../../../../src/server/common/paging.ts";
import { quickHash } from "../../../support/quickHash.ts";
import { hashAtFullCost, hashQuickly } from "../../../support/quickScrypt.ts";
import { firefox } from "../../../support/userAgents.ts";
import { now, openVisitDoor, type VisitDoor } from "../../../support/visitDoor.ts";

const password = quickHash("open sesame");
const right = { password: "open sesame" };
const wrong = { password: "open barley" };
const minutes = 60_000;

beforeAll(hashQuickly);
afterAll(hashAtFullCost);

let door: VisitDoor;
function useDoor(options: Parameters<typeof openVisitDoor>[0] = {}): void {
  beforeAll(async () => {
    door = await openVisitDoor(options);
  });
  afterEach(async () => {
    await door.clear();
    // Tries of one test are over for the next.
    door.later(11 * minutes);
  });
  afterAll(() => door.close());
}

/** What a browser sends back. */
function cookieOf({ headers }: { headers: { "set-cookie"?: string[] | undefined } }): string {
  return (headers["set-cookie"]?.[0] ?? "").split(";")[0] ?? "";
}

describe("a protected link", () => {
  useDoor();

  test("asks for its password, and shows nothing of itself", async () => {
    const { id } = await door.addLink({
      password,
      metaTitle: "Secret title",
      metaImage: "https://example.com/secret.png",
      description: "Secret note",
    });
    for (const agent of [firefox, "WhatsApp/2.23.20.0"]) {
      // oxlint-disable-next-line no-await-in-loop
      const { status, headers, body } = await door.visit("/spring", { "user-agent": agent });
      expect(status).toBe(401);
      expect(headers.location).toBeUndefined();
      expect(headers["content-security-policy"]).toContain("form-action 'self' http: https:;");
      expect(headers["referrer-policy"]).toBe("same-origin");
      expect(headers["x-robots-tag"]).toBe("noindex");
      expect(body).toMatch(/<form[^>]* method="post"/);
      expect(body).not.toMatch(/Secret|secret|example\.com|spring|<script/);
    }
    expect(door.statistics.of(id)).toMatchObject({ clicks: 0, botClicks: 0 });
  });

  test("opens with its password, for this browser and this address", async () => {
    const { id } = await door.addLink({ password });
    const opened = await door.post("/spring", right);
    expect(opened.status).toBe(303);
    expect(opened.headers.location).toBe("/spring");
    expect(opened.headers["set-cookie"]).toEqual([
      expect.stringMatching(
        /^waypost_unlock=\d{13}\.[\w-]{43}; Path=\/spring; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    expect(door.statistics.clicksOf(id)).toBe(0);

    const cookie = cookieOf(opened);
    const followed = await door.visit("/spring", { cookie: `other=1; ${cookie}` });
    expect(followed.headers.location).toBe("https://example.com/spring");
    expect(door.statistics.clicksOf(id)).toBe(1);
    expect((await door.visit("/spring", { cookie: `${cookie}x` })).status).toBe(401);
    expect((await door.visit("/spring", { cookie: "waypost_unlock=" })).status).toBe(401);
  });

  test("stays closed to the cookie of another link, and of its former password", async () => {
    const record = await door.addLink({ password });
    await door.addLink({ alias: "summer", password });
    const cookie = cookieOf(await door.post("/spring", right));
    expect((await door.visit("/summer", { cookie })).status).toBe(401);
    await door.store.commit([
      { put: "links", record: { ...record, password: quickHash("another one") } },
    ]);
    expect((await door.visit("/spring", { cookie })).status).toBe(401);
  });

  test("says when the password is wrong, or missing", async () => {
    await door.addLink({ password });
    const mistaken = await door.post("/spring", wrong);
    expect(mistaken.status).toBe(401);
    expect(mistaken.headers["set-cookie"]).toBeUndefined();
    expect(mistaken.body).toContain("That’s not the right password.");
    expect(mistaken.body).not.toContain("barley");
    const empty = await door.post("/spring", { other: "x" });
    expect(empty.status).toBe(401);
    expect(empty.body).toContain("Enter the password.");
    const long = await door.post("/spring", { password: "x".repeat(1_000) });
    expect(long.body).toContain("That’s not the right password.");
  });

  test("is answered in Persian where that is read", async () => {
    await door.addLink({ password });
    const { body } = await door.visit("/spring", { "accept-language": "fa-IR,en;q=0.5" });
    expect(body).toContain(`<html lang="fa" dir="rtl">`);
    expect(body).toContain("این لینک محافظت شده است");
  });

  test("keeps the address as it was asked for", async () => {
    await door.addLink({ alias: "بهار", password });
    const path = `/${encodeURIComponent("بهار")}`;
    const opened = await door.post(`${path}/?x=1&y=%20`, right);
    expect(opened.headers.location).toBe(`${path}?x=1&y=%20`);
    expect(opened.headers["set-cookie"]?.[0]).toContain(`; Path=${path};`);
    await door.addLink({ alias: "spring", password });
    expect((await door.post("/SPRING", right)).headers.location).toBe("/SPRING");
  });

  test("that has expired is gone, whatever password comes", async () => {
    await door.addLink({ password, expiresAt: new Date(now).toISOString() });
    expect((await door.visit("/spring")).status).toBe(410);
    expect((await door.post("/spring", right)).status).toBe(410);
  });

  test.each([
    ["text/plain", 415],
    ["application/json", 415],
    ["multipart/form-data; boundary=x", 415],
    ["application/x-www-form-urlencoded; charset=UTF-8", 303],
  ])("takes forms only: %s", async (type, status) => {
    await door.addLink({ password });
    expect((await door.post("/spring", right, { "content-type": type })).status).toBe(status);
  });

  test("takes small forms only, said or unsaid", async () => {
    await door.addLink({ password });
    const large = "x".repeat(5_000);
    expect((await door.post("/spring", { password: large })).status).toBe(413);
    const chunked = await door.send(
      `POST /spring HTTP/1.1\r\nHost: x\r\nUser-Agent: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n` +
        `Content-Type: application/x-www-form-urlencoded\r\n\r\n1388\r\n${large}\r\n0\r\n\r\n`,
    );
    expect(chunked).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("ends the connection of a form that doesn't end, once it is answered", async () => {
    await door.addLink({ password });
    const socket = connect(door.port, "127.0.0.1");
    const closed = new Promise<number>((resolve) => {
      socket.on("error", () => undefined);
      socket.on("close", () => resolve(socket.bytesWritten));
    });
    socket.write(
      "POST /spring HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n" +
        "Content-Type: application/x-www-form-urlencoded\r\n\r\n",
    );
    const chunk = `1000\r\n${"x".repeat(4096)}\r\n`;
    const sending = setInterval(() => socket.write(chunk), 1);
    expect(await closed).toBeLessThan(4 << 20);
    clearInterval(sending);
  });

  test("takes its turns among the owner's work one form at a time", async () => {
    await door.addLink({ password });
    const form =
      "POST /spring HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n" +
      "Content-Length: 9\r\n\r\npassword=";
    const sockets = Array.from({ length: 200 }, () => connect(door.port, "127.0.0.1"));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    let answered = 0;
    const answers = sockets.map((socket) => once(socket, "data").then(() => (answered += 1)));
    for (const socket of sockets) socket.write(form);
    let most = 0;
    while (answered < sockets.length) {
      const before = answered;
      // oxlint-disable-next-line no-await-in-loop
      await nextTurn();
      most = Math.max(most, answered - before);
    }
    // In one queue with them, it waits for nineteen.
    expect(most).toBeLessThan(8);
    await Promise.all(answers);
  });

  test.each([
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example" },
    { origin: "null" },
  ])("is not opened, and no try used up, by a foreign page: %j", async (headers) => {
    await door.addLink({ password });
    for (let count = 0; count < 12; count += 1) {
      // oxlint-disable-next-line no-await-in-loop
      const { status, headers: sent } = await door.post("/spring", right, headers);
      expect(status).toBe(401);
      expect(sent["set-cookie"]).toBeUndefined();
    }
    expect((await door.post("/spring", right)).status).toBe(303);
  });

  test.each([
    { "sec-fetch-site": "same-origin", origin: "http://anything.example" },
    { origin: "http://127.0.0.1:1", host: "127.0.0.1:1" },
    { origin: "http://127.0.0.1" },
  ])("opens to its own page, whatever a proxy made of the Host: %j", async (headers) => {
    await door.addLink({ password });
    expect((await door.post("/spring", right, headers)).status).toBe(303);
  });

  test("survives a visitor who goes away in the middle of a form", async () => {
    await door.addLink({ password });
    await door.send(
      "POST /spring HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n" +
        "Content-Type: application/x-www-form-urlencoded\r\n\r\npassword=x",
    );
    expect((await door.visit("/spring")).status).toBe(401);
  });
});

describe("wrong passwords", () => {
  useDoor();

  test("are refused after ten in ten minutes, the right one too, until the time is over", async () => {
    await door.addLink({ password });
    for (let count = 0; count < 10; count += 1) {
      // oxlint-disable-next-line no-await-in-loop
      expect((await door.post("/spring", wrong)).status).toBe(401);
      door.later(1_000);
    }
    const refused = await door.post("/spring", right);
    expect(refused.status).toBe(429);
    expect(refused.headers["retry-after"]).toBe("590");
    expect(refused.body).toContain("in 10 min");
    expect((await door.post("/spring", wrong, { "x-forwarded-for": "203.0.113.9" })).status).toBe(
      429,
    );
    // The page itself stays, and a browser that has the cookie isn't concerned.
    expect((await door.visit("/spring")).status).toBe(401);
    door.later(591_000);
    expect((await door.post("/spring", right)).status).toBe(303);
  });

  test("fifty at once are counted before they are looked at", async () => {
    await door.addLink({ password });
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => (await door.post("/spring", wrong)).status),
    );
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(40);
    expect((await door.post("/spring", right)).status).toBe(429);
  });

  test("right ones don't count, and don't wipe the wrong ones away", async () => {
    await door.addLink({ password });
    await door.addLink({ alias: "mine", password });
    for (let count = 0; count < 10; count += 1) {
      // oxlint-disable-next-line no-await-in-loop
      expect((await door.post("/mine", right)).status).toBe(303);
      // oxlint-disable-next-line no-await-in-loop
      expect((await door.post("/spring", wrong)).status).toBe(401);
    }
    expect((await door.post("/spring", wrong)).status).toBe(429);
  });
});

describe("where visitors can't be told apart", () => {
  useDoor({ isPublicDoor: true });

  test("tries are slowed past a hundred wrong ones, and nobody is locked out", async () => {
    await door.addLink({ password });
    for (let count = 0; count < 130; count += 1) {
      // oxlint-disable-next-line no-await-in-loop
      expect((await door.post("/spring", wrong)).status).toBe(401);
    }
    expect((await door.post("/spring", right)).status).toBe(303);
    expect(door.waits).toHaveLength(31);
    expect(door.waits.at(-1)).toBeGreaterThanOrEqual(9_000);
  });
});

describe("through a tunnel that points at the service's own door", () => {
  useDoor();

  test("visitors share an address, and don't lock each other out", async () => {
    await door.addLink({ password });
    for (let count = 0; count < 12; count += 1) {
      // oxlint-disable-next-line no-await-in-loop
      expect((await door.post("/spring", wrong, { host: "sho.rt" })).status).toBe(401);
    }
    expect((await door.post("/spring", right, { host: "sho.rt" })).status).toBe(303);
  });
});

describe("under a public address with a path", () => {
  useDoor({ settings: { baseUrl: "https://sho.rt/s" } });

  test("the cookie and the way back carry it, and need https", async () => {
    await door.addLink({ password });
    const { headers } = await door.post("/spring?x=1", right);
    expect(headers.location).toBe("/s/spring?x=1");
    expect(headers["set-cookie"]?.[0]).toMatch(
      /^__Secure-waypost_unlock=\S+; Path=\/s\/spring; HttpOnly; SameSite=Lax; Secure$/,
    );
    const planted = Array.from({ length: 4 }, () => "waypost_unlock=1.x; ").join("");
    const cookie = planted + cookieOf({ headers });
    expect((await door.visit("/spring", { cookie })).status).toBe(302);
  });
});

describe("a network of many addresses", () => {
  useDoor({ isPublicDoor: true, settings: { "geo.provider": "forwarded" } });

  test.each([
    ["a /48", (number: number) => `2001:db8:5:${number.toString(16)}:${number}::1`],
    ["one IPv4 address, whatever its user agent", () => "203.0.113.7"],
  ])("has ten tries: %s", async (_name, addressOf) => {
    await door.addLink({ password });
    const statuses: number[] = [];
    for (let number = 0; number < 30; number += 1) {
      const headers = { "x-forwarded-for": addressOf(number), "user-agent": `Agent/${number}` };
      // oxlint-disable-next-line no-await-in-loop
      statuses.push((await door.post("/spring", wrong, headers)).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    const other = { "x-forwarded-for": "2001:db8:6::1" };
    expect((await door.post("/spring", right, other)).status).toBe(303);
  });

  test("and many of them are slowed by the link, for an hour", async () => {
    await door.addLink({ password });
    const before = door.waits.length;
    for (let number = 0; number < 110; number += 1) {
      const headers = { "x-forwarded-for": `2001:db8:${number.toString(16)}::1` };
      // oxlint-disable-next-line no-await-in-loop
      expect((await door.post("/spring", wrong, headers)).status).toBe(401);
    }
    expect(door.waits.slice(before)).toEqual(
      Array.from({ length: 10 }, (_, number) => 300 * (number + 1)),
    );
    const visitor = { "x-forwarded-for": "198.51.100.7" };
    expect((await door.post("/spring", right, visitor)).status).toBe(303);
    door.later(60 * minutes);
    expect((await door.post("/spring", wrong, visitor)).status).toBe(401);
    expect(door.waits.slice(before)).toHaveLength(11);
  });
});
