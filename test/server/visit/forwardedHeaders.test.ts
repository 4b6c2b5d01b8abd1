import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { firefox, iphone } from "../../support/userAgents.ts";
import { openVisitDoor, type VisitDoor } from "../../support/visitDoor.ts";

let door: VisitDoor;

function useDoor(options: Parameters<typeof openVisitDoor>[0]): void {
  beforeAll(async () => {
    door = await openVisitDoor(options);
  });
  afterEach(() => door.clear());
  afterAll(() => door.close());
}

describe("on the service's own door", () => {
  useDoor({});

  test("forwarded headers are not believed", async () => {
    const { id } = await door.addLink();
    await door.visit("/spring");
    await door.visit("/spring", {
      "cf-ipcountry": "DE",
      "cf-connecting-ip": "203.0.113.7",
      "x-forwarded-for": "203.0.113.8",
    });
    expect(door.statistics.of(id)).toMatchObject({ uniqueClicks: 1, countries: [["Unknown", 2]] });
  });
});

describe("on the public door without a provider", () => {
  useDoor({ isPublicDoor: true });

  test("a tunnel's own address is no visitor's: uniques are told apart by browser", async () => {
    const { id } = await door.addLink();
    await door.visit("/spring", { "cf-connecting-ip": "203.0.113.7", "cf-ipcountry": "DE" });
    await door.visit("/spring", { "cf-connecting-ip": "203.0.113.8" });
    await door.visit("/spring", { "user-agent": iphone });
    expect(door.statistics.of(id)).toMatchObject({
      clicks: 3,
      uniqueClicks: 2,
      countries: [["Unknown", 3]],
    });
  });
});

describe("on the public door behind the chosen provider", () => {
  useDoor({ isPublicDoor: true, settings: { "geo.provider": "cloudflare" } });

  test("its country and address are believed", async () => {
    const { id } = await door.addLink({
      countries: [{ country: "DE", url: "https://example.com/de" }],
    });
    const german = { "cf-ipcountry": "de", "cf-connecting-ip": "203.0.113.7" };
    expect((await door.visit("/spring", german)).headers.location).toBe("https://example.com/de");
    await door.visit("/spring", { ...german, "cf-connecting-ip": "2001:db8::1" });
    await door.visit("/spring", { ...german, "x-forwarded-for": "203.0.113.9" });
    expect(door.statistics.of(id)).toMatchObject({
      uniqueClicks: 2,
      countries: [["Germany", 3]],
    });
  });

  test("a country that it doesn't name is looked up by the address", async () => {
    const { id } = await door.addLink();
    await door.visit("/spring", { "cf-connecting-ip": "8.8.8.8" });
    expect(door.statistics.of(id).countries).toEqual([["United States", 1]]);
  });

  test.each(["XX", "T1", "", "Germany", "D1", "<b>"])(
    "%j as a country is unknown",
    async (country) => {
      const { id } = await door.addLink();
      await door.visit("/spring", { "cf-ipcountry": country, "cf-connecting-ip": "8.8.8.8" });
      expect(door.statistics.of(id).countries).toEqual([["Unknown", 1]]);
    },
  );

  test("what is not a single address is none", async () => {
    const { id } = await door.addLink();
    for (const address of ["203.0.113.1, 203.0.113.2", "nonsense", "127.1", "1.2.3.4:80"]) {
      // oxlint-disable-next-line no-await-in-loop
      await door.visit("/spring", { "cf-connecting-ip": address });
    }
    await door.send(
      `GET /spring HTTP/1.1\r\nHost: x\r\nUser-Agent: ${firefox}\r\nCF-Connecting-IP: 203.0.113.1\r\n` +
        "CF-Connecting-IP: 203.0.113.2\r\nCF-IPCountry: DE\r\nCF-IPCountry: FR\r\nConnection: close\r\n\r\n",
    );
    expect(door.statistics.of(id)).toMatchObject({
      clicks: 5,
      uniqueClicks: 1,
      countries: [["Unknown", 5]],
    });
  });
});

describe("on the public door behind a proxy of one's own", () => {
  useDoor({ isPublicDoor: true, settings: { "geo.provider": "forwarded" } });

  test("the last hop is the visitor, whatever stands before it", async () => {
    const { id } = await door.addLink();
    await door.visit("/spring", { "x-forwarded-for": "8.8.8.8" });
    await door.visit("/spring", { "x-forwarded-for": "203.0.113.1, 10.0.0.1 , 8.8.8.8" });
    await door.visit("/spring", {
      "x-forwarded-for": "8.8.8.8",
      "cf-connecting-ip": "203.0.113.1",
      "cf-ipcountry": "DE",
      "true-client-ip": "203.0.113.2",
      "x-real-ip": "203.0.113.3",
      forwarded: "for=203.0.113.4",
      "fastly-client-ip": "203.0.113.5",
    });
    expect(door.statistics.of(id)).toMatchObject({
      uniqueClicks: 1,
      countries: [["United States", 3]],
    });
  });

  test("what is no address is nobody's", async () => {
    const { id } = await door.addLink();
    for (const hops of ["unknown", "8.8.8.8, _hidden", "8.8.8.8,", ""]) {
      // oxlint-disable-next-line no-await-in-loop
      await door.visit("/spring", { "x-forwarded-for": hops });
    }
    expect(door.statistics.of(id)).toMatchObject({
      uniqueClicks: 1,
      countries: [["Unknown", 4]],
    });
  });
});

describe("a client that comes around the chosen provider", () => {
  const german = {
    "cf-ipcountry": "DE",
    "cf-connecting-ip": "203.0.113.7",
    "x-forwarded-for": "203.0.113.8",
  };

  describe.each(["cloudflare", "forwarded"] as const)("%s", (geoProvider) => {
    useDoor({ isPublicDoor: true, settings: { "geo.provider": geoProvider }, peer: "8.8.4.4" });

    test("is who it is, whatever its headers say", async () => {
      const { id } = await door.addLink();
      await door.visit("/spring", german);
      await door.visit("/spring", { ...german, "cf-connecting-ip": "203.0.113.9" });
      expect(door.statistics.of(id)).toMatchObject({
        uniqueClicks: 1,
        countries: [["United States", 2]],
      });
    });
  });

  describe("that is listed", () => {
    useDoor({
      isPublicDoor: true,
      peer: "::ffff:8.8.4.4",
      settings: { "geo.provider": "cloudflare", "geo.proxies": "10.0.0.2, 8.8.0.0/16" },
    });

    test("is believed", async () => {
      const { id } = await door.addLink();
      await door.visit("/spring", german);
      expect(door.statistics.of(id).countries).toEqual([["Germany", 1]]);
    });
  });
});
