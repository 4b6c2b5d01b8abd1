import { expect, test } from "vitest";
import { serverForAll } from "../../support/testServer.ts";
import { chrome } from "../../support/userAgents.ts";

const server = serverForAll({
  publicPort: 0,
  settings: { verifyDomains: "false", "geo.provider": "cloudflare" },
});

const variants = [
  { id: "a", url: "https://example.com/a", weight: 5_000 },
  { id: "b", url: "https://example.com/b", weight: 5_000 },
];

test("a variant follows from the IP address and the browser, of IPv6 from the first 64 bits", async () => {
  const body = { url: "https://example.com/", custom: "test", split: { variants } };
  expect((await server.api("POST", "/api/url/add", body)).status).toBe(200);
  const places = Array.from({ length: 40 }, (_, place) => place);
  const drawn = async (addressOf: (place: number) => string, agent = chrome) => {
    const found = places.map(async (place) => {
      const headers = { "user-agent": agent, "cf-connecting-ip": addressOf(place) };
      return (await server.visit("/test", headers, String(server.publicUrl))).headers.location;
    });
    return Promise.all(found);
  };
  const first = await drawn((place) => `2001:db8:1:${place}::1`);
  expect(new Set(first)).toEqual(new Set(variants.map(({ url }) => url)));
  expect(await drawn((place) => `2001:db8:1:${place}:ffff:2:3:4`)).toEqual(first);
  expect(await drawn((place) => `2001:db8:2:${place}::1`)).not.toEqual(first);
  expect(await drawn((place) => `2001:db8:1:${place}::1`, `${chrome} Other/1`)).not.toEqual(first);

  const second = await drawn((place) => `198.51.100.${place}`);
  expect(new Set(second).size).toBe(2);
  expect(await drawn((place) => `198.51.100.${place}`)).toEqual(second);
  // The last number of IPv4 tells visitors apart.
  expect(new Set(await drawn(() => "198.51.100.7")).size).toBe(1);
});
